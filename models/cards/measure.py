"""What the finished ONNX models do on decks that no weight was fitted to."""

import numpy as np
from decks import BACK, CLASSES, JOKER
from networks import CELL_CM
from scenes import HIDDEN, SIDE_CM, VISIBLE
from scipy.ndimage import maximum_filter

# As slapsight asks for: a place to be looked at, and a rank to be read.
FIND_SCORE, RANK_PROBABILITY = 0.35, 0.8


def finding(answers, labels):
    """Recall, false finds a scene, and errors of place and angle."""
    scores = 1 / (1 + np.exp(-answers[..., 0]))
    peaks = (scores == maximum_filter(scores, size=(1, 5, 5))) & (scores > FIND_SCORE)
    found = missed = false = 0
    errors = []
    for peak, answer, cards in zip(peaks, answers, labels):
        cards = cards[cards[:, 3] >= 0]
        places = [
            ((c + 0.5 + answer[r, c, 1]) * CELL_CM, (r + 0.5 + answer[r, c, 2]) * CELL_CM, answer[r, c])
            for r, c in np.argwhere(peak)
        ]
        used = set()
        for x, y, angle, _, _, visible in cards:
            if visible < VISIBLE or not (1 < x < SIDE_CM - 1 and 1 < y < SIDE_CM - 1):
                continue
            distances = [np.hypot(px - x, py - y) for px, py, _ in places]
            best = int(np.argmin(distances)) if distances else -1
            if best < 0 or distances[best] > 1:
                missed += 1
                continue
            found += 1
            used.add(best)
            turn = np.arctan2(places[best][2][4], places[best][2][3]) / 2
            errors.append((distances[best], abs((turn - angle + np.pi / 2) % np.pi - np.pi / 2)))
        for i, (px, py, _) in enumerate(places):
            near = any(v >= HIDDEN and np.hypot(px - x, py - y) < 1.5 for x, y, _, _, _, v in cards)
            false += i not in used and not near
    errors = np.array(errors)
    return {
        "recall": found / max(1, found + missed),
        "false finds a scene": false / len(labels),
        "place, median cm": np.median(errors[:, 0]),
        "place, 95 % cm": np.quantile(errors[:, 0], 0.95),
        "angle, median degrees": np.degrees(np.median(errors[:, 1])),
        "angle, 95 % degrees": np.degrees(np.quantile(errors[:, 1], 0.95)),
    }


def both_ways(session, crops):
    """Mean probabilities of each crop and its half turn, as slapsight reads."""
    name = session.get_inputs()[0].name
    rows = []
    for start in range(0, len(crops), 256):
        part = crops[start : start + 256].astype(np.float32)
        upright, turned = (session.run(None, {name: p})[0] for p in (part, np.ascontiguousarray(part[:, ::-1, ::-1])))
        rows.append((upright + turned) / 2)
    return np.concatenate(rows)


def reading(probabilities, classes):
    """Accuracy of ranks, how often they are read and wrong, and calibration."""
    ranks = classes <= JOKER
    best, p = probabilities[:, : JOKER + 1].argmax(1), probabilities[:, : JOKER + 1].max(1)
    read = p >= RANK_PROBABILITY
    right = best == classes
    bins = np.clip((p * 10).astype(int), 0, 9)
    gaps = [abs(right[bins == b].mean() - p[bins == b].mean()) * (bins == b).mean() for b in range(10) if (bins == b).any()]
    per_rank = {
        CLASSES[c]: (float((best == c)[classes == c].mean()), int((classes == c).sum()))
        for c in range(JOKER + 1)
        if (classes == c).any()
    }
    return {
        "ranks right": right[ranks].mean(),
        "ranks read": read[ranks].mean(),
        "wrong among read": (~right[ranks & read]).mean(),
        "rank read where there is none": read[~ranks].mean(),
        "backs seen": (probabilities[classes == BACK, BACK] >= 0.6).mean(),
        "expected calibration error": float(sum(gaps)),
    }, per_rank


def table(title, figures):
    lines = [f"| {title} | |", "|---|---|"]
    lines += [f"| {name} | {value:.4f} |" for name, value in figures.items()]
    return "\n".join(lines)
