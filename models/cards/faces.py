"""Faces and backs drawn here, so that indices, pips and figures of any style have been seen.

Every face is a design of its own. What it is, its corner says: a figure agrees with the corner, or shows another
rank, or nothing known, so that the corner is learnt to be trusted on decks whose figures were never seen.
"""

from functools import lru_cache

import cv2
import numpy as np
from decks import ALL_SIGNS, BACK, CLASSES, HEIGHT, JOKER, NO_SIGNS, NO_SUIT, ONE_SIGN, WIDTH
from PIL import Image, ImageDraw, ImageFont

GLYPHS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LEFT, MIDDLE, RIGHT = 0.3, 0.5, 0.7
FOUR = [(x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.8)]
EIGHT = [(x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.4, 0.6, 0.8)]
# Where a card's pips lie, in parts of its inner width and height.
PIPS = [
    [(MIDDLE, 0.5)],
    [(MIDDLE, 0.2), (MIDDLE, 0.8)],
    [(MIDDLE, 0.2), (MIDDLE, 0.5), (MIDDLE, 0.8)],
    FOUR,
    [*FOUR, (MIDDLE, 0.5)],
    [*FOUR, (LEFT, 0.5), (RIGHT, 0.5)],
    [*FOUR, (LEFT, 0.5), (RIGHT, 0.5), (MIDDLE, 0.35)],
    [*FOUR, (LEFT, 0.5), (RIGHT, 0.5), (MIDDLE, 0.35), (MIDDLE, 0.65)],
    [*EIGHT, (MIDDLE, 0.5)],
    [*EIGHT, (MIDDLE, 0.3), (MIDDLE, 0.7)],
]
COURT = 10
GLYPH_PX = 90


@lru_cache(20000)
def glyph(text, font):
    """How much ink there is, cut to the text."""
    face = ImageFont.truetype(font, GLYPH_PX)
    left, top, right, bottom = face.getbbox(text)
    picture = Image.new("L", (max(2, right - left), max(2, bottom - top)), 0)
    ImageDraw.Draw(picture).text((-left, -top), text, font=face, fill=255)
    return np.array(picture)


def number_ten(rng, font):
    """Both figures set close, as cards have it."""
    one, nought = (cv2.resize(glyph(t, font), None, fx=1, fy=GLYPH_PX / glyph(t, font).shape[0]) for t in "10")
    gap = np.zeros((one.shape[0], int(rng.integers(2, 16))), np.uint8)
    rows = min(one.shape[0], nought.shape[0])
    return np.hstack([one[:rows], gap[:rows], nought[:rows]])


def stamp(card, ink_mask, x, y, width, height, ink, turned=False):
    """Prints a mask, scaled, with its top left corner at (x, y)."""
    width, height, x, y = max(2, int(width)), max(2, int(height)), int(x), int(y)
    mask = cv2.resize(ink_mask, (width, height), interpolation=cv2.INTER_AREA)
    if turned:
        mask = mask[::-1, ::-1]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(WIDTH, x + width), min(HEIGHT, y + height)
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    card[y0:y1, x0:x1] = card[y0:y1, x0:x1] * (1 - part) + np.float32(ink) * part


def cut(card, radius, outline=None):
    """The card with its corners rounded: RGBA."""
    shape = Image.new("L", (WIDTH, HEIGHT), 0)
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), radius, fill=255)
    colour = np.clip(card, 0, 255).astype(np.uint8)
    if outline is not None:
        colour[[0, -1]], colour[:, [0, -1]] = outline, outline
    return np.dstack([colour, np.array(shape)])


def any_colour(rng, low, high):
    return rng.integers(low, high, 3).astype(np.float32)


