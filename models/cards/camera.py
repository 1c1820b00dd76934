"""Pictures of cards lying about, as a camera takes them: what is under them, how they lie, light, lens, sensor."""

import cv2
import numpy as np
from decks import CARD_CM, HEIGHT, WIDTH
from faces import any_colour, glyph

SKINS = [(234, 192, 165), (224, 172, 140), (198, 140, 105), (160, 104, 72), (120, 78, 54), (80, 52, 40)]
CLOTHS = [(40, 45, 50), (30, 90, 60), (120, 30, 35), (35, 60, 120), (190, 190, 185), (120, 90, 60), (90, 90, 95), (20, 20, 22), (70, 190, 60), (25, 60, 190), (200, 30, 35)]
# What is printed on other things.
WORDS = "the of and TO in KING 10 news 7 are QUEEN for 24 not LIVE J A table 95 box 3 Q 86 one K sale 2".split()
HALF_W, HALF_H = CARD_CM[0] / 2, CARD_CM[1] / 2
CORNERS_CM = np.float32([[-HALF_W, -HALF_H], [HALF_W, -HALF_H], [HALF_W, HALF_H], [-HALF_W, HALF_H]])
ART_CORNERS = np.float32([[-0.5, -0.5], [WIDTH - 0.5, -0.5], [WIDTH - 0.5, HEIGHT - 0.5], [-0.5, HEIGHT - 0.5]])


def view(rng, px_per_cm, middle, steepest):
    """From the table's plane (cm) to the picture (pixels): a camera that looks down, aslant or not."""
    turn, lean = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, np.radians(steepest) / 2))
    lean = min(lean, np.radians(steepest))
    away = rng.uniform(22, 120)
    cos, sin = np.cos(turn), np.sin(turn)
    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    axes = spin.T @ tilt @ spin
    # A point (x, y, 0) of the plane, turned, seen from `away` centimetres.
    plane = np.column_stack([axes[:, 0], axes[:, 1], [0, 0, away]])
    focal = px_per_cm * away
    lens = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    return lens @ plane


def placed(x, y, angle, narrow=1.0, grown=1.0):
    """From a card's own plane to the table's."""
    cos, sin = np.cos(angle) * grown, np.sin(angle) * grown
    return np.array([[cos * narrow, -sin, x], [sin * narrow, cos, y], [0, 0, 1]])


def through(matrix, points):
    return cv2.perspectiveTransform(np.float32(points).reshape(-1, 1, 2), matrix).reshape(-1, 2)


