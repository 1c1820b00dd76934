"""Pieces of a table, seen from above, with cards whose places and ranks are known.

A scene is 24 x 24 cm at 10 pixels a centimetre: cloth, lines, piles or rows or single cards, hands
over them, then what a camera does to it (light, lens blur, resolution, motion, noise, compression),
brought back to the table's own scale as slapsight's rectification does.

Labels are rows of: x, y (centimetres from the scene's corner), angle of the card's short side
(radians, clockwise in the picture), class, 0, visible part 0..1.
"""

import cv2
import numpy as np
from decks import ART_PX_PER_CM, BACK, CARD_CM, FAR, HEIGHT, JOKER, NOTHING, TEST, WIDTH
from drawn import drawn_back, drawn_deck

PX_PER_CM = 10.0
SIDE_CM = 24.0
SIDE = int(SIDE_CM * PX_PER_CM)
# The finding model sees 6 pixels a centimetre.
FIND_SIDE = 144
# The reading model sees a card upright at this scale.
CROP, CROP_PX_PER_CM = (72, 96), 9.7

CLOTHS = [(20, 110, 50), (10, 90, 40), (30, 130, 70), (25, 60, 130), (110, 25, 35), (40, 40, 45), (90, 90, 95),
          (120, 80, 45), (30, 90, 100), (200, 195, 185)]  # fmt: skip
SKINS = [(235, 195, 170), (200, 150, 120), (150, 105, 80), (95, 65, 50), (60, 42, 35), (220, 175, 150)]
# A card of which this part is seen must be found and read; below the second it counts as hidden.
VISIBLE, HIDDEN = 0.6, 0.3


def smooth_noise(rng, amplitude, cells):
    grid = rng.normal(0, amplitude, (cells, cells)).astype(np.float32)
    return cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)


def pixel(at):
    return tuple(int(v) for v in np.asarray(at) * PX_PER_CM)


def unit(angle):
    return np.array([np.cos(angle), np.sin(angle)])


