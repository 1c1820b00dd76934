"""The two networks and what they are trained towards."""

import numpy as np
import tensorflow as tf
from decks import BACK, CLASSES
from scenes import CROP, FIND_SIDE, HIDDEN, SIDE_CM, VISIBLE

layers = tf.keras.layers

# One answer of the finding model for so many pixels, and centimetres a cell.
STRIDE = 4
CELLS = FIND_SIDE // STRIDE
CELL_CM = SIDE_CM / CELLS
# Answers a cell: a card's middle is here; its place in the cell (x, y); cosine and sine of twice its
# angle; face up.
ANSWERS = 6


def convolution(x, filters, stride=1, dilation=1):
    x = layers.Conv2D(filters, 3, strides=stride, dilation_rate=dilation, padding="same", use_bias=False)(x)
    return layers.ReLU()(layers.BatchNormalization()(x))


def finder():
    """Fully convolutional: any size in, a quarter of it out."""
    table = layers.Input((None, None, 3), name="table")
    x = layers.Rescaling(1 / 127.5, -1)(table)
    for filters, stride in ((20, 2), (24, 1), (48, 2), (48, 1)):
        x = convolution(x, filters, stride)
    for dilation in (2, 4, 2, 1):
        x = layers.Add()([x, convolution(x, 48, dilation=dilation)])
    return tf.keras.Model(table, layers.Conv2D(ANSWERS, 1)(convolution(x, 48)))


def reader():
    """A card upright in, a logit for each class out."""
    card = layers.Input((CROP[1], CROP[0], 3), name="crop")
    x = layers.Rescaling(1 / 127.5, -1)(card)
    for filters, stride in ((24, 2), (24, 1), (40, 1)):
        x = convolution(x, filters, stride)
    for filters in ((64, 64), (96, 96), (128,)):
        x = layers.MaxPool2D(2)(x)
        for width in filters:
            x = convolution(x, width)
    x = layers.Dropout(0.3)(layers.Flatten()(x))
    x = layers.Dropout(0.3)(layers.Dense(128, activation="relu")(x))
    return tf.keras.Model(card, layers.Dense(len(CLASSES))(x))


def finder_target(labels):
    """CELLS x CELLS x 8: heat, weight of the heat, five answers, and whether they count here."""
    heat, weight = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    answers, counts = np.zeros((CELLS, CELLS, 5), np.float32), np.zeros((CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[:CELLS, :CELLS]
    for cx, cy, angle, card_class, _, visible in labels:
        x, y = cx / CELL_CM - 0.5, cy / CELL_CM - 0.5
        column, row = round(float(x)), round(float(y))
        if card_class < 0 or not (0 <= column < CELLS and 0 <= row < CELLS):
            continue
        around = (slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2))
        if visible >= VISIBLE:
            heat = np.maximum(heat, np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 0.9**2)))
            for r, c in np.argwhere(np.ones_like(heat[around])) + [around[0].start, around[1].start]:
                if counts[r, c] == 0 or (c - x) ** 2 + (r - y) ** 2 < 2:
                    face_up = float(card_class != BACK)
                    answers[r, c] = (x - c, y - r, np.cos(2 * angle), np.sin(2 * angle), face_up)
                    counts[r, c] = 1
        elif visible >= HIDDEN:
            # Neither found nor missed is wrong here.
            weight[around] = 0
    return np.concatenate([heat[..., None], weight[..., None], answers, counts[..., None]], -1)


def finder_loss(target, answer):
    """Focal loss for the heat (after Zhou et al. 2019), absolute error for place and angle."""
    heat, weight, answers, counts = target[..., 0], target[..., 1], target[..., 2:7], target[..., 7]
    p = tf.clip_by_value(tf.sigmoid(answer[..., 0]), 1e-4, 1 - 1e-4)
    peak = heat > 0.8
    focal = tf.where(peak, heat * (1 - p) ** 2 * tf.math.log(p), (1 - heat) ** 4 * p**2 * tf.math.log(1 - p))
    found = -tf.reduce_sum(focal * weight) / (tf.reduce_sum(tf.cast(peak, tf.float32)) + 1)
    n = tf.reduce_sum(counts) + 1
    place = tf.reduce_sum(tf.abs(answers[..., :4] - answer[..., 1:5]) * counts[..., None]) / n
    face = tf.nn.sigmoid_cross_entropy_with_logits(answers[..., 4], answer[..., 5])
    return found + 0.5 * place + 0.3 * tf.reduce_sum(face * counts) / n


def vary_table(table, target):
    """Other light and other cloth."""
    table = tf.image.random_contrast(tf.image.random_brightness(tf.cast(table, tf.float32), 20.0), 0.75, 1.3)
    table = tf.image.random_saturation(tf.clip_by_value(table, 0, 255) / 255, 0.5, 1.5)
    return tf.image.random_hue(table, 0.2) * 255, target


def vary_card(card, label):
    """Other light; hue too, since no rank depends on it."""
    card = tf.cast(card, tf.float32)
    n = tf.shape(card)[0]
    card = (card - 128) * tf.random.uniform((n, 1, 1, 1), 0.75, 1.3) + 128
    card += tf.random.uniform((n, 1, 1, 1), -22, 22)
    card = tf.clip_by_value(card * tf.random.uniform((n, 1, 1, 3), 0.88, 1.12), 0, 255)
    turned = tf.image.random_hue(card / 255, 0.5) * 255
    return tf.where(tf.random.uniform((n, 1, 1, 1)) < 0.35, turned, card), label
