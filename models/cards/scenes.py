"""Pictures with many cards for the finding model, and where their corners are."""

import cv2
import numpy as np
from camera import CORNERS_CM, Shot, placed, through, view
from crops import Dealer, held_in, held_out
from decks import BACK
from faces import Press

# Pixels a side, and how wide cards are in the picture.
SIDE = 192
NARROWEST, WIDEST = 23, 58
# A card that is seen to this part is to be found; one of which less than that, but this much, is seen, may be.
VISIBLE, HIDDEN = 0.35, 0.12
MOST_CARDS = 24


# From this file on, tables have zones printed around piles and rows.
FIRST_WITH_ZONES = 30


def lay(rng, shot, plane, dealer, narrow, reach, zones):
    """Piles, rows, fans or cards strewn about; returns (plane of card to picture, face up) by number."""
    _, _, others = dealer.target()
    zones = zones and rng.random() < 0.75
    pen = [float(v) for v in (rng.uniform(170, 255, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3))]
    thick = max(1, int(round(shot.px * rng.uniform(0.08, 0.45)))) if zones else 1
    cards = []
    covered = rng.uniform(0, 0.5) if rng.random() < 0.3 else 0.04

    def put(x, y, turn):
        up = rng.random() > covered
        own = plane @ placed(x, y, turn, narrow, rng.normal(1, 0.01))
        rank, _, art = others() if up else (BACK, 0, dealer.back())
        if len(cards) < MOST_CARDS:
            shot.card(art, through(own, CORNERS_CM), len(cards))
            cards.append((own, float(rank != BACK)))

    def zone(x, y, turn, half):
        """A printed rectangle, half its sides in centimetres."""
        cos, sin = np.cos(turn), np.sin(turn)
        corners = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.float32(half)
        corners = corners @ np.float32([[cos, sin], [-sin, cos]]) + np.float32([x, y])
        shot.printed(through(plane, corners), pen, thick)

    def around():
        """Room between a card and the line around it."""
        return rng.uniform(0.1, 0.8) if rng.random() < 0.6 else rng.uniform(0.5, 3)

    way, kind = rng.uniform(0, 2 * np.pi), rng.random()
    if zones and kind >= 0.6:
        for _ in range(int(rng.integers(1, 4))):
            zone(*(rng.uniform(-1, 1, 2) * reach), way, (3.15 + around(), 4.45 + around()))
    at = rng.uniform(-0.6, 0.6, 2) * reach
    if kind < 0.3:  # piles
        for _ in range(int(rng.integers(1, 4))):
            middle, spread, turn = rng.uniform(-1, 1, 2) * reach, rng.uniform(0.05, 1.2), rng.uniform(0.02, 0.3)
            if zones:
                half = (3.15 + around(), 4.45 + around())
                zone(*middle, way, half)
                if rng.random() < 0.4:  # two piles side by side
                    zone(middle[0] + 2 * half[0] * np.cos(way), middle[1] + 2 * half[0] * np.sin(way), way, half)
            for _ in range(int(rng.integers(1, 6))):
                put(*(middle + rng.normal(0, spread, 2)), way + rng.normal(0, turn) + rng.choice([0, np.pi]))
    elif kind < 0.6:  # rows
        gap, rows = rng.uniform(5.2, 9.5), int(rng.integers(1, 4))
        cos, sin = np.cos(way), np.sin(way)
        if zones:
            zone(at[0] + gap * 0.3 * cos, at[1] + gap * 0.3 * sin, way, (2.2 * gap + around(), 4.45 + around()))
        for row in range(rows):
            for i in range(int(rng.integers(1, 6))):
                p, q = (i - 1.5) * gap + rng.normal(0, 0.4), row * rng.uniform(8, 11) - 5 + rng.normal(0, 0.4)
                put(at[0] + p * cos - q * sin, at[1] + p * sin + q * cos, way + rng.normal(0, 0.08))
    elif kind < 0.75:  # a fan, or cards shoved over one another
        step, turn = rng.uniform(1.2, 4.5), rng.normal(0, 0.15)
        for i in range(int(rng.integers(2, 6))):
            put(at[0] + i * step * np.cos(way), at[1] + i * step * np.sin(way), way + i * turn + rng.normal(0, 0.05))
    elif kind < 0.94:  # strewn
        for _ in range(int(rng.integers(1, 8))):
            put(*(rng.uniform(-1.1, 1.1, 2) * reach), rng.uniform(0, 2 * np.pi))
    return cards


def make_one(rng, dealer, grounds, fonts, zones):
    card_px = np.exp(rng.uniform(np.log(NARROWEST), np.log(WIDEST)))
    px = card_px / 6.3
    shot = Shot(rng, SIDE, SIDE, grounds, fonts, px)
    for _ in range(int(rng.poisson(0.6))):
        shot.thing()
    plane = view(rng, px, (SIDE / 2, SIDE / 2), 55)
    narrow = rng.choice([1.0, 5.7 / 6.3], p=[0.7, 0.3])
    cards = lay(rng, shot, plane, dealer, narrow, SIDE / 2 / px, zones)
    if rng.random() < 0.12:
        shot.thing()
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 3))):
            shot.hand(shot.point(), rng.uniform(0, 2 * np.pi))
    labels = np.full((MOST_CARDS, 10), -1, np.float32)
    for i, (own, up) in enumerate(cards):
        quad = through(own, CORNERS_CM)
        area = cv2.contourArea(quad)
        labels[i] = [*quad.ravel(), up, (shot.owner == i).sum() / max(area, 1)]
    return shot.taken(card_px), labels


def make(path, seed, count, split, decks, fonts, suit_fonts, grounds):
    """Writes `count` scenes of the decks of `split` (train, far, test, simulated): corners, face up, part seen."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed + 5000)
    known = held_in(decks)
    if split == "train":
        dealer = Dealer(rng, known, Press(rng, known.values(), fonts, suit_fonts), 0.5)
    else:
        press = Press(rng, known.values(), fonts, suit_fonts)
        dealer = Dealer(rng, held_out(split, decks, path.parent.parent), press, 0.0)
    zones = split == "train" and seed >= FIRST_WITH_ZONES
    made = [make_one(rng, dealer, grounds, fonts, zones) for _ in range(count)]
    partial = path.with_suffix(".tmp")
    with open(partial, "wb") as out:
        np.savez(out, scenes=np.array([picture for picture, _ in made]), labels=np.array([rows for _, rows in made]))
    partial.rename(path)
