"""Decks drawn here from fonts and suit glyphs, so that indices and pips of any style have been seen."""

import cv2
import numpy as np
from decks import ART_PX_PER_CM, CLASSES, HEIGHT, WIDTH, Deck
from PIL import Image, ImageDraw, ImageFont

SUITS = "♠♥♦♣"
LEFT, MIDDLE, RIGHT = 0.3, 0.5, 0.7
FOUR = [(x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.8)]
EIGHT = [(x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.4, 0.6, 0.8)]
# Where a card's pips lie, in parts of its inner width and height.
PIPS = {
    "A": [(MIDDLE, 0.5)],
    "2": [(MIDDLE, 0.2), (MIDDLE, 0.8)],
    "3": [(MIDDLE, 0.2), (MIDDLE, 0.5), (MIDDLE, 0.8)],
    "4": FOUR,
    "5": [*FOUR, (MIDDLE, 0.5)],
    "6": [*FOUR, (LEFT, 0.5), (RIGHT, 0.5)],
    "7": [*FOUR, (LEFT, 0.5), (RIGHT, 0.5), (MIDDLE, 0.35)],
    "8": [*FOUR, (LEFT, 0.5), (RIGHT, 0.5), (MIDDLE, 0.35), (MIDDLE, 0.65)],
    "9": [*EIGHT, (MIDDLE, 0.5)],
    "10": [*EIGHT, (MIDDLE, 0.3), (MIDDLE, 0.7)],
}
CORNER = int(ART_PX_PER_CM * 0.3)


def colour(rng, low, high):
    return tuple(int(v) for v in rng.integers(low, high, 3))


def glyph(text, font, size, ink):
    face = ImageFont.truetype(font, size)
    left, top, right, bottom = face.getbbox(text)
    picture = Image.new("RGBA", (max(1, right - left + 2), max(1, bottom - top + 2)), (*ink, 0))
    ImageDraw.Draw(picture).text((1 - left, 1 - top), text, font=face, fill=(*ink, 255))
    return picture


def blank(paper, outline=None):
    picture = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    box = (0, 0, WIDTH - 1, HEIGHT - 1)
    ImageDraw.Draw(picture).rounded_rectangle(box, CORNER, fill=(*paper, 255), outline=outline)
    return picture


