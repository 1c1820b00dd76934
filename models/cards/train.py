"""Trains slapsight's two card models, from deck art to ONNX, with one command.

    pip install -r models/requirements.txt
    python3 models/cards/train.py --work DIR [--only reader|finder]

Needs `apt-get`, `dpkg-deb` and `rsvg-convert` (package librsvg2-bin) for the deck art, about 8 GB of disk in DIR
and, on two cores, about two hours. May be stopped and started again: finished shards of pictures and finished rounds
of training are kept in DIR. Writes read.onnx and corners.onnx beside itself; measure.py writes FIGURES.md.

Pictures are made while the networks train: round r waits for the first shards(r) files and goes once through a
choice of them that depends on r alone.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import crops
import decks
import numpy as np
import scenes

HERE = Path(__file__).resolve().parent
# The last only when DIR/sheets has the simulator's designs (see decks.sheets).
HELD_OUT = {"test": 200, "far": 100, "simulated": 300}


@dataclass
class Plan:
    """How a network is trained."""

    name: str
    make: object  # writes one shard
    pictures: str  # name of the pictures in a shard
    shards: int  # files in the end
    first: int  # files that the first round waits for
    more: float  # further files that each round waits for
    each: int  # pictures a file
    held_out: int  # pictures of each held-out family
    rounds: int
    files: int  # files that a round goes through
    batch: int
    rate: float

    def ready(self, round):
        """How many files this round may choose from."""
        return min(self.shards, int(self.first + self.more * round))


CORNER = Plan("corner", crops.make, "crops", 40, 10, 5, 2000, 1000, 9, 15, 64, 1.2e-3)
READER = Plan("reader", crops.make, "crops", 40, 12, 3, 2000, 1000, 10, 9, 64, 1.2e-3)
TOGETHER = Plan("together", crops.make, "crops", 40, 40, 0, 2000, 1000, 10, 9, 64, 4e-4)
FINDER = Plan("finder", scenes.make, "scenes", 30, 24, 0.5, 500, 300, 24, 9, 16, 1.6e-3)


# After it, on tables with printed zones as well.
PRINTED = Plan("printed", scenes.make, "scenes", 42, 42, 0, 500, 300, 6, 20, 16, 6e-4)


# The narrowest cards, in pixels, whose corners the corner network is first trained on.
CORNER_WIDTH = 45


def shard(plan, work, split, number):
    return work / plan.pictures / f"{split}-{number:03}.npz"


def prepared(work):
    """Everything that pictures are made from; loaded once in each process."""
    if work not in _PREPARED:
        _PREPARED[work] = (decks.load(work), decks.fonts(work), decks.suit_fonts(work), decks.grounds(work))
    return _PREPARED[work]


_PREPARED = {}


def make_shard(plan_name, work, split, number):
    plan = {"reader": READER, "printed": PRINTED}[plan_name]
    path = shard(plan, work, split, number)
    if not path.exists():
        plan.make(path, number, plan.each if split == "train" else plan.held_out, split, *prepared(work))


def start_shards(plan, work, pool):
    """Has all missing files made, those that are needed first first."""
    (work / plan.pictures).mkdir(exist_ok=True)
    jobs = [("train", i) for i in range(plan.first)]
    jobs += [job for job in HELD_OUT.items() if job[0] != "simulated" or (work / "sheets").is_dir()]
    jobs += [("train", i) for i in range(plan.first, plan.shards)]
    return [pool.submit(make_shard, plan.name, work, *job) for job in jobs]


def load(plan, work, split, numbers):
    parts = [np.load(shard(plan, work, split, number)) for number in numbers]
    names = [name for name in (plan.pictures, "labels", "widths") if name in parts[0]]
    return [np.concatenate([part[name] for part in parts]) for name in names]


def corner_inputs(pictures, labels, widths):
    """Corners of cards that are large enough for their signs to be read: letters are learnt from these soonest."""
    import networks

    kept = (labels[:, 0] < decks.JOKER) & (widths >= CORNER_WIDTH)
    return networks.corners_of(pictures[kept]), np.concatenate([labels[kept]] * 2).astype(np.int32)


def fit(plan, network, loss, prepare, work, start=None):
    """Trains, going on after the last finished round; waits for files that are still being made.

    `prepare` makes inputs and targets of a round's pictures and labels; `start` may set the first weights.
    """
    import networks
    import tensorflow as tf

    tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
    state, done_file = work / f"{plan.name}5.weights.h5", work / f"{plan.name}5.rounds"
    done = int(done_file.read_text()) if done_file.exists() else 0
    tf.keras.utils.set_random_seed(7)
    model = network()
    if start and not done:
        start(model)
    optimizer = tf.keras.optimizers.AdamW(plan.rate, weight_decay=1e-3, clipnorm=5.0)
    optimizer.build(model.trainable_variables)

    @tf.function(reduce_retracing=True)
    def step(pictures, targets):
        pictures, targets = networks.vary(pictures, targets)
        with tf.GradientTape() as tape:
            value = loss(targets, model(pictures, training=True))
        optimizer.apply_gradients(zip(tape.gradient(value, model.trainable_variables), model.trainable_variables))
        return value

    checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
    manager = tf.train.CheckpointManager(checkpoint, str(work / f"{plan.name}5"), max_to_keep=1)
    if done:
        checkpoint.restore(manager.latest_checkpoint)
    for round in range(done, plan.rounds):
        rng = np.random.default_rng(round)
        tf.random.set_seed(round)
        numbers = np.sort(rng.choice(plan.ready(round), min(plan.files, plan.ready(round)), replace=False))
        while missing := [n for n in range(plan.ready(round)) if not shard(plan, work, "train", n).exists()]:
            print(f"{plan.name}: waiting for {len(missing)} files of pictures", flush=True)
            time.sleep(20)
        pictures, targets = prepare(*load(plan, work, "train", numbers))
        order, began, values = rng.permutation(len(pictures)), time.time(), []
        steps = len(order) // plan.batch
        for i in range(steps):
            at = (round + i / steps) / plan.rounds
            optimizer.learning_rate.assign(plan.rate * max(min(1.0, at * 50 + 0.02) * 0.5 * (1 + np.cos(np.pi * min(1, at))), 0.01))
            chosen = order[i * plan.batch : (i + 1) * plan.batch]
            values.append(float(step(tf.constant(pictures[chosen]), tf.constant(targets[chosen]))))
        manager.save()
        partial = work / f"{plan.name}5.tmp.weights.h5"
        model.save_weights(partial)
        partial.rename(state)
        done_file.write_text(str(round + 1))
        print(f"{plan.name}: round {round + 1} of {plan.rounds}, loss {np.mean(values):.4f}, {len(values) * plan.batch / (time.time() - began):.0f} pictures a second", flush=True)
    return network_as_float(network, state)


def network_as_float(network, state):
    """The trained network with all sums in 32 bits, for export."""
    import tensorflow as tf

    tf.keras.mixed_precision.set_global_policy("float32")
    model = network()
    model.load_weights(state)
    return model


def temperature(logits, classes):
    """The one number that makes confidences fit (Guo et al. 2017)."""

    def surprise(t):
        powers = np.exp((logits - logits.max(1, keepdims=True)) / t)
        powers /= powers.sum(1, keepdims=True)
        return -np.log(np.maximum(powers[np.arange(len(classes)), classes], 1e-9)).mean()

    return float(min(np.arange(0.5, 3.01, 0.05), key=surprise))


def export(function, path, shape, name, outputs):
    import onnx
    import tensorflow as tf
    import tf2onnx

    signature = (tf.TensorSpec(shape, tf.float32, name=name),)
    model, _ = tf2onnx.convert.from_function(tf.function(function), input_signature=signature, opset=17)
    for output, wanted in zip(list(model.graph.output), outputs):
        for node in model.graph.node:
            node.output[:] = [wanted if o == output.name else o for o in node.output]
            node.input[:] = [wanted if i == output.name else i for i in node.input]
        output.name = wanted
    onnx.save(model, path)


def export_reader(model, work, path):
    import tensorflow as tf

    # Temperatures are fitted to every other crop of the decks held out; figures use the rest.
    there = [(split, number) for split, number in HELD_OUT.items() if shard(READER, work, split, number).exists()]
    parts = [load(READER, work, split, [number]) for split, number in there]
    pictures, labels = (np.concatenate([part[i][::2] for part in parts]) for i in (0, 1))
    labels = labels.astype(int)
    logits, n, m = model.predict(pictures, batch_size=128, verbose=0), len(decks.CLASSES), len(decks.SUITS)
    rank_t, suit_t = temperature(logits[:, :n], labels[:, 0]), temperature(logits[:, n : n + m], labels[:, 1])
    print(f"reader: temperatures {rank_t:.2f} and {suit_t:.2f}", flush=True)

    # What the last layers see tells cards of one deck apart that they cannot name: signs and whole card, normalised.
    seen = [layer for layer in model.layers if isinstance(layer, tf.keras.layers.BatchNormalization)][-2]
    inner = tf.keras.Model(model.input, [model.output, seen.output])

    def answers(crop):
        logits, features = inner(crop, training=False)
        ranks, suits = tf.nn.softmax(logits[:, :n] / rank_t), tf.nn.softmax(logits[:, n : n + m] / suit_t)
        return [ranks, suits, tf.cast(features, tf.float32)]

    export(answers, path, (None, crops.CROP[1], crops.CROP[0], 3), "crop", ["ranks", "suits", "features"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads, pictures and unfinished models")
    parser.add_argument("--only", choices=["reader", "finder"], help="train one of the two")
    parser.add_argument("--export-now", action="store_true", help="export what the last finished round left")
    args = parser.parse_args()
    work = args.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    prepared(work)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = []
        for plan in (READER, PRINTED):
            if args.only in (None, {"printed": "finder"}.get(plan.name, plan.name)) and not args.export_now:
                jobs += start_shards(plan, work, pool)
        import networks

        if args.only in (None, "reader"):
            state = work / "together5.weights.h5"
            if not args.export_now:
                corner = fit(CORNER, networks.corner_network, networks.corner_loss, corner_inputs, work)
                first = fit(READER, networks.reader, networks.reader_loss, lambda x, y, _: (x, y.astype(np.int32)), work,
                    lambda model: model.get_layer("corner").set_weights(corner.get_weights()))  # fmt: skip
                fit(TOGETHER, lambda: networks.reader(together=True), networks.reader_loss,
                    lambda x, y, _: (x, y.astype(np.int32)), work,
                    lambda model: [to.set_weights(of.get_weights()) for to, of in zip(model.layers, first.layers)])  # fmt: skip
            export_reader(network_as_float(networks.reader, state), work, HERE / "read.onnx")
        if args.only in (None, "finder"):
            state = work / "printed5.weights.h5"
            if not args.export_now:

                def targets(pictures, labels):
                    return pictures, np.array([networks.finder_target(rows) for rows in labels])

                first = fit(FINDER, networks.finder, networks.finder_loss, targets, work)
                fit(PRINTED, networks.finder, networks.finder_loss, targets, work,
                    lambda model: model.set_weights(first.get_weights()))  # fmt: skip
            model = network_as_float(networks.finder, state)
            export(lambda x: model(x, training=False), HERE / "corners.onnx", (None, None, None, 3), "picture", ["cards"])
        for job in jobs:
            job.result()


if __name__ == "__main__":
    main()
