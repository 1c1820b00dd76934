"""What the card models do on photographs that nobody trained them on, from whole pictures.

    python3 models/cards/measure_real.py FOLDER [--half dev|held|all] [--look DIR]

FOLDER has `annotations.json`: a list of `{image, source_repo, all_cards_boxed, boxes: [{rank, suit, x, y, w, h}]}` with
boxes upright around the cards. A picture goes through the finding model as a pyramid, each card found is looked for
again at its own scale, and is then read. The pictures are split in two by a hash of their names: one half to look at
(dev), the other for the figures (held).

With `--reads FILE` the figures are the program's own, of what it printed:

    slapsight cards FOLDER/images/* --json --least 0 > reads.json
    python3 models/cards/measure_real.py FOLDER --reads reads.json --plot models/cards/reliability.svg
"""

import argparse
import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from measure import expected_calibration_error

HERE = Path(__file__).resolve().parent
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker", "back", "nothing"]
SUITS = ["c", "d", "h", "s", "unknown"]
BACK, NOTHING = 14, 15
STRIDE, UNIT = 4, 4.0
# Crop of the reader: width and height, and the rim around the card in it.
CROP, RIM = (96, 128), (7, 6)
CROP_CORNERS = np.float32(
    [[RIM[0], RIM[1]], [CROP[0] - RIM[0], RIM[1]], [CROP[0] - RIM[0], CROP[1] - RIM[1]], [RIM[0], CROP[1] - RIM[1]]]
) - 0.5
# Cards as wide as this in the finder's picture are what it knows best.
BEST_WIDTH = 38.0
# Longest sides of the pyramid's pictures, pixels, and the score from which a card is looked at.
LEVELS, FIND_SCORE = (128, 192, 272, 384, 544, 768, 1088), 0.3
# Boxes that overlap at least so much show the same card.
SAME = 0.5


