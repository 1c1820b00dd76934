#!/usr/bin/env python3
"""Converts MediaPipe's two hand models from TFLite to ONNX and checks the result.

    python3 models/hands/convert.py

In: the wheel `mediapipe==0.10.21` from PyPI (SHA-256 checked), Python 3.11 to 3.13, network.
Out: `palm_detection.onnx` and `hand_landmark.onnx` beside this file, and their SHA-256 and greatest
difference from the TFLite interpreter on standard output. A conversion that differs too much is not kept.

The converted files are part of the repository: nobody has to run this to use slapsight. Everything that is
downloaded goes into `.venv/` here (about 1.5 GB), which may be deleted afterwards.
"""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PACKAGES = ["tensorflow-cpu==2.21.0", "tf2onnx==1.17.0", "onnx==1.23.2", "onnxruntime==1.31.1", "numpy==2.4.6"]
# Later releases of mediapipe carry no models. Any platform's wheel holds the same two members.
WHEEL = ("mediapipe==0.10.21", "05dc4a9e593655a79558d05d6227d31018c2537a4bd3362b51e230cf22aecfe3")
OPSET = "17"

# name: (member of the wheel, its SHA-256, side of the input in pixels, {ONNX output name: greatest difference allowed})
# Palm boxes and landmarks are in pixels of the input; scores are logits; presence and handedness are 0..1.
MODELS = {
    "palm_detection": (
        "mediapipe/modules/palm_detection/palm_detection_full.tflite",
        "1b14e9422c6ad006cde6581a46c8b90dd573c07ab7f3934b5589e7cea3f89a54",
        192,
        {"Identity": 5e-3, "Identity_1": 5e-3},
    ),
    "hand_landmark": (
        "mediapipe/modules/hand_landmark/hand_landmark_full.tflite",
        "11c272b891e1a99ab034208e23937a8008388cf11ed2a9d776ed3d01d0ba00e3",
        224,
        {"Identity": 5e-3, "Identity_1": 1e-4, "Identity_2": 1e-4, "Identity_3": 1e-4},
    ),
}


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def expect_sha256(path: Path, expected: str) -> None:
    if (found := sha256(path)) != expected:
        sys.exit(f"convert.py: {path.name} has SHA-256 {found}, expected {expected}: it is not the published file")


