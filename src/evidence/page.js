// Keys that editors know, for the clip that was touched last (or the first one).
(() => {
  const clips = [...document.querySelectorAll('video')];
  let current = clips[0];
  clips.forEach(clip => ['play', 'click', 'focus'].forEach(kind => clip.addEventListener(kind, () => { current = clip; })));
  const step = direction => { current.pause(); current.currentTime = Math.max(0, current.currentTime + direction / Number(current.dataset.fps)); };
  document.addEventListener('keydown', event => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ' ': () => current.paused ? current.play() : current.pause(),
      'k': () => current.pause(),
      'l': () => { current.playbackRate = current.paused ? 1 : Math.min(4, current.playbackRate * 2); current.play(); },
      'j': () => { current.pause(); current.currentTime = Math.max(0, current.currentTime - 0.25); },
      '.': () => step(1), ',': () => step(-1), 'ArrowRight': () => step(1), 'ArrowLeft': () => step(-1),
      'Home': () => { current.currentTime = 0; }, 'End': () => { current.currentTime = current.duration; },
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
})();
