"""Crops of single cards for the reading model, and what is no card."""

import cv2
import numpy as np
from camera import CORNERS_CM, Shot, placed, through, view
from decks import ALL_SIGNS, BACK, FAR, JOKER, NO_SIGNS, NO_SUIT, NOTHING, ONE_SIGN, TEST, sheets
from faces import COURT, Press, random_card

# Width and height of a crop, and the rim around the card in it.
CROP = (96, 128)
RIM = (7, 6)
CROP_CORNERS = np.float32(
    [[RIM[0], RIM[1]], [CROP[0] - RIM[0], RIM[1]], [CROP[0] - RIM[0], CROP[1] - RIM[1]], [RIM[0], CROP[1] - RIM[1]]]
) - 0.5
# Where a card's corner signs are, on its own plane: half-turns of one another.
CORNER_CM = CORNERS_CM[0] + np.float32([[0.1, 0.1], [1.3, 0.1], [1.3, 2.0], [0.1, 2.0]])
NARROWEST, WIDEST = 18, 110
STOCK = 250


class Dealer:
    """Hands out cards of known decks and of drawn ones; keeps a stock of drawn ones for what lies around."""

    def __init__(self, rng, decks, press, drawn_share):
        self.rng, self.decks, self.press, self.drawn_share = rng, decks, press, drawn_share
        self.stock = [random_card(press) for _ in range(STOCK)] if drawn_share else []
        self.backs = [press.back() for _ in range(40)]

    def target(self):
        """A card to be read, how many signs it shows, and a function that gives cards of the same kind to lie around it."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.09:
            rank = BACK
        elif kind < 0.145:
            rank = JOKER
        else:
            rank = int(rng.choice(13, p=RANK_SHARES))
        if rng.random() < self.drawn_share:
            card = random_card(self.press, rank)
            if rank != BACK:
                self.stock[int(rng.integers(STOCK))] = card
            return card[:3], card[3], lambda: self.stock[int(rng.integers(STOCK))]
        names = list(self.decks)
        deck = self.decks[names[int(rng.integers(len(names)))]]
        if rank == BACK:
            return (BACK, NO_SUIT, deck.backs[int(rng.integers(len(deck.backs)))]), NO_SIGNS, lambda: any_of(rng, deck)
        choice = [card for card in deck.cards if card[0] == rank]
        card = choice[int(rng.integers(len(choice)))] if choice else any_of(rng, deck)
        signs = ONE_SIGN if card[0] == 0 else ALL_SIGNS if card[0] < COURT else NO_SIGNS
        return card, signs, lambda: any_of(rng, deck)

    def back(self):
        return self.backs[int(self.rng.integers(len(self.backs)))]


RANK_SHARES = np.array([1.2, 1, 1, 1, 1, 1.1, 1, 1, 1.1, 1.1, 1.5, 1.5, 1.5])
RANK_SHARES = RANK_SHARES / RANK_SHARES.sum()


def any_of(rng, deck):
    return deck.cards[int(rng.integers(len(deck.cards)))]


def cut(picture, quad):
    """The card in these corners, upright, with a rim."""
    matrix = cv2.getPerspectiveTransform(np.float32(quad), CROP_CORNERS)
    return cv2.warpPerspective(picture, matrix, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def shaken(rng, quad):
    """Corners as a finding model gives them."""
    middle, wild = quad.mean(0), 2.0 if rng.random() < 0.15 else 1.0
    side = np.linalg.norm(quad[1] - quad[0])
    turn, grown = rng.normal(0, 0.035) * wild, np.exp(rng.normal(0, 0.03) * wild)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * grown
    out = (quad - middle) @ spin + middle + rng.normal(0, 0.02 * wild, 2) * side
    return out + rng.normal(0, 0.018 * wild, (4, 2)) * side


def seen(owner, number, matrix, corners):
    """The part of a region of the card's plane that shows the card."""
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.int32(np.round(through(matrix, corners))), 1)
    inside = mask > 0
    whole = inside.sum()
    return (owner[inside] == number).mean() if whole else 0.0


