"""What showing a deck once (`slapsight enrol-deck`) does for reading it, on decks held out of training.

    python3 models/cards/measure_deck.py --work DIR --program target/release/slapsight

DIR is the work folder of train.py. For each deck: one photograph of its 52 cards in four rows is shown, then twelve pictures of
nine cards each, 28 to 60 pixels wide, are read without the deck and with it. All under any camera of camera.py.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import crops
import cv2
import decks
import numpy as np
from camera import Shot

DECKS = ("simulated-classic", "neoclassical_4_color", "kde-oxygen-white", "kde-oxygen-air", "simulated-jumbo", "tango_nuevo")
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PICTURES, SIDE, SAID = 12, 3, 0.8


def laid(shot, card, number, px, at, turn):
    shot.card(card[2], np.float32(crops.through(crops.placed(0, 0, turn), crops.CORNERS_CM) * px + at), number)


def pictures(rng, deck, folder, grounds, fonts):
    """Writes the photograph of all cards and the pictures; returns their names with ranks and places."""
    named = {(card[0], card[1]): card for card in reversed(deck.cards) if card[0] < decks.JOKER}
    px, rows = 80 / 6.3, rng.permutation(4)
    width, height = int(13 * 7.2 * px) + 80, int(4 * 10 * px) + 80
    shot = Shot(rng, width, width, grounds, fonts, px)
    for k in range(52):
        at = np.array([40 + (k % 13 + 0.5) * 7.2 * px, 40 + (k // 13 + 0.5) * 10 * px])
        laid(shot, named[k % 13, rows[k // 13]], k, px, at, rng.normal(0, 0.05) + rng.choice([0, np.pi]))
    cv2.imwrite(str(folder / "all.jpg"), shot.taken(80.0)[:height, :, ::-1])
    cards, truth = list(named.values()), []
    for n in range(PICTURES):
        wide = rng.uniform(28, 60)
        px = wide / 6.3
        shot, there = Shot(rng, int(40 * px), int(40 * px), grounds, fonts, px), []
        for k, i in enumerate(rng.choice(len(cards), SIDE * SIDE, replace=False)):
            at = np.array([(k % SIDE + 0.5) * 13.3, (k // SIDE + 0.5) * 13.3]) * px + rng.normal(0, 0.8, 2) * px
            laid(shot, cards[i], k, px, at, rng.uniform(0, 2 * np.pi))
            there.append((RANKS[cards[i][0]], at))
        path = folder / f"{n:02}.png"
        cv2.imwrite(str(path), shot.taken(wide)[..., ::-1])
        truth.append((path, wide, there))
    return truth


def figures(program, truth, more):
    """Share of found ranks right, and share wrong among the said."""
    names = [str(path) for path, _, _ in truth]
    printed = subprocess.run([program, "cards", "--json", "--least", "0", *more, *names], capture_output=True, check=True)
    found = right = said = wrong = 0
    for (_, wide, there), picture in zip(truth, json.loads(printed.stdout)):
        for rank, at in there:
            away = [np.linalg.norm(np.mean(card["quad"], 0) - at) for card in picture["cards"]]
            if not away or min(away) > 0.4 * wide:
                continue
            card = picture["cards"][int(np.argmin(away))]
            found, right = found + 1, right + (card["rank"] == rank)
            if card["rank"] and card["confidence"] >= SAID:
                said, wrong = said + 1, wrong + (card["rank"] != rank)
    return right / max(1, found), wrong / max(1, said)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--program", default="target/release/slapsight")
    args = parser.parse_args()
    work = args.work.resolve()
    known, fonts, grounds = decks.load(work), decks.fonts(work), decks.grounds(work)
    known |= decks.sheets(work) if (work / "sheets").is_dir() else {}
    print("| deck | rank right without | with | wrong among said (p at least 0.8) without | with |\n|---|---|---|---|---|")
    for name in (name for name in DECKS if name in known):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            truth = pictures(np.random.default_rng(3), known[name], folder, grounds, fonts)
            shown = [args.program, "enrol-deck", "--rows", str(folder / "all.jpg"), "--out", str(folder / "deck.json")]
            done = subprocess.run(shown, capture_output=True, text=True)
            alone = figures(args.program, truth, [])
            if done.returncode:
                print(f"| {name} | {alone[0]:.3f} | refused | {alone[1]:.3f} | |", flush=True)
                continue
            better = figures(args.program, truth, ["--deck", str(folder / "deck.json")])
            print(f"| {name} | {alone[0]:.3f} | {better[0]:.3f} | {alone[1]:.3f} | {better[1]:.3f} |", flush=True)


if __name__ == "__main__":
    main()