class Models:
    """Both models, opened on one thread."""

    def __init__(self, folder):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.corners, self.read = (
            onnxruntime.InferenceSession(str(folder / name), options) for name in ("corners.onnx", "read.onnx")
        )

    def find(self, picture):
        """Corners (N x 4 x 2) and scores of cards in a picture at one scale."""
        h, w = (-(-side // 8) * 8 for side in picture.shape[:2])
        padded = cv2.copyMakeBorder(picture, 0, h - picture.shape[0], 0, w - picture.shape[1], cv2.BORDER_REPLICATE)
        answers = self.corners.run(None, {"picture": padded[None].astype(np.float32)})[0][0]
        scores = 1 / (1 + np.exp(-answers[..., 0]))
        peaks = (scores == cv2.dilate(scores, np.ones((3, 3)))) & (scores > FIND_SCORE)
        rows, columns = np.nonzero(peaks)
        quads = decode(answers[rows, columns, 1:9]) + np.stack([columns, rows], -1)[:, None] + 0.5
        return quads * STRIDE - 0.5, scores[rows, columns]

    def ranks(self, crops):
        if not len(crops):
            return np.zeros((0, 16)), np.zeros((0, 5))
        return self.read.run(["ranks", "suits"], {"crop": np.float32(crops)})


def decode(answers):
    """Corners in cells around the cell's middle; see README.md."""

    def undoubled(p):
        length, angle = np.hypot(p[:, 0], p[:, 1]), np.arctan2(p[:, 1], p[:, 0]) / 2
        return np.stack([np.cos(angle), np.sin(angle)], -1) * length[:, None]

    middle, u, v, w = answers[:, :2], undoubled(answers[:, 2:4]), undoubled(answers[:, 4:6]), answers[:, 6:8]
    v = np.where((u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] < 0)[:, None], -v, v)
    u, v, w = u * UNIT, v * UNIT, w * UNIT
    return np.stack([middle - u - v + w, middle + u - v - w, middle + u + v + w, middle - u + v - w], 1)


def width(quad):
    return (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2


def overlap(a, b):
    """Part of two quads' union that both cover."""
    area, _ = cv2.intersectConvexConvex(np.float32(a), np.float32(b))
    return area / max(cv2.contourArea(np.float32(a)) + cv2.contourArea(np.float32(b)) - area, 1)


def distinct(quads, scores, most):
    kept = []
    for i in np.argsort(-scores):
        if all(overlap(quads[i], quads[j]) < most for j in kept):
            kept.append(i)
    return kept


def shrunk(picture, factor):
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)


def pyramid(models, picture):
    """Corners of all cards in a picture of any size, and their scores."""
    longest = max(picture.shape[:2])
    quads, scores = [np.zeros((0, 4, 2))], [np.zeros(0)]
    for level in LEVELS:
        if level > longest * 1.5:
            break
        factor = level / longest
        found, score = models.find(shrunk(picture, factor))
        # Nearer to the best width counts more among doubles.
        wide = np.array([width(q) for q in found])
        fits = np.abs(np.log(np.maximum(wide, 1) / BEST_WIDTH)) < np.log(1.75)
        quads.append(((found + 0.5) / factor - 0.5)[fits])
        scores.append((score - 0.1 * np.abs(np.log(np.maximum(wide, 1) / BEST_WIDTH)))[fits])
    quads, scores = np.concatenate(quads), np.concatenate(scores)
    kept = distinct(quads, scores, 0.35)
    return quads[kept], scores[kept]


def again(models, picture, quad):
    """Looks once more, at the card laid upright at the best width; the better corners, or the old ones."""
    w, h = 96, 112
    size = np.float32([BEST_WIDTH, BEST_WIDTH * 1.41])
    target = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 + np.float32([w / 2 - 0.5, h / 2 - 0.5])
    matrix = cv2.getPerspectiveTransform(np.float32(quad), target)
    factor = min(1.0, BEST_WIDTH * 1.5 / max(width(quad), 1))
    small = shrunk(picture, factor) if factor < 1 else picture
    scale = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
    look = cv2.warpPerspective(small, matrix @ np.linalg.inv(scale), (w, h), borderMode=cv2.BORDER_REPLICATE)
    found, _ = models.find(look)
    if not len(found):
        return quad
    best = max(found, key=lambda q: overlap(q, target))
    if overlap(best, target) < 0.5:
        return quad
    return cv2.perspectiveTransform(np.float32(best)[None], np.linalg.inv(matrix))[0]


def cut(picture, quad):
    """A card upright; the picture made smaller first where it has far more pixels than the crop."""
    factor = min(1.0, 1.25 * (CROP[0] - 2 * RIM[0]) / max(width(quad), 1))
    if factor < 0.8:
        picture, quad = shrunk(picture, factor), (quad + 0.5) * factor - 0.5
    matrix = cv2.getPerspectiveTransform(np.float32(quad), CROP_CORNERS)
    return cv2.warpPerspective(picture, matrix, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def cards(models, picture):
    """All cards of a picture: corners, score, probabilities of ranks and of suits."""
    quads, scores = pyramid(models, picture)
    quads = np.array([again(models, picture, quad) for quad in quads]).reshape(-1, 4, 2)
    kept = distinct(quads, scores, 0.5) if len(quads) else []
    quads, scores = quads[kept], scores[kept]
    ranks, suits = models.ranks([cut(picture, quad) for quad in quads])
    return quads, scores, ranks, suits


def printed(cards):
    """The same as `cards`, from what the program printed."""
    ranks, suits = np.zeros((len(cards), 16)), np.zeros((len(cards), 5))
    for row, suit, card in zip(ranks, suits, cards):
        row[RANKS.index(card["rank"] or ("back" if card["face"] == "down" else "nothing"))] = card["confidence"]
        suit[SUITS.index(card["suit"] or "unknown")] = 1
    return np.array([card["quad"] for card in cards]).reshape(-1, 4, 2), np.ones(len(cards)), ranks, suits


def box(quad, shape):
    low, high = np.clip(quad.min(0), 0, shape[::-1]), np.clip(quad.max(0), 0, shape[::-1])
    return np.array([*low, *high])


def same_box(a, b):
    inside = np.maximum(0, np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])).prod()
    return inside / max((a[2:] - a[:2]).prod() + (b[2:] - b[:2]).prod() - inside, 1)


