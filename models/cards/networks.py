"""The two networks and what they are trained towards."""

import numpy as np
import tensorflow as tf
from crops import CROP
from decks import CLASSES, SUITS
from scenes import HIDDEN, SIDE, VISIBLE

layers = tf.keras.layers

# One answer of the finding model for so many pixels.
STRIDE = 4
CELLS = SIDE // STRIDE
# Half sides of cards are given in this many cells, so that all answers are about as large.
UNIT = 4.0
ANSWERS = 10
# Width and height of what the reader takes for a corner, pixels of the crop.
CORNER = (40, 56)
# Features of a corner, and as many of the whole card.
FEATURES = 96


def convolution(x, filters, stride=1, dilation=1, side=3):
    x = layers.Conv2D(filters, side, strides=stride, dilation_rate=dilation, padding="same", use_bias=False)(x)
    return layers.ReLU()(layers.BatchNormalization()(x))


def finder():
    """Fully convolutional: any size in that eight divides, a quarter of it out."""
    picture = layers.Input((None, None, 3), name="picture")
    x = layers.Rescaling(1 / 127.5, -1)(picture)
    x = convolution(convolution(x, 16, 2), 40, 2)
    near = convolution(x, 40)
    x = convolution(near, 72, 2)
    for dilation in (1, 2, 3, 2):
        x = layers.Add()([x, convolution(x, 72, dilation=dilation)])
    # Back to a quarter: each coarse cell answers for its four.
    x = convolution(x, 4 * 40, side=1)
    x = tf.keras.layers.Lambda(lambda y: tf.nn.depth_to_space(y, 2))(x)
    x = convolution(layers.Concatenate()([x, near]), 56)
    return tf.keras.Model(picture, layers.Conv2D(ANSWERS, 1, dtype="float32")(x))


def full(x, width):
    """A full layer that is normalised: without that, so many inputs kill the units in the first steps."""
    return layers.ReLU()(layers.BatchNormalization()(layers.Dense(width, use_bias=False)(x)))


def corner_network():
    """A corner (0 to 255) in, features and the logits of ranks and suits out."""
    corner = layers.Input((CORNER[1], CORNER[0], 3))
    x = layers.Rescaling(1 / 127.5, -1)(corner)
    x = layers.MaxPool2D(2)(convolution(x, 16))
    x = convolution(x, 32)
    x = layers.MaxPool2D(2)(layers.Add()([x, convolution(x, 32)]))
    x = convolution(x, 64)
    x = layers.MaxPool2D(2)(layers.Add()([x, convolution(x, 64)]))
    x = full(layers.Dropout(0.1)(layers.Flatten()(x)), FEATURES)
    logits = layers.Dense(len(CLASSES) + len(SUITS))(x)
    return tf.keras.Model(corner, layers.Concatenate(dtype="float32")([x, logits]), name="corner")


def corner_loss(labels, answers):
    return reader_loss(labels, answers[:, FEATURES:])


def corners_of(crops):
    """Both corners of each crop, the lower one half turned: 2N x 56 x 40 x 3."""
    return np.concatenate([way[:, : CORNER[1], : CORNER[0]] for way in (crops, crops[:, ::-1, ::-1])])


def reader(together=False):
    """A card upright or half turned in; logits of ranks and suits out.

    The two corners where every deck has its signs, the lower one half turned, go through the corner network, which was
    trained before: a sign is learnt once, at the resolution that it needs. It stays as it is while the rest begins, and
    learns on `together` with the rest at the end. The whole card, both ways up, goes through a coarser one. So a card
    half turned gives the same answer.
    """
    card = layers.Input((CROP[1], CROP[0], 3), name="crop")
    both = layers.Lambda(lambda x: tf.concat([x, x[:, ::-1, ::-1]], 0))(card)
    corners = corner_network()
    corners.trainable = together
    signs = corners(layers.Lambda(lambda x: x[:, : CORNER[1], : CORNER[0]])(both))
    answers = FEATURES + len(CLASSES) + len(SUITS)
    strongest = layers.Lambda(lambda y: tf.reduce_max(tf.reshape(y, (2, -1, answers)), 0))(signs)
    mean = layers.Lambda(lambda y: tf.reduce_mean(tf.reshape(y, (2, -1, answers)), 0)[:, FEATURES:])(signs)
    x = layers.Rescaling(1 / 127.5, -1)(both)
    x = layers.MaxPool2D(2)(convolution(x, 24, 2))
    x = layers.MaxPool2D(2)(convolution(x, 48))
    x = convolution(x, 64)
    x = layers.MaxPool2D(2)(layers.Add()([x, convolution(x, 64)]))
    x = layers.Dropout(0.2)(layers.Flatten()(convolution(x, 80)))
    x = full(x, FEATURES)
    whole = layers.Lambda(lambda y: tf.reduce_max(tf.reshape(y, (2, -1, FEATURES)), 0))(x)
    x = layers.BatchNormalization()(layers.Concatenate()([strongest, mean, whole]))
    x = full(layers.Dropout(0.1)(x), 128)
    return tf.keras.Model(card, layers.Dense(len(CLASSES) + len(SUITS), dtype="float32")(x))


