"""Trains slapsight's two card models, from deck art to ONNX, with one command.

    pip install -r models/requirements.txt
    python3 models/cards/train.py --work DIR

Needs `apt-get`, `dpkg-deb` and `rsvg-convert` (package librsvg2-bin) for the deck art, about 5 GB of disk in DIR
and, on two cores, about an hour and a half. May be stopped and started again: finished shards of scenes and
finished epochs are kept in DIR. Writes find.onnx, rank.onnx and FIGURES.md beside itself.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import decks
import numpy as np
import scenes

HERE = Path(__file__).resolve().parent
SHARDS, SHARD_SCENES = 20, 1000
HELD_OUT_SCENES = 1000
FINDER_EPOCHS, FINDER_BATCH, FINDER_RATE = 8, 16, 2e-3
READER_EPOCHS, READER_BATCH, READER_RATE = 6, 64, 1.5e-3
# After it is measured on decks it has never seen, the reader goes on with all of them.
ALL_SHARDS, ALL_EPOCHS, ALL_RATE = 8, 2, 6e-4


def shards(work):
    """Makes what is missing; returns the paths by split."""
    all_decks, fonts, suit_font = decks.load(work), decks.fonts(work), decks.suit_font(work)
    folder = work / "scenes"
    folder.mkdir(exist_ok=True)
    wanted = [("train", i, SHARD_SCENES) for i in range(SHARDS)]
    wanted += [("far", 100, HELD_OUT_SCENES), ("test", 200, HELD_OUT_SCENES)]
    wanted += [("all", 300 + i, SHARD_SCENES) for i in range(ALL_SHARDS + 1)]
    paths = {"train": [], "far": [], "test": [], "all": []}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = []
        for split, seed, count in wanted:
            path = folder / f"{split}-{seed:03}.npz"
            paths[split].append(path)
            if not path.exists():
                jobs.append(pool.submit(scenes.make, path, seed, count, split, all_decks, fonts, suit_font))
        for i, job in enumerate(jobs):
            job.result()
            print(f"scenes: {i + 1} of {len(jobs)} files", flush=True)
    return paths


def gather(paths, *names):
    parts = [np.load(path) for path in paths]
    return [np.concatenate([part[name] for part in parts]) for name in names]


def fit(name, make, data, varied, loss, epochs, batch, rate, work):
    """Trains a network, going on after the last finished epoch."""
    import tensorflow as tf

    inputs, targets = data
    steps = len(inputs) // batch
    state = work / f"{name}.keras"
    done_file = work / f"{name}.epochs"
    done = int(done_file.read_text()) if done_file.exists() else 0
    if done:
        model = tf.keras.models.load_model(state, custom_objects={"finder_loss": loss})
    else:
        tf.keras.utils.set_random_seed(7)
        model = make()
        schedule = tf.keras.optimizers.schedules.CosineDecay(rate, steps * epochs, alpha=0.01)
        model.compile(tf.keras.optimizers.AdamW(schedule, weight_decay=1e-3), loss)
    inputs, targets = tf.constant(inputs), tf.constant(targets)
    for epoch in range(done, epochs):
        tf.random.set_seed(epoch)
        rows = tf.data.Dataset.range(len(inputs)).shuffle(len(inputs), seed=epoch).batch(batch, drop_remainder=True)
        rows = rows.map(lambda i: varied(tf.gather(inputs, i), tf.gather(targets, i)), 1).prefetch(2)
        history = model.fit(rows, epochs=1, verbose=0)
        model.save(work / f"{name}.tmp.keras")
        (work / f"{name}.tmp.keras").rename(state)
        done_file.write_text(str(epoch + 1))
        print(f"{name}: epoch {epoch + 1} of {epochs}, loss {history.history['loss'][-1]:.4f}", flush=True)
    return model


def temperature(logits, classes):
    """The one number that makes confidences fit (Guo et al. 2017), both ways up averaged as slapsight does."""

    def surprise(t):
        powers = [np.exp((way - way.max(1, keepdims=True)) / t) for way in logits]
        mean = sum(power / power.sum(1, keepdims=True) for power in powers) / 2
        return -np.log(np.maximum(mean[np.arange(len(classes)), classes], 1e-9)).mean()

    return min(np.arange(0.5, 3.01, 0.05), key=surprise)


def export(model, path, shape, name, finish):
    import tensorflow as tf
    import tf2onnx

    signature = (tf.TensorSpec(shape, tf.float32, name=name),)
    function = tf.function(lambda x: finish(model(x, training=False)))
    tf2onnx.convert.from_function(function, input_signature=signature, opset=17, output_path=str(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads, scenes and unfinished models")
    work = parser.parse_args().work
    work.mkdir(parents=True, exist_ok=True)
    paths = shards(work.resolve())

    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    import measure
    import networks
    import onnxruntime
    import tensorflow as tf

    tf.config.experimental.enable_op_determinism()
    tables, labels = gather_tables(paths["train"])
    targets = np.array([networks.finder_target(rows) for rows in labels])
    finder = fit("finder", networks.finder, (tables, targets), networks.vary_table, networks.finder_loss,
                 FINDER_EPOCHS, FINDER_BATCH, FINDER_RATE, work)  # fmt: skip
    export(finder, HERE / "find.onnx", (None, None, None, 3), "table", lambda x: x)

    crops, classes = gather(paths["train"], "crops", "classes")
    cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    reader = fit("reader", networks.reader, (crops, classes.astype(np.int32)), networks.vary_card, cross_entropy,
                 READER_EPOCHS, READER_BATCH, READER_RATE, work)  # fmt: skip
    # Scenes that no epoch sees, of decks it knows, of new drawn ones and of the held-out ones.
    crops, classes = gather(paths["all"][:1], "crops", "classes")
    ways = [reader.predict(way, batch_size=256, verbose=0) for way in (crops, crops[:, ::-1, ::-1])]
    t = float(temperature(ways, classes))
    measured = work / "rank-measured.onnx"
    shape = (None, scenes.CROP[1], scenes.CROP[0], 3)
    export(reader, measured, shape, "crop", lambda logits: tf.nn.softmax(logits / t))

    crops, classes = gather(paths["train"] + paths["all"][1:], "crops", "classes")
    known = lambda: tf.keras.models.load_model(work / "reader.keras", compile=False)  # noqa: E731
    everything = fit("reader-all", known, (crops, classes.astype(np.int32)), networks.vary_card, cross_entropy,
                     ALL_EPOCHS, READER_BATCH, ALL_RATE, work)  # fmt: skip
    export(everything, HERE / "rank.onnx", shape, "crop", lambda logits: tf.nn.softmax(logits / t))

    report = [
        "# Figures",
        f"Written by `train.py`, on scenes of decks held out of training: {', '.join(decks.TEST)} (test) and "
        f"{', '.join(decks.FAR)} (far: styles that no deck in training has). Temperature {t:.2f}. The reader that "
        f"is shipped went on from the one measured here for {ALL_EPOCHS} epochs with all decks, so these figures are "
        "for a deck that it does not know.",
    ]
    sessions = [onnxruntime.InferenceSession(str(path)) for path in (HERE / "find.onnx", measured)]
    for split in ("test", "far"):
        tables, labels = gather_tables(paths[split])
        answers = np.concatenate(
            [sessions[0].run(None, {"table": tables[i : i + 50].astype(np.float32)})[0] for i in range(0, len(tables), 50)]
        )
        report.append(measure.table(f"finding, {split} decks", measure.finding(answers, labels)))
        crops, classes = gather(paths[split], "crops", "classes")
        figures, per_rank = measure.reading(measure.both_ways(sessions[1], crops), classes)
        report.append(measure.table(f"reading, {split} decks", figures))
        report.append("| rank | right | cards |\n|---|---|---|\n" + "\n".join(
            f"| {rank} | {right:.3f} | {n} |" for rank, (right, n) in per_rank.items()))  # fmt: skip
    (HERE / "FIGURES.md").write_text("\n\n".join(report) + "\n")
    print("\n\n".join(report))


def gather_tables(paths):
    """Scenes, and their labels filled up to the same number of rows."""
    parts = [np.load(path) for path in paths]
    most = max(part["labels"].shape[1] for part in parts)
    labels = [np.pad(p["labels"], ((0, 0), (0, most - p["labels"].shape[1]), (0, 0)), constant_values=-1) for p in parts]
    return np.concatenate([part["scenes"] for part in parts]), np.concatenate(labels)


if __name__ == "__main__":
    main()