def make_one(rng, dealer, grounds, fonts):
    """One crop with its rank, suit, how many signs the card shows and its width, or nothing when it cannot be said what it shows."""
    # On a table that is filmed whole, cards are narrow: half of what is learnt from is.
    low, high = (NARROWEST, 45) if rng.random() < 0.5 else (32, WIDEST)
    card_px = np.exp(rng.uniform(np.log(low), np.log(high)))
    px = card_px / 6.3
    side = int(card_px * 1.9) + 8
    shot = Shot(rng, side, side, grounds, fonts, px)
    plane = view(rng, px, (side / 2, side / 2), 55)
    (rank, suit, art), signs_shown, others = dealer.target()
    narrow = rng.choice([1.0, 5.7 / 6.3, rng.uniform(0.86, 1.05)], p=[0.6, 0.25, 0.15])
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.choice(4) * np.pi / 2 + rng.normal(0, 0.15)
    own = plane @ placed(0, 0, angle, narrow)
    no_card = rng.random() < 0.07

    def lay(x, y, turn, number):
        face = dealer.back() if rng.random() < 0.1 else others()[2]
        shot.card(face, through(plane @ placed(x, y, turn, narrow), CORNERS_CM), number)

    row = rng.random() < 0.5
    for i in range(int(rng.poisson(1.6))):
        if row and rng.random() < 0.5:
            way = angle + rng.choice([0, np.pi])
            away = rng.uniform(5.9, 9)
            lay(np.cos(way) * away, np.sin(way) * away, angle + rng.normal(0, 0.1) + rng.choice([0, np.pi]), 10 + i)
        else:
            far = rng.normal(0, rng.choice([0.5, 2.5, 6]), 2) + ([0, 0] if not no_card else rng.choice([-8, 8], 2))
            lay(*far, angle + rng.choice([rng.normal(0, 0.25), rng.uniform(0, 6.3)]), 10 + i)
    quad = through(own, CORNERS_CM)
    if not no_card:
        shot.card(art, quad, 0)
        kind = rng.random()
        if kind < 0.2:  # another card over it
            away, way = rng.uniform(2.0, 8.5), rng.uniform(0, 2 * np.pi)
            lay(np.cos(way) * away, np.sin(way) * away, angle + rng.choice([rng.normal(0, 0.3), rng.uniform(0, 6.3)]), 50)
        elif kind < 0.3:
            edge = rng.uniform(0, 2 * np.pi)
            way = quad.mean(0) + np.array([np.cos(edge), np.sin(edge)]) * card_px * rng.uniform(0.25, 0.9)
            shot.hand(way, edge + rng.normal(0, 0.4), int(rng.integers(1, 5)))
        elif kind < 0.36:
            shot.thing()
    elif rng.random() < 0.4:
        shot.hand(shot.point(), rng.uniform(0, 6.3))
    picture = shot.taken(card_px)
    if no_card:
        if (shot.owner[side // 4 : -side // 4, side // 4 : -side // 4] >= 0).mean() > 0.35:
            return None
        return cut(picture, shaken(rng, quad)), NOTHING, NO_SUIT, NO_SIGNS, card_px
    if rng.random() < 0.05:  # corners that are no card's
        kind = rng.random()
        if kind < 0.5:
            way, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.9)
            wrong = placed(np.cos(way) * away * 6.3, np.sin(way) * away * 8.9, 0)
        elif kind < 0.75:
            wrong = placed(0, 0, np.pi / 2 + rng.normal(0, 0.2), 1, rng.uniform(0.7, 1.2))
        else:
            wrong = placed(*rng.normal(0, 1, 2), rng.normal(0, 0.2), 1, rng.choice([rng.uniform(0.3, 0.55), rng.uniform(1.8, 2.5)]))
        return cut(picture, through(own @ wrong, CORNERS_CM)), NOTHING, NO_SUIT, NO_SIGNS, card_px
    whole = seen(shot.owner, 0, own, CORNERS_CM)
    signs = max(seen(shot.owner, 0, own, CORNER_CM), seen(shot.owner, 0, own, -CORNER_CM))
    if whole >= 0.75 or (rank != BACK and signs > 0.93 and whole > 0.2) or (rank == BACK and whole > 0.45):
        label = rank
    elif whole < 0.2 or (whole < 0.5 and signs < 0.3):
        label, suit, signs_shown = NOTHING, NO_SUIT, NO_SIGNS
        rival = [np.mean(shot.owner == n) for n in range(10, 60)]
        if max(rival) * side * side > 0.5 * card_px**2 * 1.41:
            return None
    else:
        return None
    crop = cut(picture, shaken(rng, quad))
    return (crop if rng.random() < 0.5 else crop[::-1, ::-1]), label, suit, signs_shown, card_px


def held_out(split, decks, work):
    """The decks of a family that training does not see."""
    return sheets(work) if split == "simulated" else {name: decks[name] for name in {"far": FAR, "test": TEST}[split]}


def held_in(decks):
    """The decks that training may see."""
    return {name: deck for name, deck in decks.items() if name not in FAR + TEST}


def make(path, seed, count, split, decks, fonts, suit_fonts, grounds):
    """Writes `count` crops of the decks of `split` (train, far, test, simulated) to `path`."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    known = held_in(decks)
    press = Press(rng, known.values(), fonts, suit_fonts)
    if split == "train":
        # Most decks that are sold have the English pattern.
        twice = {f"{name} again": known[name] for name in ("anglo", "anglo_modern", "kde-standard", "gnomangelo") if name in known}
        dealer = Dealer(rng, known | twice, press, 0.55)
    else:
        dealer = Dealer(rng, held_out(split, decks, path.parent.parent), press, 0.0)
    crops, labels, widths = [], [], []
    while len(crops) < count:
        made = make_one(rng, dealer, grounds, fonts)
        if made is not None:
            crops.append(made[0])
            labels.append(made[1:4])
            widths.append(made[4])
    partial = path.with_suffix(".tmp")
    with open(partial, "wb") as out:
        np.savez(out, crops=np.array(crops), labels=np.array(labels, np.uint8), widths=np.array(widths, np.float32))
    partial.rename(path)