class Scene:
    """A picture being laid, card by card."""

    def __init__(self, rng, deck):
        self.rng, self.deck = rng, deck
        self.by_class = {}
        for card_class, art in deck.cards:
            self.by_class.setdefault(card_class, []).append(art)
        self.back = deck.backs[int(rng.integers(len(deck.backs)))] if rng.random() < 0.6 else drawn_back(rng)
        self.size = rng.normal(1, 0.02)
        # Bridge cards are narrower.
        self.narrow = 5.7 / 6.3 if rng.random() < 0.25 else 1.0
        self.light, self.slope = rng.uniform(0.55, 1.05), rng.normal(0, 0.004, 2)
        self.picture = self.ground()
        self.owner = np.full((SIDE, SIDE), -1, np.int32)
        self.cards = []

    def ground(self):
        rng = self.rng
        cloth = CLOTHS[int(rng.integers(3 if rng.random() < 0.4 else len(CLOTHS)))]
        tone = np.clip(np.array(cloth) * rng.uniform(0.6, 1.4) + rng.normal(0, 12, 3), 0, 255)
        picture = np.full((SIDE, SIDE, 3), tone, np.float32)
        picture += smooth_noise(rng, rng.uniform(0, 12), int(rng.integers(4, 20)))[..., None]
        picture += smooth_noise(rng, rng.uniform(0, 8), 120)[..., None]
        if rng.random() < 0.2:  # wood
            grain = np.linspace(0, rng.uniform(20, 120), SIDE) + smooth_noise(rng, 2, 6)[0]
            picture += (np.sin(grain) * 10)[:, None, None]
        for _ in range(int(rng.integers(0, 6))):
            ink = (255, 255, 255) if rng.random() < 0.7 else tuple(int(v) for v in rng.integers(0, 255, 3))
            way = unit(np.radians(rng.choice([0, 90]) + rng.normal(0, 2))) * 40
            at = np.full(2, rng.uniform(0, SIDE_CM))
            cv2.line(picture, pixel(at - way), pixel(at + way), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        return picture

    def put(self, x, y, angle, face_up=True, lift=0.0):
        """Lays a card; `lift` is how much nearer to the camera it is, as a part."""
        rng = self.rng
        card_class, art = BACK, self.back
        if face_up:
            classes = sorted(self.by_class)
            ranks = [c for c in classes if c != JOKER]
            card_class = classes[int(rng.integers(len(classes)))]
            if card_class == JOKER and rng.random() < 0.6:
                card_class = ranks[int(rng.integers(len(ranks)))]
            arts = self.by_class[card_class]
            art = arts[int(rng.integers(len(arts)))]
        scale = PX_PER_CM / ART_PX_PER_CM * self.size * (1 + lift)
        cos, sin = np.cos(angle), np.sin(angle)
        matrix = np.array([[cos * scale * self.narrow, -sin * scale, 0], [sin * scale * self.narrow, cos * scale, 0]])
        matrix[:, 2] = np.array([x, y]) * PX_PER_CM - matrix[:, :2] @ [WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5]
        layer = cv2.warpAffine(art, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR).astype(np.float32)
        opaque = layer[..., 3:] / 255
        if rng.random() < 0.9:
            self.shade(opaque, rng.uniform(0.8, 3) * (1 + lift * 20), rng.normal(0, 1 + lift * 30, 2), (0.1, 0.45))
        light = self.light * (1 + self.slope[0] * (x - 12) + self.slope[1] * (y - 12))
        self.picture = self.picture * (1 - opaque) + layer[..., :3] * opaque * light
        self.owner[opaque[..., 0] > 0.5] = len(self.cards)
        self.cards.append((x, y, angle, card_class))

    def shade(self, opaque, blur, shift, depth):
        shadow = cv2.GaussianBlur(opaque[..., 0], (0, 0), blur)
        shadow = cv2.warpAffine(shadow, np.float32([[1, 0, shift[0]], [0, 1, shift[1]]]), (SIDE, SIDE))
        self.picture *= 1 - shadow[..., None] * self.rng.uniform(*depth) * (1 - opaque)

    def lay(self):
        """Piles, a Foundation's row, single cards, or a card held in fingers over others."""
        rng = self.rng
        way = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.15) if rng.random() < 0.85 else rng.uniform(0, np.pi)
        kind = rng.random()
        if kind < 0.5:
            two = [(6.5, 12), (17.5, 12)]
            for x, y in two if rng.random() < 0.7 else [(rng.uniform(6, 18), rng.uniform(6, 18))]:
                spread, turn, shift = rng.uniform(0.05, 0.9), rng.uniform(0.02, 0.25), rng.normal(0, 0.8, 2)
                for _ in range(int(rng.integers(1, 12))):
                    at = np.array([x, y]) + shift + rng.normal(0, spread, 2)
                    self.put(*at, way + rng.normal(0, turn), rng.random() > 0.03)
        elif kind < 0.8:
            self.row()
        else:
            for _ in range(int(rng.integers(1, 5))):
                at = rng.uniform(3, 21, 2)
                self.put(*at, rng.uniform(0, 2 * np.pi), rng.random() > 0.25, rng.uniform(0, 0.1))
        if rng.random() < 0.25:
            self.held()
        elif rng.random() < 0.3:
            for _ in range(int(rng.integers(1, 3))):
                away = rng.uniform(0, 2 * np.pi)
                self.hand(np.array([12, 12]) + rng.uniform(3, 17) * unit(away), away + rng.normal(0, 0.4))

    def row(self):
        rng = self.rng
        places, gap, across = int(rng.integers(2, 5)), rng.uniform(5.6, 7.6), rng.uniform(7, 17)
        lying = rng.random() < 0.5
        for i in range(places):
            p = 12 - (places - 1) * gap / 2 + i * gap + rng.normal(0, 0.25)
            q = across + rng.normal(0, 0.4)
            angle = rng.normal(0, 0.08) + (0 if lying else np.pi / 2)
            pile, live = int(rng.integers(1, 5)), rng.random() < 0.8
            for j in range(pile):
                x, y = (p, q) if lying else (q, p)
                self.put(x, y, angle + rng.normal(0, 0.04), live and j == pile - 1)

    def held(self):
        """A card gripped at one edge by a thumb below and fingers on top."""
        rng = self.rng
        at, angle = rng.uniform(6, 18, 2), rng.uniform(0, 2 * np.pi)
        self.put(*at, angle, rng.random() > 0.15, rng.uniform(0, 0.08))
        edge = rng.uniform(0, 2 * np.pi)
        # From the card's middle to its rim in that direction, and back in by what the fingers cover.
        direction = unit(edge - angle)
        reach = min(CARD_CM[0] / 2 / max(abs(direction[0]), 1e-6), CARD_CM[1] / 2 / max(abs(direction[1]), 1e-6))
        tips = at + unit(edge) * (reach - rng.uniform(0.3, 2.8))
        self.hand(tips + unit(edge) * 3, edge + rng.normal(0, 0.3), tips)

    def hand(self, knuckles, away, tips=None):
        """A hand with sleeve whose arm leaves in the direction `away`; fingers end near `tips` when given."""
        rng = self.rng
        skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.6, 1.1) + rng.normal(0, 8, 3)
        tone = np.full((SIDE, SIDE, 3), skin, np.float32) + smooth_noise(rng, 10, 10)[..., None]
        along = unit(away)
        across = np.array([-along[1], along[0]])
        shape = np.zeros((SIDE, SIDE), np.uint8)
        palm = knuckles + along * 4
        axes = (int(rng.uniform(40, 55)), int(rng.uniform(34, 46)))
        cv2.ellipse(shape, pixel(palm), axes, np.degrees(away), 0, 360, 255, -1)
        for finger in range(int(rng.integers(1, 6))):
            side = across * (finger - 2)
            root = palm + side * 1.9 * rng.uniform(0.8, 1.1)
            if tips is None:
                tip = root - along * rng.uniform(3, 9) + across * rng.normal(0, 0.8) + side * 0.3
            else:
                tip = tips + side * rng.uniform(0.5, 1.3) + along * rng.uniform(-0.5, 1)
            cv2.line(shape, pixel(root), pixel(tip), 255, int(rng.uniform(14, 20)), cv2.LINE_AA)
        elbow = palm + along * 25
        cv2.line(shape, pixel(palm), pixel(elbow), 255, int(rng.uniform(50, 75)))
        if rng.random() < 0.7:
            sleeve = np.zeros_like(shape)
            cv2.line(sleeve, pixel(palm + along * rng.uniform(4, 10)), pixel(elbow), 255, int(rng.uniform(70, 110)))
            tone[sleeve > 0] = rng.integers(0, 255, 3)
            shape = np.maximum(shape, sleeve)
        solid = shape.astype(np.float32) / 255
        opaque = cv2.GaussianBlur(solid, (0, 0), rng.uniform(0.5, 3))[..., None]
        self.shade(solid[..., None], rng.uniform(3, 14), rng.normal(0, 8, 2), (0.1, 0.6))
        rounded = 0.55 + 0.45 * cv2.GaussianBlur(solid, (0, 0), 6)[..., None]
        self.picture = self.picture * (1 - opaque) + tone * rounded * opaque * self.light
        self.owner[opaque[..., 0] > 0.5] = -2

    def labels(self):
        area = CARD_CM[0] * CARD_CM[1] * (PX_PER_CM * self.size) ** 2 * self.narrow
        rows = [(*card, 0, (self.owner == i).sum() / area) for i, card in enumerate(self.cards)]
        return np.array(rows, np.float32).reshape(-1, 6)

    def filmed(self):
        """The picture through a camera and back on the table's scale."""
        rng, picture = self.rng, self.picture * self.rng.uniform(0.75, 1.2)
        if rng.random() < 0.25:  # glare
            x, y = rng.uniform(0, SIDE, 2)
            rows, columns = np.mgrid[:SIDE, :SIDE]
            spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * rng.uniform(15, 60) ** 2))
            picture += spot[..., None] * rng.uniform(20, 110)
        picture = np.clip(picture * (1 + rng.normal(0, 0.06, 3)), 0, 255)
        picture = 255 * (picture / 255) ** rng.uniform(0.75, 1.35)
        # Pixels a centimetre in the camera, fewer along one direction: a tilted view.
        scale, squash, turn = np.exp(rng.uniform(np.log(4.5), np.log(14))), rng.uniform(0.6, 1.0), rng.uniform(0, np.pi)
        cos, sin = np.cos(turn), np.sin(turn)
        view = np.diag([scale / PX_PER_CM, scale * squash / PX_PER_CM]) @ np.array([[cos, sin], [-sin, cos]])
        side = int(SIDE * scale / PX_PER_CM * 1.45) + 2
        matrix = np.zeros((2, 3))
        matrix[:, :2] = view
        matrix[:, 2] = np.array([side / 2, side / 2]) - view @ [SIDE / 2 - 0.5, SIDE / 2 - 0.5]
        if scale < PX_PER_CM:
            picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.42 * PX_PER_CM / scale))
        camera = cv2.warpAffine(
            picture.astype(np.float32), matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if rng.random() < 0.5:
            camera = cv2.GaussianBlur(camera, (0, 0), rng.uniform(0.3, 1.2))
        if rng.random() < 0.2:
            camera = cv2.filter2D(camera, -1, motion(rng))
        camera = np.clip(camera + rng.normal(0, min(18, rng.exponential(4.5)), camera.shape), 0, 255).astype(np.uint8)
        if rng.random() < 0.85:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 95))]
            camera = cv2.imdecode(cv2.imencode(".jpg", camera, quality)[1], cv2.IMREAD_COLOR)
        if rng.random() < 0.1:
            camera = cv2.cvtColor(cv2.cvtColor(camera, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        return cv2.warpAffine(camera, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def motion(rng):
    length, angle = int(rng.integers(2, 7)), rng.uniform(0, np.pi)
    kernel = np.zeros((length, length), np.float32)
    middle, way = np.full(2, length / 2), unit(angle) * length / 2
    ends = [tuple(int(v) for v in middle + sign * way) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1)
    return kernel / max(kernel.sum(), 1)


def crop(picture, x, y, angle, px_per_cm):
    """A card upright, with a rim."""
    width, height = CROP
    cos, sin = np.cos(angle) * PX_PER_CM / px_per_cm, np.sin(angle) * PX_PER_CM / px_per_cm
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
    matrix[:, 2] = np.array([x, y]) * PX_PER_CM - matrix[:, :2] @ [width / 2 - 0.5, height / 2 - 0.5]
    return cv2.warpAffine(picture, matrix, CROP, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def crops(rng, picture, labels):
    """Cards as the finding model would cut them, imprecisely and either way up, and what is no card."""
    for x, y, angle, card_class, _, visible in labels:
        if not (2.5 < x < SIDE_CM - 2.5 and 2.5 < y < SIDE_CM - 2.5):
            continue
        # Another card that is well seen in nearly the same place would be read instead.
        rival = any(
            visible < other[5] and np.hypot(other[0] - x, other[1] - y) < 1.8 and abs(np.sin(other[2] - angle)) < 0.5
            for other in labels
        )
        if visible >= VISIBLE:
            label = int(card_class)
        elif visible <= 0.4 and not rival and rng.random() < 0.4:
            label = NOTHING
        else:
            continue
        for _ in range(2 if label < JOKER else 1):
            turned = angle + rng.normal(0, 0.06) + (np.pi if rng.random() < 0.5 else 0)
            at = (x + rng.normal(0, 0.22), y + rng.normal(0, 0.22))
            yield crop(picture, *at, turned, CROP_PX_PER_CM * rng.normal(1, 0.03)), label
    if rng.random() < 0.25:
        x, y, angle = *rng.uniform(2, SIDE_CM - 2, 2), rng.uniform(0, 2 * np.pi)
        near = any(
            row[5] > 0.3 and np.hypot(x - row[0], y - row[1]) < 2.2 and abs(np.sin(angle - row[2])) < 0.45
            for row in labels
        )
        if not near:
            yield crop(picture, x, y, angle, CROP_PX_PER_CM), NOTHING


def make(path, seed, count, split, decks, fonts, suit_font):
    """Writes `count` scenes of the decks of `split` (train, far, test or all) to `path`."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    held_out = {"far": FAR, "test": TEST}
    if split in ("train", "all"):
        chosen = [deck for name, deck in decks.items() if split == "all" or name not in FAR + TEST]
        drawn = [drawn_deck(rng, fonts, suit_font) for _ in range(24)]
    else:
        chosen, drawn = [decks[name] for name in held_out[split]], []
    scenes, all_labels, all_crops, classes = [], [], [], []
    for i in range(count):
        if drawn and i % 60 == 59:
            drawn[int(rng.integers(len(drawn)))] = drawn_deck(rng, fonts, suit_font)
        pool = drawn if drawn and rng.random() < 0.4 else chosen
        scene = Scene(rng, pool[int(rng.integers(len(pool)))])
        scene.lay()
        labels, picture = scene.labels(), scene.filmed()
        scenes.append(cv2.resize(picture, (FIND_SIDE, FIND_SIDE), interpolation=cv2.INTER_AREA))
        all_labels.append(labels)
        for cut, label in crops(rng, picture, labels):
            all_crops.append(cut)
            classes.append(label)
    most = max(len(labels) for labels in all_labels)
    table = np.full((count, most, 6), -1, np.float32)
    for row, labels in zip(table, all_labels):
        row[: len(labels)] = labels
    partial = path.with_suffix(".tmp")
    with open(partial, "wb") as out:
        np.savez(
            out, scenes=np.array(scenes), labels=table, crops=np.array(all_crops), classes=np.array(classes, np.uint8)
        )
    partial.rename(path)