def whole(wanted, entry):
    """As far as boxes tell: not at the picture's edge, and hardly under another box."""
    low, size = np.array([wanted["x"], wanted["y"]]), np.array([wanted["w"], wanted["h"]])
    if (low < 2).any() or (low + size > np.array([entry["width"], entry["height"]]) - 2).any():
        return False
    for other in entry["boxes"]:
        if other is not wanted:
            other_low, other_size = np.array([other["x"], other["y"]]), np.array([other["w"], other["h"]])
            both = np.maximum(0, np.minimum(low + size, other_low + other_size) - np.maximum(low, other_low)).prod()
            if both > 0.05 * size.prod():
                return False
    return True


def half_of(name):
    return "dev" if hashlib.sha256(name.encode()).digest()[0] % 2 else "held"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path, default=HERE)
    parser.add_argument("--half", choices=["dev", "held", "all"], default="held")
    parser.add_argument("--look", type=Path, help="folder for pictures of what was not right")
    parser.add_argument("--plot", type=Path, help="reliability diagram to write, SVG")
    parser.add_argument("--reads", type=Path, help="what `slapsight cards --json --least 0` printed")
    args = parser.parse_args()
    models = None if args.reads else Models(args.models)
    reads = {Path(one["image"]).name: one["cards"] for one in json.loads(args.reads.read_text())} if args.reads else {}
    pictures = json.loads((args.folder / "annotations.json").read_text())
    groups = {}
    for entry in pictures:
        if args.half != "all" and half_of(entry["image"]) != args.half:
            continue
        picture = cv2.cvtColor(cv2.imread(str(args.folder / entry["image"])), cv2.COLOR_BGR2RGB)
        quads, scores, ranks, suits = printed(reads[Path(entry["image"]).name]) if args.reads else cards(models, picture)
        boxes = [box(quad, picture.shape[:2]) for quad in quads]
        group = groups.setdefault("first" if entry["source_repo"].startswith("EdjeElectronics") else "rest", [])
        used, wrong = set(), []
        for wanted in entry["boxes"]:
            want = np.array([wanted["x"], wanted["y"], wanted["x"] + wanted["w"], wanted["y"] + wanted["h"]])
            overlaps = [same_box(want, b) if i not in used else 0 for i, b in enumerate(boxes)]
            best = int(np.argmax(overlaps)) if overlaps else -1
            row = {"rank": wanted["rank"], "suit": wanted["suit"], "found": False, "width": min(wanted["w"], wanted["h"]),
                   "whole": whole(wanted, entry)}  # fmt: skip
            if best >= 0 and overlaps[best] >= SAME:
                used.add(best)
                row |= {"found": True, "read": RANKS[int(ranks[best].argmax())], "p": float(ranks[best].max()),
                        "read_suit": SUITS[int(suits[best][:4].argmax())], "p_suit": float(suits[best].max())}  # fmt: skip
            group.append(row)
            if row.get("read") != row["rank"]:
                wrong.append((want, row))
        if entry["all_cards_boxed"]:
            extra = [i for i in range(len(boxes)) if i not in used and ranks[i].argmax() < BACK]
            group += [{"false": True, "read": RANKS[int(ranks[i].argmax())], "p": float(ranks[i].max())} for i in extra]
        if args.look and wrong:
            draw(args.look, entry["image"], picture, quads, ranks, wrong)
    for name, rows in sorted(groups.items()):
        print(report(name, rows))
    if args.plot:
        reliability(args.plot, groups)


