"""What the finished ONNX models do on decks that no weight was fitted to; writes FIGURES.md.

    python3 models/cards/measure.py --work DIR

Run after train.py, with the same work folder.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from decks import BACK, CLASSES, FAR, JOKER, NO_SUIT, NOTHING, TEST

HERE = Path(__file__).resolve().parent
# From this probability on a rank is said.
RANK_PROBABILITY = 0.8
WIDTHS = (18, 25, 32, 40, 50, 65, 85, 111)


def expected_calibration_error(p, right, bins=15):
    """Mean gap between probability and share of right answers, weighted by how many answers a bin has."""
    at = np.clip((np.asarray(p) * bins).astype(int), 0, bins - 1)
    right = np.asarray(right, float)
    return float(sum(abs(right[at == b].mean() - p[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any()))


def in_parts(session, name, pictures, wanted=("ranks", "suits"), size=64):
    parts = [session.run(list(wanted), {name: pictures[i : i + size].astype(np.float32)}) for i in range(0, len(pictures), size)]
    return [np.concatenate(outputs) for outputs in zip(*parts)]


def reading(ranks, suits, labels):
    """Accuracy of ranks and suits, how often ranks are said and wrong, and calibration."""
    wanted, suit = labels[:, 0], labels[:, 1]
    best, p = ranks.argmax(1), ranks.max(1)
    right, is_rank, has_suit = best == wanted, wanted <= JOKER, suit != NO_SUIT
    said = (p >= RANK_PROBABILITY) & (best <= JOKER)
    return {
        "rank right": right[is_rank].mean(),
        "rank said (p >= 0.8)": (said & is_rank).sum() / is_rank.sum(),
        "wrong among said": (~right)[said & is_rank].mean(),
        "suit right": (suits.argmax(1) == suit)[has_suit].mean(),
        "backs seen": right[wanted == BACK].mean(),
        "no card seen as none": right[wanted == NOTHING].mean(),
        "rank said where there is none": said[~is_rank].mean(),
        "expected calibration error": expected_calibration_error(p, right),
    }


def table(title, figures):
    lines = [f"| {title} | |", "|---|---|"]
    return "\n".join(lines + [f"| {name} | {value:.4f} |" for name, value in figures.items()])


def overlap_of_boxes(a, b):
    """A quick stand-in for the overlap of two cards: near middles and like corners, in card widths."""
    wide = max(np.linalg.norm(b[1] - b[0]), 1)
    return min(np.abs(a - np.roll(b, k, 0)).mean() for k in (0, 2)) / wide


def finding(session, pictures, labels):
    """Recall, false finds a picture, and errors of corners in parts of a card's width."""
    import cv2
    from measure_real import FIND_SCORE, STRIDE, decode
    from scenes import HIDDEN, VISIBLE

    found = missed = false = half_found = half_missed = 0
    errors, ups = [], []
    for picture, rows in zip(pictures, labels):
        answers = session.run(None, {"picture": picture[None].astype(np.float32)})[0][0]
        scores = 1 / (1 + np.exp(-answers[..., 0]))
        at = np.nonzero((scores == cv2.dilate(scores, np.ones((3, 3)))) & (scores > FIND_SCORE))
        quads = (decode(answers[at][:, 1:9]) + np.stack(at[::-1], -1)[:, None] + 0.5) * STRIDE - 0.5
        side, used = picture.shape[0], set()
        for row in rows[rows[:, 8] >= 0]:
            quad = row[:8].reshape(4, 2)
            middle = quad.mean(0)
            if row[9] < HIDDEN or not (4 < middle.min() and middle.max() < side - 4):
                continue
            gaps = [overlap_of_boxes(q, quad) for q in quads]
            best = int(np.argmin(gaps)) if gaps else -1
            hit = best >= 0 and gaps[best] < 0.3
            if hit:
                used.add(best)
            if row[9] < VISIBLE:
                continue
            if row[9] < 0.75:
                half_found, half_missed = half_found + hit, half_missed + (not hit)
            else:
                found, missed = found + hit, missed + (not hit)
                if hit:
                    errors.append(gaps[best])
                    ups.append((answers[at][best, 9] > 0) == (row[8] > 0.5))
        false += sum(
            i not in used and (4 < q.mean(0).min() and q.mean(0).max() < side - 4)
            and all(np.linalg.norm(q.mean(0) - row[:8].reshape(4, 2).mean(0)) > 8 for row in rows[rows[:, 8] >= 0])
            for i, q in enumerate(quads)
        )  # fmt: skip
    return {
        "recall, seen to 75 % or more": found / max(1, found + missed),
        "recall, seen to 35 to 75 %": half_found / max(1, half_found + half_missed),
        "false finds a picture": false / len(pictures),
        "corners, median, card widths": np.median(errors),
        "corners, 95 %, card widths": np.quantile(errors, 0.95),
        "face up or down right": np.mean(ups),
    }


