"""Trains the shipped reading model further, on pictures that are made now.

    python3 models/cards/further.py --work DIR

For a change of what is drawn (faces.py, crops.py) that does not ask for a new model: weights are taken from read.onnx and
all layers learn on, the normalisations too. Writes read.onnx anew, with weights halfway between those it had and those that
were learnt. As train.py, it may be stopped and started again, and
needs the same packages; about two hours on two cores. Run signs.py after it.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import train
from train import HERE, READER, Plan

FURTHER = Plan("further", READER.make, "crops", 64, 8, 3, 2000, READER.held_out, 20, 9, 64, 6e-4)


def weights(path):
    """Of convolutions, of full layers and of normalisations, in the order in which the network was built."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    convolutions, full = [], []
    for i, node in enumerate(graph.node):
        if node.op_type == "Conv":
            # The exporter folded the normalisation that follows into it.
            convolutions.append((known[node.input[1]].transpose(2, 3, 1, 0), known[node.input[2]]))
        elif node.op_type == "MatMul":
            full.append(known[node.input[1]])
    scales = [known[node.input[1]] for node in graph.node if node.op_type == "Mul" and node.input[1] in known]
    shifts = [known[node.input[1]] for node in graph.node if node.op_type == "Add" and node.input[1] in known]
    by_width = lambda parts: [part for part in parts if part.ndim == 1 and part.size > 1]
    return convolutions, full, by_width(scales), by_width(shifts)


def take(model, path):
    """Puts the weights of an exported reader into `model`, whose normalisations do nothing yet: see `wake`."""
    import tensorflow as tf

    layers = tf.keras.layers
    corner = model.get_layer("corner")
    convolutions, full, scales, shifts = weights(path)
    # Corner network first, as the exporter wrote it; biases of the last full layers stand among the shifts.
    kinds = lambda net, kind: [layer for layer in net.layers if isinstance(layer, kind)]
    for network in (corner, model):
        norms = kinds(network, layers.BatchNormalization)
        for layer in kinds(network, layers.Conv2D):
            kernel, bias = convolutions.pop(0)
            layer.set_weights([kernel])
            norm = norms.pop(0)
            set_norm(norm, np.ones_like(bias), bias)
        for layer in kinds(network, layers.Dense):
            kernel = full.pop(0)
            if layer.use_bias:
                layer.set_weights([kernel, shifts.pop(0)])
                continue
            if kernel.shape[0] == norms[0].gamma.shape[0]:  # the one over signs and whole card together
                set_norm(norms.pop(0), scales.pop(0), shifts.pop(0))
            layer.set_weights([kernel])
            set_norm(norms.pop(0), scales.pop(0), shifts.pop(0))
        assert not norms
    assert not (convolutions or full or scales or shifts)


def set_norm(norm, scale, shift):
    ones = np.ones_like(scale)
    norm.set_weights([scale, shift, 0 * ones, ones - norm.epsilon])


def wake(model, pictures):
    """Has the normalisations subtract and divide by what they see of `pictures`, and multiply and add as much again.

    The exporter folds them away. As they come out of that, the first batches in training would be normalised to something
    that the layers behind have never seen; so the network answers as before, and they can learn.
    """
    import networks
    import tensorflow as tf

    corner = model.get_layer("corner")
    for network, shown in ((corner, networks.corners_of(pictures)), (model, pictures)):
        norms = [layer for layer in network.layers if isinstance(layer, tf.keras.layers.BatchNormalization)]
        inner = tf.keras.Model(network.inputs, [norm._inbound_nodes[0].input_tensors[0] for norm in norms])
        sums = None
        for i in range(0, len(shown), 128):
            seen = [np.asarray(tf.cast(x, tf.float32)).reshape(-1, x.shape[-1]) for x in inner(shown[i : i + 128].astype(np.float32), training=False)]
            part = [np.array([np.full(x.shape[1], len(x)), x.sum(0, dtype=float), (x.astype(float) ** 2).sum(0)]) for x in seen]
            sums = part if sums is None else [a + b for a, b in zip(sums, part)]
        for norm, (count, total, squares) in zip(norms, sums):
            scale, shift, _, _ = norm.get_weights()
            mean = total / count
            variance = np.maximum(squares / count - mean**2, 1e-4)
            norm.set_weights([scale * np.sqrt(variance + norm.epsilon), shift + scale * mean, mean, variance])


def halfway(before, learnt, path):
    """The mean of the weights of two exported readers (after Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").

    What was learnt on pictures of one kind costs some of what was known of others: the reader that had learnt on from narrow
    cards no longer read an ace with fingers on it. Halfway it does, and is as good as either on every family of decks.
    """
    import onnx
    from onnx import numpy_helper

    graphs = [onnx.load(path).graph for path in (before, learnt)]
    made = onnx.load(learnt)
    weights = [{tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer} for graph in graphs]
    # Names differ from export to export; what they are used for, and in which order, does not.
    # What signs.py appended is of the reader as it was, and fitted anew afterwards.
    used = [[(node.op_type, name) for node in graph.node for name in node.input if name in known and node.op_type != "Gemm"] for graph, known in zip(graphs, weights)]
    assert [kind for kind, _ in used[0]] == [kind for kind, _ in used[1]]
    mean = {new: (weights[0][old] + weights[1][new]) / 2 for (_, old), (_, new) in zip(*used) if weights[1][new].dtype == np.float32}
    for tensor in made.graph.initializer:
        if tensor.name in mean:
            tensor.CopyFrom(numpy_helper.from_array(mean[tensor.name].astype(np.float32), tensor.name))
    onnx.save(made, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads, pictures and unfinished models")
    work = parser.parse_args().work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    train.prepared(work)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = train.start_shards(FURTHER_PICTURES, work, pool)
        import networks

        before = work / "before.onnx"
        if not before.exists():
            before.write_bytes((HERE / "read.onnx").read_bytes())

        def start(model):
            jobs[0].result()
            take(model, before)
            wake(model, train.load(FURTHER, work, "train", [0])[0])

        network = lambda: networks.reader(together=True)
        model = train.fit(FURTHER, network, networks.reader_loss, lambda x, y, _: (x, y.astype(np.int32)), work, start)
        for job in jobs:
            job.result()
        learnt = work / "learnt.onnx"
        train.export_reader(model, work, learnt)
        halfway(before, learnt, HERE / "read.onnx")


# Pictures are those of the reader; only fewer.
FURTHER_PICTURES = Plan("reader", *[getattr(FURTHER, name) for name in list(Plan.__dataclass_fields__)[1:]])


if __name__ == "__main__":
    main()
