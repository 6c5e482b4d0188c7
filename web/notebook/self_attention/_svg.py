"""A heatmap of given weights as SVG. It draws numbers that it was given, and computes none."""

import base64
import sys
from array import array
from html import escape

from ._arrays import SceneError, Tensor, read, shape_text, size_of
from ._options import whole

CELL = 24
SMALL_CELL = 8
# Cells with numbers in them, and up to how many tokens each has a label.
MAX_NUMBERED = 12
MAX_LABELLED = 96
LABEL = 96
MAX_LABEL_LENGTH = 14
# The darkest of the colours of the element.
HUE = "#4c1d7a"


def heatmap(scene, layer, head):
    """The weights of one head of one layer, (T_q, T_k)."""
    layers = layers_of(scene)
    given = layers[whole("layer", layer, 0, len(layers) - 1)]
    matrices = matrices_of(given, layer)
    rows = matrices[whole("head", head, 0, len(matrices) - 1)]
    queries = scene["tokens"]
    keys = (scene.get("encoder") or {}).get("tokens", queries)
    if len(rows) != len(queries) or any(len(row) != len(keys) for row in rows):
        raise SceneError(
            "weights of layer {} are {} rows of {}; the scene has {} tokens and {} keys".format(
                layer, len(rows), len(rows[0]), len(queries), len(keys)
            )
        )
    largest = max(len(queries), len(keys))
    cell = 40 if largest <= MAX_NUMBERED else CELL if largest <= 32 else SMALL_CELL
    label = LABEL if largest <= MAX_LABELLED else 8
    width, height = label + cell * len(keys) + 8, label + cell * len(queries) + 32
    heads = len(matrices)
    title = "Attention weights, layer {} of {}, head {} of {}".format(
        given.get("name", layer + 1), len(layers), (given.get("heads") or range(1, heads + 1))[head], heads
    )
    size = min(12, cell)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" '
        'font-family="system-ui, sans-serif" font-size="{2}">'.format(width, height, size),
        "<title>{}</title>".format(_text(title)),
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<g transform="translate({} {}) scale({})" fill="{}">'.format(label, label, cell, HUE),
        *_cells(rows),
        "</g>",
    ]
    if largest <= MAX_LABELLED:
        for index, token in enumerate(queries):
            parts.append(
                '<text x="{}" y="{}" text-anchor="end">{}</text>'.format(
                    label - 6, _number(label + cell * (index + 0.5) + size * 0.35), _label(token)
                )
            )
        for index, token in enumerate(keys):
            x = _number(label + cell * (index + 0.5) + size * 0.35)
            parts.append(
                '<text transform="translate({} {}) rotate(-90)">{}</text>'.format(x, label - 6, _label(token))
            )
    if largest <= MAX_NUMBERED:
        for row, numbers in enumerate(rows):
            for column, number in enumerate(numbers):
                parts.append(
                    '<text x="{}" y="{}" text-anchor="middle" fill="{}">{:.2f}</text>'.format(
                        _number(label + cell * (column + 0.5)),
                        _number(label + cell * (row + 0.5) + 4),
                        "#fff" if number > 0.5 else "#111",
                        number,
                    )
                )
    parts.append('<text x="8" y="{}" font-size="12">{}</text>'.format(height - 10, _text(title)))
    return "\n".join(parts + ["</svg>"]) + "\n"


def layers_of(scene):
    """The layers whose weights a scene gives, if it also gives the tokens. Else none."""
    parts = [scene.get(name) for name in ("embedding", "attention", "encoder")]
    embedding, attention, encoder = (part if isinstance(part, dict) else {} for part in parts)
    layers = embedding.get("layers")
    tokens = [scene.get("tokens"), encoder.get("tokens", [])]
    is_given = attention.get("score") == "weights" and isinstance(layers, list) and all(_are_texts(one) for one in tokens)
    are_weights = is_given and all(isinstance(one, dict) and one.get("weights") is not None for one in layers)
    return layers if are_weights and scene["tokens"] else []


def _are_texts(tokens):
    return isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)


def matrices_of(layer, index):
    """Its (T_q, T_k) matrices, one a head, as lists: of a packed tensor or of nested lists."""
    given, name = layer["weights"], "weights of layer {}".format(index)
    tensor = _unpacked(given, name) if isinstance(given, dict) else read(given, name)
    if len(tensor.shape) != 3:
        raise SceneError("{} are {}; expected (H, T_q, T_k)".format(name, shape_text(tensor.shape)))
    return [part.rows() for part in tensor.parts()]


def _unpacked(packed, name):
    data = array("f")
    try:
        shape = [whole("shape of {}".format(name), size, 1, 2**31) for size in packed["shape"]]
        data.frombytes(base64.b64decode(packed["float32"]))
    except (KeyError, TypeError, ValueError) as error:
        raise SceneError("{} cannot be read: {}".format(name, error)) from None
    if sys.byteorder == "big":
        data.byteswap()
    if len(data) != size_of(shape):
        raise SceneError("{} are {}, but have {} numbers".format(name, shape_text(shape), len(data)))
    return Tensor(name, shape, data)


def _cells(rows):
    """A path for all cells of one opacity, which is the weight to two digits."""
    paths = {}
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers):
            opacity = "{:.2f}".format(min(number, 1))
            if opacity != "0.00":
                paths.setdefault(opacity, []).append("M{} {}h1v1h-1z".format(column, row))
    return ['<path fill-opacity="{}" d="{}"/>'.format(opacity, "".join(d)) for opacity, d in sorted(paths.items())]


def _number(value):
    return "{:.4g}".format(value) if value < 1000 else str(round(value))


def _label(token):
    return _text(token if len(token) <= MAX_LABEL_LENGTH else token[: MAX_LABEL_LENGTH - 1] + "…")


def _text(text):
    # XML has no control characters and no halves of surrogate pairs.
    return escape("".join("\ufffd" if ord(c) < 32 or 0xD800 <= ord(c) < 0xE000 or ord(c) in (0xFFFE, 0xFFFF) else c for c in text))