def prepare() -> None:
    """Makes the virtual environment, fetches the wheel, and unpacks the two models; then starts again inside it."""
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        sys.exit("convert.py: needs Python 3.11, 3.12 or 3.13 (the versions tensorflow 2.21 is built for)")
    python = VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--only-binary=:all:", *PACKAGES], check=True)
    wheels = VENV / "wheels"
    if not any(wheels.glob("mediapipe-*.whl")):
        subprocess.run(
            [python, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version", "3.11"]
            + ["--platform", "manylinux_2_28_x86_64", "--dest", str(wheels), WHEEL[0]],
            check=True,
        )
    wheel = next(wheels.glob("mediapipe-*.whl"))
    expect_sha256(wheel, WHEEL[1])
    with zipfile.ZipFile(wheel) as archive:
        for member, digest, _, _ in MODELS.values():
            target = VENV / Path(member).name
            target.write_bytes(archive.read(member))
            expect_sha256(target, digest)
    os.execv(python, [str(python), str(HERE / "convert.py"), "--inside"])


def rename_inner_tensors(path: Path) -> None:
    """Names constants and inner tensors by first use and drops the remark with the source's path, so that
    two conversions give the same bytes."""
    import onnx

    model = onnx.load(path)
    graph = model.graph
    names = {value.name: value.name for value in [*graph.input, *graph.output]} | {"": ""}
    for node in graph.node:
        for tensors in (node.input, node.output):
            for place, name in enumerate(tensors):
                tensors[place] = names.setdefault(name, f"t{len(names)}")
        node.name = ""
        attributes = sorted(node.attribute, key=lambda attribute: attribute.name)
        del node.attribute[:]
        node.attribute.extend(attributes)
    constants = sorted(graph.initializer, key=lambda constant: int(names[constant.name][1:]))
    for constant in constants:
        constant.name = names[constant.name]
    del graph.initializer[:], graph.value_info[:]
    graph.initializer.extend(constants)
    graph.doc_string = ""
    onnx.checker.check_model(model, full_check=True)
    path.write_bytes(model.SerializeToString(deterministic=True))


def write_out_prelu(path: Path) -> None:
    """Writes each PRelu with one slope a channel, x where that is positive and a x elsewhere, as a x + (1 - a) relu(x), the
    products as convolutions of each channel by itself: the runtime has quick kernels for those and none for PRelu, and need not
    turn its blocks of channels back into planes between them. The palm model takes a third less time."""
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(path)
    graph = model.graph
    constants = {constant.name: constant for constant in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type != "PRelu":
            nodes.append(node)
            continue
        source, slopes = node.input
        (out,) = node.output
        slope = numpy_helper.to_array(constants[slopes]).reshape(-1, 1, 1, 1)
        graph.initializer.append(numpy_helper.from_array(slope, f"{out} slope"))
        graph.initializer.append(numpy_helper.from_array(1 - slope, f"{out} rest"))
        alone = {"group": slope.size, "kernel_shape": [1, 1]}
        nodes.append(helper.make_node("Relu", [source], [f"{out} positive"]))
        nodes.append(helper.make_node("Conv", [source, f"{out} slope"], [f"{out} sloped"], **alone))
        nodes.append(helper.make_node("Conv", [f"{out} positive", f"{out} rest"], [f"{out} added"], **alone))
        nodes.append(helper.make_node("Add", [f"{out} sloped", f"{out} added"], [out]))
    used = {name for node in nodes for name in node.input}
    kept = [constant for constant in graph.initializer if constant.name in used]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.save(model, path)


def convert(name: str) -> None:
    """Converts one model, compares it with the TFLite interpreter on three random pictures, and keeps it if equal."""
    import numpy
    import onnxruntime
    import tensorflow

    member, _, side, allowed = MODELS[name]
    source = VENV / Path(member).name
    scratch = VENV / f"{name}.onnx"
    command = [sys.executable, "-m", "tf2onnx.convert", "--tflite", str(source), "--output", str(scratch)]
    subprocess.run([*command, "--opset", OPSET], check=True, stderr=subprocess.DEVNULL)
    write_out_prelu(scratch)
    rename_inner_tensors(scratch)

    # TensorFlow Lite's own kernels, without the XNNPACK delegate, which computes in another order.
    kernels = tensorflow.lite.experimental.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    tflite = tensorflow.lite.Interpreter(model_path=str(source), experimental_op_resolver_type=kernels)
    tflite.allocate_tensors()
    session = onnxruntime.InferenceSession(str(scratch), providers=["CPUExecutionProvider"])
    # tf2onnx names the outputs as the TFLite file does.
    details = {detail["name"]: detail["index"] for detail in tflite.get_output_details()}
    worst = dict.fromkeys(allowed, 0.0)
    random = numpy.random.default_rng(20)
    for _ in range(3):
        picture = random.random((1, side, side, 3), dtype=numpy.float32)
        tflite.set_tensor(tflite.get_input_details()[0]["index"], picture)
        tflite.invoke()
        outputs = session.run(list(allowed), {session.get_inputs()[0].name: picture})
        for key, output in zip(allowed, outputs):
            difference = float(numpy.abs(output - tflite.get_tensor(details[key])).max())
            worst[key] = max(worst[key], difference)
    for key, difference in worst.items():
        if not difference <= allowed[key]:
            sys.exit(f"convert.py: {name}: output {key} differs by {difference:.2g} from TFLite, {allowed[key]:.2g} allowed")

    os.replace(scratch, HERE / f"{name}.onnx")
    print(f"{sha256(HERE / f'{name}.onnx')}  {name}.onnx")
    for tensor in [*session.get_inputs(), *session.get_outputs()]:
        print(f"    {tensor.name} {tensor.shape}", f"differs by {worst[tensor.name]:.1e}" if tensor.name in worst else "")


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if "--inside" in sys.argv:
        for model in MODELS:
            convert(model)
    else:
        prepare()