def drawn_deck(rng, fonts, suit_font):
    """A deck with one style throughout: font, size and number of indices, inks, pips, courts."""
    font = fonts[int(rng.integers(len(fonts)))]
    paper = tuple(int(v) for v in np.clip(rng.normal([250, 249, 245], [4, 5, 7]), 225, 255))
    red = (int(rng.integers(170, 240)), int(rng.integers(0, 45)), int(rng.integers(0, 60)))
    black = colour(rng, 0, 50)
    four_colours = rng.random() < 0.2
    inks = [black, red, (20, 60, 200) if four_colours else red, (10, 120, 40) if four_colours else black]
    index_height = int(HEIGHT * rng.uniform(0.10, 0.23))
    squeeze = rng.uniform(0.65, 1.0)
    four_indices = rng.random() < 0.3
    small_pips = rng.random() < 0.85
    pip_height = int(HEIGHT * rng.uniform(0.13, 0.19))
    one_large_pip = rng.random() < 0.12
    framed = rng.random() < 0.4
    outline = (60, 60, 60, 255) if rng.random() < 0.3 else None
    cards = []
    for suit, ink in zip(SUITS, inks):
        for rank, name in enumerate(CLASSES[:13]):
            picture = blank(paper, outline)
            if name in PIPS and one_large_pip:
                pip = glyph(suit, suit_font, HEIGHT // 2, ink).resize((WIDTH // 2, int(HEIGHT * 0.4)))
                picture.alpha_composite(pip, (WIDTH // 4, int(HEIGHT * 0.3)))
            elif name in PIPS:
                scale = rng.uniform(1, 2.2) if name == "A" else 1.0
                size = (int(pip_height * 0.85 * scale), int(pip_height * scale))
                pip = glyph(suit, suit_font, pip_height * 2, ink).resize(size, Image.LANCZOS)
                for x, y in PIPS[name]:
                    turned = pip if y <= 0.5 else pip.transpose(Image.ROTATE_180)
                    at = (int(WIDTH * (0.12 + 0.76 * x) - size[0] / 2), int(HEIGHT * (0.04 + 0.92 * y) - size[1] / 2))
                    picture.alpha_composite(turned, (max(0, at[0]), max(0, at[1])))
            else:
                picture = court(rng, picture, paper, red, black, framed)
            half = indices(name, suit, font, suit_font, ink, index_height, squeeze, small_pips, four_indices)
            picture.alpha_composite(half)
            picture.alpha_composite(half.transpose(Image.ROTATE_180))
            cards.append((rank, np.array(picture)))
    return Deck("drawn", cards, [drawn_back(rng, paper) for _ in range(2)])


def indices(name, suit, font, suit_font, ink, height, squeeze, small_pips, four):
    half = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    index = glyph(name, font, max(6, int(height * 1.25)), ink)
    width = max(3, int(min(index.width * height / index.height * squeeze, WIDTH * 0.26)))
    index = index.resize((width, height), Image.LANCZOS)
    x, y = int(WIDTH * 0.04), int(HEIGHT * 0.03)
    half.alpha_composite(index, (x, y))
    if small_pips:
        side = max(3, int(height * 0.6))
        pip = glyph(suit, suit_font, max(6, int(height * 0.9)), ink).resize((side, side))
        half.alpha_composite(pip, (x, y + height + 2))
    if four:
        half.alpha_composite(index, (WIDTH - x - width, y))
    return half


def court(rng, picture, paper, red, black, framed):
    """A busy two-headed picture that says nothing of the rank: the index alone must be read."""
    card = np.array(picture)
    x0, x1, y0, y1 = int(WIDTH * 0.2), int(WIDTH * 0.8), int(HEIGHT * 0.1), int(HEIGHT * 0.9)
    width, half = x1 - x0, (y1 - y0) // 2
    panel = np.full((y1 - y0, width, 3), paper, np.uint8)
    inks = [red, black, (240, 200, 40), (30, 60, 160), (230, 180, 150), (20, 110, 60)]

    def point():
        return int(rng.integers(0, width)), int(rng.integers(0, half + 8))

    for _ in range(int(rng.integers(4, 14))):
        ink = inks[int(rng.integers(len(inks)))]
        if rng.random() < 0.5:
            cv2.circle(panel, point(), int(rng.integers(3, 16)), ink, -1)
        else:
            cv2.fillPoly(panel, [np.array([point(), point(), point()])], ink)
    panel[half : 2 * half] = panel[:half][::-1, ::-1]
    card[y0:y1, x0:x1, :3] = panel
    if framed:
        cv2.rectangle(card, (x0, y0), (x1, y1), (*black, 255), 1)
    return Image.fromarray(card)


def drawn_back(rng, paper=(250, 250, 248)):
    """A back: lines, a grid or dots in one colour, with or without a rim and a medallion."""
    card = np.array(blank(paper))
    ink, rim, step, style = colour(rng, 10, 200), int(rng.integers(0, 7)), int(rng.integers(4, 14)), rng.random()
    light = tuple(int(v) for v in (np.array(ink) + np.array(paper)) / 2) if rng.random() < 0.6 else paper
    pattern = np.full((HEIGHT, WIDTH, 3), ink, np.uint8)
    for i in range(-HEIGHT, WIDTH + HEIGHT, step):
        if style < 0.35:
            cv2.line(pattern, (i, 0), (i + HEIGHT, HEIGHT), light, 1)
            cv2.line(pattern, (i, 0), (i - HEIGHT, HEIGHT), light, 1)
        elif style < 0.6:
            cv2.line(pattern, (0, i), (WIDTH, i), light, 1)
            cv2.line(pattern, (i, 0), (i, HEIGHT), light, 1)
        elif style < 0.8 and 0 < i < HEIGHT:
            for x in range(0, WIDTH, step):
                cv2.circle(pattern, (x, i), max(1, step // 4), light, -1)
    if rng.random() < 0.3:
        cv2.ellipse(pattern, (WIDTH // 2, HEIGHT // 2), (WIDTH // 4, HEIGHT // 4), 0, 0, 360, light, -1)
    inner = (slice(rim, HEIGHT - rim), slice(rim, WIDTH - rim))
    card[inner][..., :3] = pattern[inner]
    return card
