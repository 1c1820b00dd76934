"""How well cards are read by their width in the picture and by blur, as plots for whoever chooses a camera.

    python3 models/cards/plots.py --work DIR

Writes width.svg and blur.svg beside itself. Cards of decks held out of training lie uncovered on cloth or wood, turned any
way, under a mild camera: softened by 0.6 pixels, noise of 3 levels, JPEG of quality 85; corners off by about 2 %, as the
finding model's are. Blur is the way that a card goes while the shutter is open, as a share of its width, for cards 50
pixels wide.
"""

import argparse
from pathlib import Path

import crops
import cv2
import decks
import numpy as np
from camera import CORNERS_CM, Shot, placed, through, view
from measure import in_parts

HERE = Path(__file__).resolve().parent
WIDTHS = (20, 25, 30, 35, 40, 50, 60, 80, 100, 120)
BLURS = (0.0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.24, 0.3)
BLUR_WIDTH = 50
CARDS = 260
SAID = 0.8
COLOURS = {"test": "#0072b2", "far": "#d55e00", "simulated": "#009e73"}


def along(length, angle):
    """A kernel that smears by so many pixels; whole and half pixels are shared out."""
    side = int(np.ceil(length / 2)) * 2 + 3
    kernel, middle = np.zeros((side, side), np.float32), side // 2
    for at in np.linspace(-length / 2, length / 2, max(2, int(length * 8))):
        x, y = middle + at * np.cos(angle), middle + at * np.sin(angle)
        x0, y0 = int(np.floor(x)), int(np.floor(y))
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            kernel[y0 + dy, x0 + dx] += (1 - abs(x - x0 - dx)) * (1 - abs(y - y0 - dy))
    return kernel / kernel.sum()


def crop(rng, card, width, blur, grounds, fonts):
    side = int(width * 1.9) + 8
    shot = Shot(rng, side, side, grounds, fonts, width / 6.3)
    plane = view(rng, width / 6.3, (side / 2, side / 2), 30) @ placed(0, 0, rng.uniform(0, 2 * np.pi))
    quad = through(plane, CORNERS_CM)
    shot.card(card[2], quad, 0)
    picture = cv2.GaussianBlur(shot.picture.astype(np.float32), (0, 0), 0.6)
    if blur > 0:
        picture = cv2.filter2D(picture, -1, along(blur * width, rng.uniform(0, 2 * np.pi)))
    picture = np.clip(picture + rng.standard_normal(picture.shape, np.float32) * 3, 0, 255).astype(np.uint8)
    picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1], cv2.IMREAD_COLOR)
    off = rng.normal(0, 0.02, (4, 2)) * np.linalg.norm(quad[1] - quad[0])
    return crops.cut(picture, quad + off)


def figures(reader, family, width, blur, grounds, fonts):
    """Share of ranks right, share said, share wrong among the said."""
    rng = np.random.default_rng(11)
    cards = [card for deck in family.values() for card in deck.cards if card[0] < decks.JOKER]
    chosen = [cards[int(i)] for i in rng.integers(len(cards), size=CARDS)]
    ranks, _ = in_parts(reader, "crop", np.array([crop(rng, card, width, blur, grounds, fonts) for card in chosen]))
    right = ranks.argmax(1) == np.array([card[0] for card in chosen])
    said = ranks[:, : decks.JOKER].max(1) >= SAID
    return right.mean(), said.mean(), (~right[said]).mean() if said.any() else 0.0


def plot(path, title, label, at, rows):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "slapsight"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name, values in rows.items():
        right, said, wrong = np.array(values).T
        axes.plot(at, right, color=COLOURS[name], marker="o", label=f"{name}: rank right")
        axes.plot(at, said, color=COLOURS[name], linestyle="--", label=f"{name}: rank said (p at least {SAID})")
        axes.plot(at, wrong, color=COLOURS[name], linestyle=":", label=f"{name}: wrong among said")
    axes.set(xlabel=label, ylabel="share of cards", title=title, ylim=(0, 1.02))
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5))
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def main():
    import onnxruntime

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    work = parser.parse_args().work.resolve()
    known, fonts, grounds = decks.load(work), decks.fonts(work), decks.grounds(work)
    families = {"test": decks.TEST, "far": decks.FAR}
    families = {name: {deck: known[deck] for deck in of} for name, of in families.items()}
    if (work / "sheets").is_dir():
        families["simulated"] = decks.sheets(work)
    reader = onnxruntime.InferenceSession(str(HERE / "read.onnx"))
    by_width, by_blur = {}, {}
    for name, family in families.items():
        by_width[name] = [figures(reader, family, width, 0.0, grounds, fonts) for width in WIDTHS]
        by_blur[name] = [figures(reader, family, BLUR_WIDTH, blur, grounds, fonts) for blur in BLURS]
        print(name, [f"{row[0]:.3f}" for row in by_width[name]], [f"{row[0]:.3f}" for row in by_blur[name]], flush=True)
    plot(HERE / "width.svg", "Cards of unknown decks, by width", "width of a card, pixels", WIDTHS, by_width)
    plot(HERE / "blur.svg", f"Cards of unknown decks, {BLUR_WIDTH} pixels wide, by motion", "way during the exposure, card widths", BLURS, by_blur)


if __name__ == "__main__":
    main()