class Press:
    """Draws faces from the art of `decks` and from fonts."""

    def __init__(self, rng, decks, fonts, suit_fonts):
        self.rng, self.fonts, self.suit_fonts = rng, fonts, suit_fonts
        self.figures = {rank: [] for rank in (10, 11, 12, JOKER, "other")}
        for deck in decks:
            for rank, suit, art in deck.cards:
                if rank in self.figures:
                    self.figures[rank].append((suit, art))
            self.figures["other"] += [(NO_SUIT, art) for art in deck.figures]

    def chance(self, p):
        return self.rng.random() < p

    def between(self, low, high):
        return self.rng.uniform(low, high)

    def one_of(self, things):
        return things[int(self.rng.integers(len(things)))]

    def inks(self):
        """Paper, and the ink of each suit."""
        paper = np.clip(self.rng.normal([250, 249, 245], [5, 5, 8]), 215, 255)
        if self.chance(0.08):
            paper = self.rng.uniform(190, 255, 3)
        red = np.float32([self.between(150, 245), self.between(0, 50), self.between(0, 65)])
        black = any_colour(self.rng, 0, 55)
        inks = [black, red, red, black]
        if self.chance(0.18):
            inks = [any_colour(self.rng, 0, 90) + [0, 70, 0], any_colour(self.rng, 0, 90) + [0, 30, 130], red, black]
        if self.chance(0.04):  # a dark deck
            paper, inks = any_colour(self.rng, 10, 60), [any_colour(self.rng, 150, 255) for _ in range(4)]
        return paper, inks

    def face(self, rank, suit):
        """A card of a rank (a joker too) and suit: RGBA, the suit that one can see on it, and how many signs it shows."""
        rng = self.rng
        paper, inks = self.inks()
        ink = inks[suit]
        card = np.empty((HEIGHT, WIDTH, 3), np.float32)
        card[:] = paper
        if rank == JOKER:
            self.joker(card, inks)
            return cut(card, self.between(4, 10)), NO_SUIT, NO_SIGNS
        font, suit_font = self.one_of(self.fonts), self.one_of(self.suit_fonts)
        pip = glyph(GLYPHS["cdhs"[suit]], suit_font)
        kind = rng.random()
        # Height of the index in parts of the card's: ordinary, large, jumbo.
        index_height = HEIGHT * (
            self.between(0.065, 0.115) if kind < 0.6 else self.between(0.11, 0.16) if kind < 0.85 else self.between(0.16, 0.27)
        )
        seen = suit
        plain = self.chance(0.04)
        signs = NO_SIGNS
        if rank >= COURT:
            agreed = self.court(card, rank, suit, inks)
        else:
            agreed = suit
            if not plain:
                signs = self.pips(card, rank, pip, ink, index_height)
        small = self.index(card, rank, font, pip, ink, paper, index_height)
        if not small and (rank >= COURT or plain):
            seen = suit if agreed == suit and rank >= COURT else NO_SUIT
        outline = any_colour(rng, 60, 190) if self.chance(0.3) else None
        return cut(card, self.between(4, 10), outline), seen, signs

    def index(self, card, rank, font, pip, ink, paper, height):
        """Signs in two or four corners; says whether a suit sign is among them."""
        rng = self.rng
        name = CLASSES[rank]
        letters = number_ten(rng, font) if name == "10" and self.chance(0.7) else glyph(name, font)
        width = min(letters.shape[1] * height / letters.shape[0] * self.between(0.6, 1.05), WIDTH * 0.3)
        width = max(width, height * 0.16)
        x, y = WIDTH * self.between(0.025, 0.07), HEIGHT * self.between(0.02, 0.055)
        style = rng.random()
        side = height * self.between(0.5, 0.95)
        stack = [(letters, x, y, width, height)]
        if style < 0.86:
            side = min(side, HEIGHT * 0.12)
            stack.append((pip, x + width / 2 - side / 2, y + height + HEIGHT * self.between(0.005, 0.02), side * 0.9, side))
        elif style < 0.93:
            stack.append((pip, x + width + WIDTH * 0.02, y + height * 0.1, side * 0.75, side * 0.8))
        corners = ["left"] if self.chance(0.68) else ["left", "right"] if self.chance(0.75) else ["right"] if self.chance(0.3) else ["left"]
        for turned in (False, True):
            for corner in corners:
                for mask, mx, my, mw, mh in stack:
                    mx = max(1, mx)
                    px = mx if corner == "left" else WIDTH - mx - mw
                    py = my
                    if turned:
                        px, py = WIDTH - px - mw, HEIGHT - my - mh
                    if self.backing:
                        x0, y0 = max(0, int(px) - 2), max(0, int(py) - 2)
                        card[y0 : int(py + mh) + 3, x0 : int(px + mw) + 3] = paper
                    stamp(card, mask, px, py, mw, mh, ink, turned)
        return len(stack) > 1

    @property
    def backing(self):
        return True

    def pips(self, card, rank, pip, ink, index_height):
        """One sign, as many as the rank, or a picture: says which."""
        rng = self.rng
        kind = rng.random()
        if rank == 0:
            size = HEIGHT * (self.between(0.13, 0.25) if kind < 0.6 else self.between(0.25, 0.6))
            stamp(card, pip, (WIDTH - size * 0.85) / 2, (HEIGHT - size) / 2, size * 0.85, size, ink)
            if self.chance(0.2):
                self.ornament(card, ink)
            return ONE_SIGN
        if kind < 0.2:  # one sign whatever the rank, as an ace has it: only the index tells
            if kind < 0.1:
                size, x, y = HEIGHT * self.between(0.12, 0.32), 0.5, 0.5
            else:
                size, x, y = HEIGHT * self.between(0.3, 0.6), self.between(0.3, 0.7), self.between(0.4, 0.65)
            stamp(card, pip, WIDTH * x - size * 0.42, HEIGHT * y - size / 2, size * 0.85, size, ink)
            return ONE_SIGN
        if kind < 0.24:  # a picture instead of pips
            self.scribble(card, 0.2, 0.12)
            return NO_SIGNS
        height = HEIGHT * self.between(0.10, 0.19)
        breadth = self.between(0.7, 1.05)
        squeeze_x, squeeze_y = self.between(0.62, 0.95), self.between(0.8, 0.98)
        for x, y in PIPS[rank]:
            px = WIDTH * (0.5 + (x - 0.5) * squeeze_x * 1.05) - height * breadth / 2
            py = HEIGHT * (0.5 + (y - 0.5) * squeeze_y * 1.12) - height / 2
            stamp(card, pip, px, py, height * breadth, height, ink, y > 0.5)
        if self.chance(0.1):
            self.ornament(card, ink)
        return ALL_SIGNS

    def ornament(self, card, ink):
        """A thin frame."""
        margin = int(self.between(3, 24))
        box = (margin, int(margin * self.between(0.6, 1.2)))
        cv2.rectangle(card, box, (WIDTH - 1 - box[0], HEIGHT - 1 - box[1]), [float(v) for v in (ink + 255) / 2], 1, cv2.LINE_AA)

    def court(self, card, rank, suit, inks):
        """The figure; the suit that it shows."""
        kind = self.rng.random()
        x, y = self.between(0.13, 0.2), self.between(0.06, 0.11)
        if kind < 0.72:
            wanted = rank if kind < 0.4 else self.one_of([10, 11, 12, 10, 11, 12, JOKER, "other"])
            pictures = self.figures[wanted]
            same = [picture for picture in pictures if picture[0] == suit]
            shown, art = self.one_of(same if same and self.chance(0.7) else pictures)
            panel = art[int(HEIGHT * y) : int(HEIGHT * (1 - y)), int(WIDTH * x) : int(WIDTH * (1 - x)), :3].astype(np.float32)
            if kind >= 0.4:
                panel = self.recoloured(panel)
            if self.chance(0.2):  # one figure, not two halves
                panel = panel[: int(len(panel) * self.between(0.5, 0.9))]
            self.place(card, panel, x, y)
        else:
            shown = NO_SUIT
            self.scribble(card, x, y)
            if self.chance(0.3):
                inside = glyph(self.one_of("JQKAIMNRTWX♛♚"), self.one_of(self.fonts[:40]))
                size = HEIGHT * self.between(0.2, 0.6)
                stamp(card, inside, WIDTH * 0.5 - size * 0.3, HEIGHT * 0.5 - size / 2, size * 0.6, size, inks[suit])
        if self.chance(0.6):
            at, to = (int(WIDTH * x), int(HEIGHT * y)), (int(WIDTH * (1 - x)), int(HEIGHT * (1 - y)))
            cv2.rectangle(card, at, to, [float(v) for v in any_colour(self.rng, 0, 160)], 1, cv2.LINE_AA)
        return shown

    def place(self, card, panel, x, y):
        x0, y0 = int(WIDTH * x), int(HEIGHT * y)
        card[y0 : HEIGHT - y0, x0 : WIDTH - x0] = cv2.resize(
            panel, (WIDTH - 2 * x0, HEIGHT - 2 * y0), interpolation=cv2.INTER_AREA
        )

    def recoloured(self, panel):
        kind = self.rng.random()
        if kind < 0.25:
            panel = panel[..., self.rng.permutation(3)]
        elif kind < 0.4:
            panel = np.repeat(panel.mean(-1, keepdims=True), 3, -1)
        elif kind < 0.5:
            panel = 255 - panel
        if self.chance(0.4):
            panel = panel[:, ::-1]
        return np.clip(panel * self.rng.uniform(0.7, 1.15, 3), 0, 255)

    def scribble(self, card, x, y):
        """A busy two-headed picture that says nothing of the rank."""
        rng = self.rng
        x0, y0 = int(WIDTH * x), int(HEIGHT * y)
        width, height = WIDTH - 2 * x0, HEIGHT - 2 * y0
        half = height // 2
        panel = np.empty((height, width, 3), np.float32)
        panel[:] = card[y0, x0] if self.chance(0.6) else any_colour(rng, 60, 255)
        inks = [[float(v) for v in any_colour(rng, 0, 255)] for _ in range(4)]

        def point():
            return int(rng.integers(0, width)), int(rng.integers(0, half + 20))

        for _ in range(int(rng.integers(4, 24))):
            ink = self.one_of(inks)
            shape = rng.random()
            if shape < 0.35:
                cv2.circle(panel, point(), int(rng.integers(3, 26)), ink, -1, cv2.LINE_AA)
            elif shape < 0.7:
                cv2.fillPoly(panel, [np.array([point() for _ in range(int(rng.integers(3, 6)))])], ink, cv2.LINE_AA)
            else:
                cv2.line(panel, point(), point(), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        if self.chance(0.75):
            panel[height - half :] = panel[:half][::-1, ::-1]
        card[y0 : HEIGHT - y0, x0 : WIDTH - x0] = panel

    def joker(self, card, inks):
        """The word or a star in the corners, and some figure."""
        rng, font = self.rng, self.one_of(self.fonts)
        ink = self.one_of(inks) if self.chance(0.8) else any_colour(rng, 0, 200)
        kind = rng.random()
        x, y = self.between(0.14, 0.25), self.between(0.08, 0.2)
        if kind < 0.35 and self.figures[JOKER]:
            _, art = self.one_of(self.figures[JOKER])
            edge_x, edge_y = (int(WIDTH * 0.15), int(HEIGHT * 0.12))
            panel = art[edge_y : HEIGHT - edge_y, edge_x : WIDTH - edge_x, :3].astype(np.float32)
            self.place(card, self.recoloured(panel) if self.chance(0.6) else panel, x, y)
        elif kind < 0.6:
            _, art = self.one_of(self.figures[self.one_of([10, 11, 12, "other"])])
            self.place(card, self.recoloured(art[30:-30, 28:-28, :3].astype(np.float32)), x, y)
        elif kind < 0.85:
            self.scribble(card, x, y)
        text = "JOKER" if self.chance(0.75) else "Joker"
        kind = rng.random()
        if kind < 0.5:  # letters under one another
            size, top = HEIGHT * self.between(0.04, 0.085), HEIGHT * self.between(0.02, 0.06)
            left, gap = WIDTH * self.between(0.03, 0.07), self.between(1.02, 1.3)
            for i, letter in enumerate(text):
                mask = glyph(letter, font)
                width = min(size * 0.8, max(size * 0.3, mask.shape[1] * size / mask.shape[0] * 0.85))
                for turned in (False, True):
                    px, py = left + (size * 0.8 - width) / 2, top + i * size * gap
                    if turned:
                        px, py = WIDTH - px - width, HEIGHT - py - size
                    stamp(card, mask, px, py, width, size, ink, turned)
        elif kind < 0.68:  # along the edge
            mask = np.rot90(glyph(text, font), 3 if self.chance(0.7) else 1).copy()
            length = HEIGHT * self.between(0.2, 0.45)
            breadth = max(5, mask.shape[1] * length / mask.shape[0])
            for turned in (False, True):
                px, py = WIDTH * 0.04, HEIGHT * 0.04
                if turned:
                    px, py = WIDTH - px - breadth, HEIGHT - py - length
                stamp(card, mask, px, py, breadth, length, ink, turned)
        elif kind < 0.85:  # a star
            mask = glyph("★" if self.chance(0.8) else "☆", self.suit_fonts[0])
            size = HEIGHT * self.between(0.06, 0.13)
            for turned in (False, True):
                px, py = WIDTH * 0.05, HEIGHT * 0.035
                if turned:
                    px, py = WIDTH - px - size, HEIGHT - py - size
                stamp(card, mask, px, py, size, size, ink, turned)
        if kind > 0.8 or self.chance(0.25):  # across
            mask = glyph(text, font)
            width = WIDTH * self.between(0.35, 0.85)
            height = min(mask.shape[0] * width / mask.shape[1], HEIGHT * 0.2)
            stamp(card, mask, (WIDTH - width) / 2, HEIGHT * self.between(0.03, 0.8), width, height, ink)

    def back(self):
        """Lines, a grid, dots, rings, a lattice of signs or a picture, with or without a rim and a medallion."""
        rng = self.rng
        paper = np.clip(rng.normal(248, 6, 3), 0, 255)
        ink = any_colour(rng, 10, 210)
        light = (ink + paper) / 2 if self.chance(0.5) else paper if self.chance(0.8) else any_colour(rng, 0, 255)
        step, style = int(rng.integers(6, 30)), rng.random()
        pattern = np.empty((HEIGHT, WIDTH, 3), np.float32)
        pattern[:] = ink
        pen, thick = [float(v) for v in light], int(rng.integers(1, 4))
        for i in range(-HEIGHT, WIDTH + HEIGHT, step):
            if style < 0.3:
                cv2.line(pattern, (i, 0), (i + HEIGHT, HEIGHT), pen, thick, cv2.LINE_AA)
                cv2.line(pattern, (i, 0), (i - HEIGHT, HEIGHT), pen, thick, cv2.LINE_AA)
            elif style < 0.42:
                cv2.line(pattern, (0, i), (WIDTH, i), pen, thick)
                cv2.line(pattern, (i, 0), (i, HEIGHT), pen, thick)
            elif style < 0.62 and 0 < i < HEIGHT:
                for x in range(0, WIDTH, step):
                    cv2.circle(pattern, (x, i), max(1, int(step * 0.3)), pen, -1 if self.chance(0.5) else 1, cv2.LINE_AA)
            elif style < 0.72 and i > 0:
                cv2.circle(pattern, (WIDTH // 2, HEIGHT // 2), i, pen, thick, cv2.LINE_AA)
        if style >= 0.72:
            half = HEIGHT // 2 + 1
            for _ in range(int(rng.integers(10, 60))):
                at = (int(rng.integers(0, WIDTH)), int(rng.integers(0, half)))
                pen = [float(v) for v in light + (ink - light) * rng.random()]
                if self.chance(0.5):
                    cv2.circle(pattern, at, int(rng.integers(2, 26)), pen, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
                else:
                    cv2.ellipse(pattern, at, (int(rng.integers(4, 40)), int(rng.integers(2, 16))), rng.uniform(0, 180), 0, 360, pen, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
            if self.chance(0.7):
                pattern[:, WIDTH - WIDTH // 2 :] = pattern[:, : WIDTH // 2][:, ::-1]
            pattern[HEIGHT - half :] = pattern[:half][::-1, ::-1]
        if self.chance(0.4):
            cv2.circle(pattern, (WIDTH // 2, HEIGHT // 2), int(self.between(10, 50)), [float(v) for v in paper], -1, cv2.LINE_AA)
            cv2.circle(pattern, (WIDTH // 2, HEIGHT // 2), int(self.between(6, 40)), [float(v) for v in any_colour(rng, 0, 220)], -1, cv2.LINE_AA)
        rim = int(rng.integers(2, 15)) if self.chance(0.8) else 0
        card = np.empty((HEIGHT, WIDTH, 3), np.float32)
        card[:] = paper
        card[rim : HEIGHT - rim, rim : WIDTH - rim] = pattern[rim : HEIGHT - rim, rim : WIDTH - rim]
        return cut(card, self.between(4, 10))


def random_card(press, rank=None):
    """A drawn card as (rank, suit, picture, how many signs it shows)."""
    rng = press.rng
    if rank is None:
        rank = int(rng.integers(13)) if rng.random() < 0.95 else JOKER
    if rank == BACK:
        return BACK, NO_SUIT, press.back(), NO_SIGNS
    picture, suit, signs = press.face(rank, int(rng.integers(4)))
    return rank, suit, picture, signs
