"""A heatmap of given weights as SVG. It draws numbers that it was given, and computes none."""

import base64
import sys
from array import array
from html import escape

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
    given = scene["embedding"]["layers"][layer]
    rows = matrix_of(given["weights"], head)
    queries = scene["tokens"]
    keys = (scene.get("encoder") or {}).get("tokens", queries)
    largest = max(len(queries), len(keys))
    cell = 40 if largest <= MAX_NUMBERED else CELL if largest <= 32 else SMALL_CELL
    label = LABEL if largest <= MAX_LABELLED else 8
    width, height = label + cell * len(keys) + 8, label + cell * len(queries) + 32
    layers, heads = len(scene["embedding"]["layers"]), scene["attention"]["heads"]
    title = "Attention weights, layer {} of {}, head {} of {}".format(
        given.get("name", layer + 1), layers, (given.get("heads") or range(1, heads + 1))[head], heads
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


def matrix_of(packed, head):
    """One (T_q, T_k) matrix of a packed (H, T_q, T_k) tensor, as lists."""
    data = array("f")
    data.frombytes(base64.b64decode(packed["float32"]))
    if sys.byteorder == "big":
        data.byteswap()
    queries, keys = packed["shape"][-2:]
    start = head * queries * keys
    return [list(data[start + row * keys : start + (row + 1) * keys]) for row in range(queries)]


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