def milliseconds(session, name, shape, times=60):
    picture = np.random.default_rng(0).uniform(0, 255, shape).astype(np.float32)
    took = []
    for _ in range(times):
        began = time.perf_counter()
        session.run(None, {name: picture})
        took.append(time.perf_counter() - began)
    return float(np.median(took) * 1000)


def main():
    import onnxruntime
    import train

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    work = parser.parse_args().work.resolve()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    report = [
        "# Figures",
        "Written by `measure.py` on pictures of decks held out of training: "
        f"{', '.join(TEST)} (test) and {', '.join(FAR)} (far: styles that no deck in training has); "
        "simulated: the eight designs of the simulator. "
        "A card seen to half, or through heavy blur or at 18 pixels of width, counts as any other.",
    ]
    reader = onnxruntime.InferenceSession(str(HERE / "read.onnx"), options)
    report.append(f"Reading a card takes {milliseconds(reader, 'crop', (1, 128, 96, 3)):.1f} ms on one thread, both ways up.")
    for split, number in train.HELD_OUT.items():
        if not train.shard(train.READER, work, split, number).exists():
            continue
        pictures, labels, widths = train.load(train.READER, work, split, [number])
        # The others set the temperatures.
        pictures, labels, widths = pictures[1::2], labels[1::2], widths[1::2]
        ranks, suits = in_parts(reader, "crop", pictures)
        report.append(table(f"reading, {split} decks, {len(labels)} crops", reading(ranks, suits, labels)))
        right = ranks.argmax(1) == labels[:, 0]
        of_width = [(labels[:, 0] <= JOKER) & (widths >= low) & (widths < high) for low, high in zip(WIDTHS, WIDTHS[1:])]
        report.append("| card width, px | rank right | cards |\n|---|---|---|\n" + "\n".join(
            f"| {low} to {high - 1} | {right[chosen].mean():.3f} | {chosen.sum()} |" for low, high, chosen in zip(WIDTHS, WIDTHS[1:], of_width)))  # fmt: skip
        report.append("| rank | right | cards |\n|---|---|---|\n" + "\n".join(
            f"| {CLASSES[c]} | {right[labels[:, 0] == c].mean():.3f} | {(labels[:, 0] == c).sum()} |"
            for c in range(JOKER + 1) if (labels[:, 0] == c).any()))  # fmt: skip
    if (HERE / "corners.onnx").exists():
        finder = onnxruntime.InferenceSession(str(HERE / "corners.onnx"), options)
        report.append(f"Finding in 192 x 192 pixels takes {milliseconds(finder, 'picture', (1, 192, 192, 3)):.1f} ms on one thread.")
        for split, number in train.HELD_OUT.items():
            if train.shard(train.FINDER, work, split, number).exists():
                pictures, labels = train.load(train.FINDER, work, split, [number])
                report.append(table(f"finding, {split} decks, {len(labels)} pictures", finding(finder, pictures, labels)))
    (HERE / "FIGURES.md").write_text("\n\n".join(report) + "\n")
    print("\n\n".join(report))


if __name__ == "__main__":
    main()
