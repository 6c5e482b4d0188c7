"""Reads texts with the parsers of Python and NumPy, and prints arrays as NumPy does.

One JSON document a line: {"texts": [...]} gives for each text the arrays that the parsers make of it, as [shape, numbers].
{"seed": n, "count": n} gives printed arrays, as [text, shape, numbers]. The numbers are those of the text, which may be rounded.
"""
import ast
import io
import json
import random
import re
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
MAKERS = {"array", "asarray", "tensor", "Array", "matrix"}
NUMBER = re.compile(r"[-+]?(?:inf|nan|[Tt]rue|[Ff]alse|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")


def numeric(value):
    """The array of nested lists of numbers. Raises for anything else."""
    def check(part):
        if isinstance(part, (list, tuple)):
            for inner in part:
                check(inner)
        elif not isinstance(part, (bool, int, float)):
            raise ValueError("not a number")
    if not isinstance(value, np.ndarray):
        check(value)
        value = np.array(value, dtype=np.float64)
    if value.dtype.kind not in "bif":
        raise ValueError("not numbers")
    return value


def walk(node):
    """The value of literals, and of array() with its methods."""
    if isinstance(node, ast.Call) and not any(key.arg != "dtype" for key in node.keywords):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else function.id
        if isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Name):
            value = walk(function.value)
            if name == "transpose" and not node.args:
                return value.T
            if name == "reshape":
                return value.reshape([int(ast.literal_eval(size)) for size in node.args])
        elif name in MAKERS and len(node.args) == 1:
            return np.array(numeric(ast.literal_eval(node.args[0])), dtype=np.float64)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        return walk(node.value).T
    else:
        return ast.literal_eval(node)
    raise ValueError("another call")


def constants(text):
    raise ValueError(text)


def parsers(text):
    yield lambda: json.loads(text, parse_constant=constants)
    yield lambda: walk(ast.parse(text.strip(), mode="eval").body)
    if "[" not in text and "(" not in text:
        for delimiter in (None, ",", ";", "\t"):
            if delimiter is None or delimiter in text:
                yield lambda: np.loadtxt(io.StringIO(text), delimiter=delimiter, ndmin=2)
    # It leaves out all brackets, wherever they are.
    if ";" in text and re.fullmatch(r"\[?[^][(){}\n]*\]?", text.strip()):
        yield lambda: np.asarray(np.matrix(text))


def read(text):
    found = []
    for parse in parsers(text):
        try:
            array = numeric(parse())
            one = [list(array.shape), [float(number) for number in array.ravel()]]
        except Exception:
            continue
        # JSON has no NaN.
        if array.size and np.isfinite(array).all() and one not in found:
            found.append(one)
    return found


def printed(chance):
    shape = [chance.randint(1, 5) for _ in range(chance.choice([1, 2, 2, 2, 3]))]
    kind = chance.choice(["small", "large", "whole", "bool", "mixed"])
    make = {
        "small": lambda: chance.uniform(-1, 1),
        "large": lambda: chance.uniform(-1, 1) * 10 ** chance.randint(-12, 12),
        "whole": lambda: float(chance.randint(-99, 99)),
        "bool": lambda: chance.random() < 0.5,
        "mixed": lambda: chance.choice([0.0, -0.0, 1.0, 0.5, 1 / 3, -2e-7, 3e8]),
    }[kind]
    array = np.array([make() for _ in range(int(np.prod(shape)))]).reshape(shape)
    if kind == "whole" and chance.random() < 0.5:
        array = array.astype(np.int64)
    elif kind != "bool" and chance.random() < 0.5:
        array = array.astype(np.float32)
    with np.printoptions(
        precision=chance.choice([3, 8, 17]),
        suppress=chance.random() < 0.5,
        linewidth=chance.choice([30, 75, 200]),
        sign=chance.choice(["-", "+", " "]),
        floatmode=chance.choice(["fixed", "unique", "maxprec", "maxprec_equal"]),
    ):
        form = chance.choice(["str", "repr", "list", "json", "savetxt", "named", "tensor"])
        if form == "str":
            text = str(array)
        elif form == "repr":
            text = repr(array)
        elif form == "list":
            text = str(array.tolist())
        elif form == "json":
            text = json.dumps(array.tolist())
        elif form == "named":
            text = "w_q = " + np.array2string(array, separator=", ")
        elif form == "tensor":
            text = np.array2string(array, separator=", ", prefix="tensor(", suffix=")")
            text = f"tensor({text}, dtype=torch.float64)"
        else:
            if array.ndim > 2:
                array = array[0]
            if array.dtype.kind == "b":
                array = array.astype(np.float64)
            out = io.StringIO()
            np.savetxt(out, array, delimiter=chance.choice([" ", ",", "\t", ";", ", "]), fmt=chance.choice(["%.18e", "%.4f", "%g"]))
            text = out.getvalue()
            shape = [array.shape[0], 1] if array.ndim == 1 else list(array.shape)
    body = text[text.index("=") + 1:] if form == "named" else text.split("dtype")[0]
    numbers = [float({"true": "1", "false": "0"}.get(one.lower(), one)) for one in NUMBER.findall(body)]
    return [text, list(shape), numbers]


for line in sys.stdin:
    request = json.loads(line)
    if "texts" in request:
        answer = [read(text) for text in request["texts"]]
    else:
        chance = random.Random(request["seed"])
        answer = [printed(chance) for _ in range(request["count"])]
    print(json.dumps(answer), flush=True)