def line(boxed):
    found = [row for row in boxed if row["found"]]
    right = sum(row["read"] == row["rank"] for row in found)
    return f"{len(boxed)}, found {len(found) / len(boxed):.3f}, rank right of found {right / max(1, len(found)):.3f}, of all {right / len(boxed):.3f}"


def report(name, rows):
    boxed = [row for row in rows if "rank" in row]
    found = [row for row in boxed if row["found"]]
    right = [row["read"] == row["rank"] for row in found]
    wholes = [row for row in boxed if row["whole"]]
    p = np.array([row["p"] for row in found])
    suited = [row for row in found if row["suit"]]
    lines = [
        f"## {name}: {len(boxed)} boxed cards",
        f"all: {line(boxed)}",
        f"whole cards (box not at the edge, none over it): {line(wholes)}",
        f"calibration error {expected_calibration_error(p, np.array(right)):.3f}",
        f"said (p >= 0.8) {np.mean(p >= 0.8):.3f} of found, right of said {np.mean(np.array(right)[p >= 0.8]):.3f}",
    ]
    if suited:
        lines.append(f"suit right of found {np.mean([row['read_suit'] == row['suit'] for row in suited]):.3f} of {len(suited)}")
    lines.append(f"ranks read where no card is boxed (photos fully boxed): {sum('false' in row for row in rows)}")
    for rank in RANKS[:14]:
        of = [row for row in found if row["rank"] == rank]
        if of:
            missed = sum(row["rank"] == rank for row in boxed) - len(of)
            reads = [row["read"] for row in of if row["read"] != rank]
            lines.append(f"{rank:>5}: right {np.mean([row['read'] == rank for row in of]):.3f} of {len(of)}, missed {missed}, read as {' '.join(sorted(reads))}")
    return "\n".join(lines)


def reliability(path, groups, bins=10):
    """How often ranks are right against how sure they are said to be, with the number of cards in each bin."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5.2, 4.6))
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=1)
    for (name, rows), colour in zip(sorted(groups.items()), ("#0072b2", "#d55e00")):
        found = [row for row in rows if row.get("found")]
        p = np.array([row["p"] for row in found])
        right = np.array([row["read"] == row["rank"] for row in found], float)
        at = np.clip((p * bins).astype(int), 0, bins - 1)
        dots = [(p[at == b].mean(), right[at == b].mean(), int((at == b).sum())) for b in range(bins) if (at == b).any()]
        error = expected_calibration_error(p, right)
        axes.plot(*zip(*[dot[:2] for dot in dots]), "o-", color=colour, label=f"{name}: {len(found)} cards, error {error:.3f}")
        for x, y, n in dots:
            axes.annotate(str(n), (x, y), textcoords="offset points", xytext=(4, -10), fontsize=7, color=colour)
    axes.set(xlabel="probability said", ylabel="share right", xlim=(0, 1.02), ylim=(0, 1.02), title="Ranks on photographs, held half")
    axes.legend(loc="upper left", frameon=False, fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def draw(folder, name, picture, quads, ranks, wrong):
    folder.mkdir(parents=True, exist_ok=True)
    out = np.ascontiguousarray(picture[..., ::-1])
    for quad, p in zip(quads, ranks):
        cv2.polylines(out, [np.int32(quad)], True, (0, 0, 255), 2)
        cv2.putText(out, f"{RANKS[int(p.argmax())]} {p.max():.2f}", tuple(int(v) for v in quad.mean(0)), 0, 0.7, (255, 0, 255), 2)
    for want, row in wrong:
        cv2.rectangle(out, tuple(int(v) for v in want[:2]), tuple(int(v) for v in want[2:]), (0, 255, 0), 2)
    cv2.imwrite(str(folder / (Path(name).stem + ".jpg")), out)


if __name__ == "__main__":
    main()