def smooth_noise(rng, amplitude, cells, height, width):
    grid = rng.normal(0, 1, (max(2, cells * height // width), max(2, cells))).astype(np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC) * amplitude


class Shot:
    """A picture being laid, thing by thing. `owner` says which card a pixel shows, -1 for none."""

    def __init__(self, rng, width, height, grounds, fonts, px_per_cm):
        self.rng, self.width, self.height, self.px = rng, width, height, px_per_cm
        self.grounds, self.fonts = grounds, fonts
        self.picture = self.ground().astype(np.float32)
        self.owner = np.full((height, width), -1, np.int16)
        for _ in range(int(rng.poisson(0.7))):
            self.thing()

    def ground(self):
        rng, w, h = self.rng, self.width, self.height
        kind = rng.random()
        if kind < 0.4:
            art = self.grounds[int(rng.integers(len(self.grounds)))]
            # A piece of any size, shown at any scale.
            side = int(np.exp(rng.uniform(np.log(30), np.log(min(art.shape[:2])))))
            x, y = (int(rng.integers(0, n - side + 1)) for n in (art.shape[1], art.shape[0]))
            picture = cv2.resize(art[y : y + side, x : x + side], (w, h), interpolation=cv2.INTER_AREA if side > w else cv2.INTER_LINEAR).astype(np.float32)
            if rng.random() < 0.5:
                picture = (picture - picture.mean()) * rng.uniform(0.3, 1) + any_colour(rng, 20, 230)
            return picture
        if rng.random() < 0.6:
            tone = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))]) * rng.uniform(0.5, 1.4) + rng.normal(0, 15, 3)
        else:
            tone = rng.uniform(5, 245, 3)
        picture = np.full((h, w, 3), np.clip(tone, 0, 255), np.float32)
        picture += smooth_noise(rng, rng.uniform(0, 14), int(rng.integers(3, 12)), h, w)[..., None]
        fine = int(w / max(1.0, self.px * rng.uniform(0.08, 0.5)))
        picture += smooth_noise(rng, rng.exponential(12), max(4, min(w, fine)), h, w)[..., None] * rng.uniform(0.6, 1.2, 3).astype(np.float32)
        if kind > 0.8:  # grain of wood, stripes
            way = rng.uniform(0, np.pi)
            rows, columns = np.mgrid[:h, :w]
            phase = (rows * np.cos(way) + columns * np.sin(way)) / self.px * rng.uniform(1, 9)
            wave = np.sin(phase + smooth_noise(rng, rng.uniform(0, 3), 5, h, w))
            if rng.random() < 0.3:
                wave = np.sign(wave)
            picture += wave[..., None] * rng.uniform(3, 40) * rng.uniform(0.5, 1.2, 3).astype(np.float32)
        return np.clip(picture, 0, 255)

    def point(self):
        return np.array([self.rng.uniform(-0.1, 1.1) * self.width, self.rng.uniform(-0.1, 1.1) * self.height])

    def thing(self):
        """Something that is no card: a printed sheet, a box, a telephone, a cable, a cup, outlines on a mat."""
        rng, px = self.rng, self.px
        at, angle, kind = self.point(), rng.uniform(0, np.pi), rng.random()
        layer = None
        if kind < 0.5:  # a sheet: blank, written on, framed
            size = rng.uniform(4, 22, 2) * px
            paper = rng.uniform(200, 255, 3) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
            scale = min(1.0, 300 / size.max())
            w, h = (max(6, int(v * scale)) for v in size)
            layer = np.empty((h, w, 3), np.float32)
            layer[:] = paper
            if rng.random() < 0.25:
                art = self.grounds[int(rng.integers(len(self.grounds)))]
                layer = cv2.resize(art, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
            if rng.random() < 0.7:
                ink = np.zeros(3) + rng.uniform(0, 90) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
                line = max(2, px * scale * np.exp(rng.uniform(np.log(0.2), np.log(2.5))))
                y = line * 0.5
                while y + line < h:
                    x = line * 0.5
                    while x < w - line:
                        length = int(rng.integers(1, 9))
                        if rng.random() > 0.2 and x + line * 0.6 * length < w:
                            mask = cv2.resize(glyph(WORDS[int(rng.integers(len(WORDS)))], self.fonts[int(rng.integers(12)) * 17 % len(self.fonts)]), (max(1, int(line * 0.6 * length)), max(1, int(line * 0.7))), interpolation=cv2.INTER_AREA)
                            part = mask[..., None] / np.float32(255)
                            here = layer[int(y) : int(y) + mask.shape[0], int(x) : int(x) + mask.shape[1]]
                            here[:] = here * (1 - part[: here.shape[0], : here.shape[1]]) + np.float32(ink) * part[: here.shape[0], : here.shape[1]]
                        x += line * 0.6 * (length + 1)
                    y += line * 1.3
            if rng.random() < 0.3:
                cv2.rectangle(layer, (2, 2), (w - 3, h - 3), [float(v) for v in rng.uniform(0, 255, 3)], 1 + int(px / 8))
        elif kind < 0.58:  # a telephone
            w, h = max(6, int(7 * px * 0.8)), max(12, int(15 * px * 0.8))
            layer = np.full((h, w, 3), rng.uniform(5, 40), np.float32)
            rim = max(1, w // 14)
            layer[rim * 2 : -rim * 2, rim:-rim] = rng.uniform(0, 255, 3)
            size = np.array([7 * px, 15 * px])
        if layer is not None:
            corners = (np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2) @ np.float32([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + at
            alpha = np.full((*layer.shape[:2], 1), 255, np.float32)
            self.paste(np.dstack([layer, alpha]), np.float32(corners), -1)
        elif kind < 0.75:  # a cable or a pen
            points = np.int32([self.point() for _ in range(int(rng.integers(2, 5)))])
            cv2.polylines(self.picture, [points], False, [float(v) for v in any_colour(rng, 0, 255 if rng.random() < 0.4 else 60)], max(1, int(px * rng.uniform(0.15, 0.9))), cv2.LINE_AA)
        elif kind < 0.86:  # a cup or a coin
            radius = max(2, int(px * rng.uniform(0.8, 4)))
            middle = tuple(int(v) for v in at)
            cv2.circle(self.picture, middle, radius, [float(v) for v in any_colour(rng, 0, 255)], -1, cv2.LINE_AA)
            cv2.circle(self.picture, middle, max(1, int(radius * rng.uniform(0.6, 0.95))), [float(v) for v in any_colour(rng, 0, 255)], -1, cv2.LINE_AA)
        else:  # outlines of boxes on a mat
            pen, thick = [float(v) for v in any_colour(rng, 120, 255)], max(1, int(px * rng.uniform(0.05, 0.3)))
            for i in range(int(rng.integers(1, 5))):
                box = np.float32([[-3.5, -4.8], [3.5, -4.8], [3.5, 4.8], [-3.5, 4.8]]) + [i * 7.6, 0]
                turned = box @ np.float32([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
                cv2.polylines(self.picture, [np.int32(turned * px + at)], True, pen, thick, cv2.LINE_AA)

    def printed(self, quad, pen, thick):
        """A line around four corners, as on a mat."""
        cv2.polylines(self.picture, [np.int32(np.round(quad * 16))], True, pen, thick, cv2.LINE_AA, 4)

    def paste(self, rgba, quad, number, shade=(0.1, 0.5), shift=0.05):
        """Lays a picture into four corners, with its shadow; only the pixels around it are touched."""
        rng = self.rng
        margin = 3 + int(0.5 * self.px)
        x0, y0 = np.floor(quad.min(0)).astype(int) - margin
        x1, y1 = np.ceil(quad.max(0)).astype(int) + margin
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(self.width, x1), min(self.height, y1)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        h, w = rgba.shape[:2]
        wide = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        high = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        fx, fy = min(1.0, 1.15 * wide / w), min(1.0, 1.15 * high / h)
        if fx < 0.9 or fy < 0.9:
            rgba = cv2.resize(rgba, (max(4, int(w * fx)), max(4, int(h * fy))), interpolation=cv2.INTER_AREA)
            h, w = rgba.shape[:2]
        source = np.float32([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])
        matrix = cv2.getPerspectiveTransform(source, np.float32(quad - [x0, y0]))
        layer = cv2.warpPerspective(np.float32(rgba), matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        opaque = layer[..., 3:] / 255
        under = self.picture[y0:y1, x0:x1]
        if rng.random() < 0.85:
            shadow = cv2.GaussianBlur(opaque[..., 0], (0, 0), max(0.5, self.px * rng.uniform(0.05, 0.3)))
            dx, dy = rng.normal(0, self.px * shift, 2)
            shadow = cv2.warpAffine(shadow, np.float32([[1, 0, dx], [0, 1, dy]]), (x1 - x0, y1 - y0))
            under = under * (1 - shadow[..., None] * rng.uniform(*shade))
        self.picture[y0:y1, x0:x1] = under * (1 - opaque) + layer[..., :3] * opaque
        self.owner[y0:y1, x0:x1][opaque[..., 0] > 0.5] = number

    def card(self, art, quad, number):
        if self.rng.random() < 0.15:
            art = bent(self.rng, art)
        light = self.rng.normal(1, 0.04)
        self.paste(art * np.float32([light, light, light, 1]), quad, number)

    def hand(self, tip, away, fingers=None):
        """Fingers whose tips end near `tip`, a palm and an arm that leaves in the direction `away`."""
        rng, px = self.rng, self.px
        along = np.array([np.cos(away), np.sin(away)])
        across = np.array([-along[1], along[0]])
        shape = np.zeros((self.height, self.width), np.uint8)
        palm = tip + along * px * rng.uniform(6, 9)

        def at(p):
            return tuple(int(v) for v in p)

        for finger in range(fingers or int(rng.integers(1, 6))):
            side = across * (finger - 2) * px
            end = tip + side * rng.uniform(0.6, 1.5) + along * px * rng.uniform(-0.6, 1.2)
            cv2.line(shape, at(palm + side * 1.3), at(end), 255, max(2, int(px * rng.uniform(1.3, 2.0))), cv2.LINE_AA)
        cv2.circle(shape, at(palm), int(px * rng.uniform(3.2, 4.5)), 255, -1, cv2.LINE_AA)
        tone = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.6, 1.1) + rng.normal(0, 8, 3)
        colour = np.full_like(self.picture, tone) + smooth_noise(rng, 9, 6, self.height, self.width)[..., None]
        if rng.random() < 0.7:
            sleeve = np.zeros_like(shape)
            cv2.line(sleeve, at(palm + along * px * rng.uniform(3, 8)), at(palm + along * px * 30), 255, int(px * rng.uniform(6, 12)))
            colour[sleeve > 0] = any_colour(rng, 0, 255)
            shape = np.maximum(shape, sleeve)
        solid = shape.astype(np.float32) / 255
        shadow = cv2.GaussianBlur(solid, (0, 0), max(0.5, px * rng.uniform(0.2, 1.2)))
        dx, dy = rng.normal(0, px * 0.8, 2)
        shadow = cv2.warpAffine(shadow, np.float32([[1, 0, dx], [0, 1, dy]]), (self.width, self.height))[..., None]
        rounded = 0.6 + 0.4 * cv2.GaussianBlur(solid, (0, 0), max(0.5, px * 0.6))[..., None]
        opaque = cv2.GaussianBlur(solid, (0, 0), max(0.4, px * rng.uniform(0.03, 0.2)))[..., None]
        self.picture = self.picture * (1 - shadow * rng.uniform(0.1, 0.55)) * (1 - opaque) + colour * rounded * opaque
        self.owner[opaque[..., 0] > 0.5] = -2

    def taken(self, card_px):
        """The picture after light, lens, sensor and coding; `card_px` is a card's width."""
        rng, w, h = self.rng, self.width, self.height
        picture = self.picture
        columns, rows = np.arange(w, dtype=np.float32)[None], np.arange(h, dtype=np.float32)[:, None]
        way = rng.uniform(0, 2 * np.pi)
        ramp = (columns - w / 2) * np.cos(way) / w + (rows - h / 2) * np.sin(way) / h
        picture = picture * (1 + ramp * rng.normal(0, 0.25))[..., None]
        if rng.random() < 0.3:  # the edge of a shadow
            edge = 1 / (1 + np.exp(-np.clip((ramp - rng.normal(0, 0.3)) * np.exp(rng.uniform(1.5, 5)), -30, 30)))
            picture = picture * (1 - rng.uniform(0.15, 0.65) * edge)[..., None]
        if rng.random() < 0.25:  # glare
            x, y = self.point()
            slope = rng.uniform(0, np.pi)
            a = (columns - x) * np.cos(slope) + (rows - y) * np.sin(slope)
            b = (rows - y) * np.cos(slope) - (columns - x) * np.sin(slope)
            spot = np.exp(-(a**2) / (2 * (card_px * rng.uniform(0.1, 1.0)) ** 2) - b**2 / (2 * (card_px * rng.uniform(0.1, 1.0)) ** 2))
            picture = picture + spot[..., None] * rng.uniform(20, 200)
        picture = picture * (rng.uniform(0.45, 1.25) * (1 + rng.normal(0, 0.07, 3))).astype(np.float32)
        curve = (255 * (np.arange(1024) / 1023) ** rng.uniform(0.7, 1.4)).astype(np.float32)
        picture = curve[(np.clip(picture, 0, 255) * (1023 / 255)).astype(np.int16)]
        sigma = rng.exponential(0.5) if rng.random() < 0.85 else rng.uniform(0.5, max(0.6, card_px * 0.03))
        if sigma > 0.25:
            picture = cv2.GaussianBlur(picture, (0, 0), sigma)
        if rng.random() < 0.18:
            picture = cv2.filter2D(picture, -1, motion(rng, max(3, card_px * rng.uniform(0.02, 0.12))))
        picture = picture + rng.standard_normal(picture.shape, np.float32) * min(22, rng.exponential(4.5))
        if rng.random() < 0.2:  # sharpened by the camera
            picture = picture + (picture - cv2.GaussianBlur(picture, (0, 0), 1.2)) * rng.uniform(0.3, 1.5)
        picture = np.clip(picture, 0, 255).astype(np.uint8)
        if rng.random() < 0.85:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 95))]
            picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
        if rng.random() < 0.06:
            picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        return picture


def bent(rng, art):
    """A card that does not lie flat: its rows or columns drawn together towards one side."""
    h, w = art.shape[:2]
    columns, rows = np.arange(w, dtype=np.float32)[None], np.arange(h, dtype=np.float32)[:, None]
    bow = rng.normal(0, 0.035)
    if rng.random() < 0.5:
        columns, rows = columns + np.sin(rows / h * np.pi) * np.float32(bow * w), rows + 0 * columns
    else:
        columns, rows = columns + 0 * rows, rows + np.sin(columns / w * np.pi) * np.float32(bow * h)
    light = 1 + rng.normal(0, 0.12) * np.sin((rows / h if rng.random() < 0.5 else columns / w) * np.pi)
    out = cv2.remap(art, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR).astype(np.float32)
    out[..., :3] = np.clip(out[..., :3] * light[..., None], 0, 255)
    return out


def motion(rng, length):
    length = int(length) | 1
    kernel = np.zeros((length, length), np.float32)
    angle, middle = rng.uniform(0, np.pi), length // 2
    way = np.array([np.cos(angle), np.sin(angle)]) * middle
    ends = [tuple(int(round(v)) for v in middle + sign * way) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1)
    return kernel / kernel.sum()
