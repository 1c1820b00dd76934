"""How well `slapsight hands` finds the hands in a folder of annotated photographs.

    slapsight hands FOLDER/images/* --json > hands.json
    python3 models/hands/measure_real.py FOLDER hands.json

FOLDER/annotations.json: [{"image", "hands": [{"x", "y", "w", "h", "keypoints": [x, y, v] * 21 (may lack)}]}]. A hand is
found when a box shares 0.3 of the union with its own (annotated boxes are of the whole hand, ours of the landmarks).
Needs Python 3.9 and nothing else.
"""
import json
import math
import os
import sys


def shared(a, b):
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    both = max(w, 0) * max(h, 0)
    return both / (a[2] * a[3] + b[2] * b[3] - both)


def main():
    folder, found = sys.argv[1], json.load(open(sys.argv[2]))
    found = {os.path.basename(one["image"]): one["hands"] for one in found}
    hands = matched = told = extra = 0
    errors = []
    for photo in json.load(open(os.path.join(folder, "annotations.json"))):
        seen = list(found.get(os.path.basename(photo["image"]), []))
        told += len(seen)
        for hand in photo["hands"]:
            hands += 1
            box = [hand[k] for k in "xywh"]
            best = max(seen, key=lambda s: shared(box, s["box"]), default=None)
            if best is None or shared(box, best["box"]) < 0.3:
                continue
            matched += 1
            seen.remove(best)
            points = hand.get("keypoints")
            if points and len(points) == 63:
                points = [points[i : i + 2] for i in range(0, 63, 3)]
                palm = math.dist(points[0], points[9])
                errors.append(sum(math.dist(a, b) for a, b in zip(points, best["landmarks"])) / 21 / palm)
        extra += len(seen)
    errors.sort()
    print(f"hands {hands}, found {matched} ({matched / hands:.3f}); told {told}, not annotated {extra}")
    if errors:
        print(f"landmarks of {len(errors)} hands: mean distance over palm length, median {errors[len(errors) // 2]:.3f}, worst {errors[-1]:.3f}")


main()