def reader_loss(labels, logits):
    """Rank and suit, each by cross-entropy; the suit counts half."""
    rank = tf.nn.sparse_softmax_cross_entropy_with_logits(labels[:, 0], logits[:, : len(CLASSES)])
    suit = tf.nn.sparse_softmax_cross_entropy_with_logits(labels[:, 1], logits[:, len(CLASSES) :])
    return tf.reduce_mean(rank + 0.5 * suit)


def halves(quads):
    """Middle, half of the short side, half of the long side, and how far from a parallelogram, of N x 4 x 2 corners."""
    a, b, c, d = (quads[:, i] for i in range(4))
    return (a + b + c + d) / 4, (b + c - a - d) / 4, (c + d - a - b) / 4, (a + c - b - d) / 4


def doubled(v):
    """A vector with its angle doubled: the same for a card and for the card half turned."""
    length = np.maximum(np.hypot(v[:, 0], v[:, 1]), 1e-6)
    return np.stack([(v[:, 0] ** 2 - v[:, 1] ** 2) / length, 2 * v[:, 0] * v[:, 1] / length], -1)


def finder_target(labels):
    """CELLS x CELLS x 12: heat, weight of the heat, eight of place and shape, face up, and whether these count here."""
    labels = labels[labels[:, 8] >= 0]
    heat, weight = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    answers, nearest = np.zeros((CELLS, CELLS, 9), np.float32), np.full((CELLS, CELLS), 9.0)
    rows, columns = np.mgrid[:CELLS, :CELLS]
    middles, u, v, w = halves(labels[:, :8].reshape(-1, 4, 2))
    shapes = np.concatenate([doubled(u), doubled(v), w], -1) / STRIDE / UNIT
    for (mx, my), shape, up, visible in zip((middles + 0.5) / STRIDE - 0.5, shapes, labels[:, 8], labels[:, 9]):
        if not (-0.5 <= mx <= CELLS - 0.5 and -0.5 <= my <= CELLS - 0.5):
            continue
        far = (columns - mx) ** 2 + (rows - my) ** 2
        if visible >= VISIBLE:
            heat = np.maximum(heat, np.exp(-far / (2 * 0.9**2)))
            here = (far < 3.2) & (far < nearest)
            nearest[here] = far[here]
            answers[here, 0], answers[here, 1] = (mx - columns)[here], (my - rows)[here]
            answers[here, 2:8], answers[here, 8] = shape, up
        elif visible >= HIDDEN:
            # Neither found nor missed is wrong here.
            weight[far < 3.2] = 0
    weight[heat > 0.5] = 1
    return np.concatenate([heat[..., None], weight[..., None], answers, (nearest < 9)[..., None]], -1).astype(np.float16)


def finder_loss(target, answer):
    """Focal loss for the heat (after Zhou et al. 2019), absolute error for place and shape."""
    target = tf.cast(target, tf.float32)
    heat, weight, answers, counts = target[..., 0], target[..., 1], target[..., 2:11], target[..., 11]
    p = tf.clip_by_value(tf.sigmoid(answer[..., 0]), 1e-4, 1 - 1e-4)
    peak = heat > 0.8
    focal = tf.where(peak, heat * (1 - p) ** 2 * tf.math.log(p), (1 - heat) ** 4 * p**2 * tf.math.log(1 - p))
    found = -tf.reduce_sum(focal * weight) / (tf.reduce_sum(tf.cast(peak, tf.float32)) + 1)
    n = tf.reduce_sum(counts) + 1
    shape = tf.reduce_sum(tf.abs(answers[..., :8] - answer[..., 1:9]) * counts[..., None]) / n
    face = tf.nn.sigmoid_cross_entropy_with_logits(answers[..., 8], answer[..., 9])
    return found + shape + 0.2 * tf.reduce_sum(face * counts) / n


def vary(picture, target):
    """Other light and other colours: none of the answers depends on them."""
    picture = tf.cast(picture, tf.float32)
    n = tf.shape(picture)[0]
    mix = tf.eye(3)[None] + tf.random.normal((n, 3, 3), 0, 0.08)
    picture = (picture - 128) * tf.random.uniform((n, 1, 1, 1), 0.7, 1.3) + 128 + tf.random.uniform((n, 1, 1, 1), -25, 25)
    flat = tf.reshape(picture, (n, -1, 3)) @ mix
    return tf.clip_by_value(tf.reshape(flat, tf.shape(picture)), 0, 255), target
