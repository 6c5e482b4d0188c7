"""Prints scenes that need no library, with what the core must make of them: JSON for tests/node/notebook/wheel.test.mjs."""

import json
import math

import self_attention as sa

WORDS = ["the", "cat", "sat"]


def numbers(shape, seed):
    """Nested lists of numbers between -1 and 1."""
    if len(shape) == 0:
        return round(math.sin(seed * 12.9898) * 0.9, 6)
    return [numbers(shape[1:], seed * shape[0] + index + 1) for index in range(shape[0])]


weights = [[[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.5]]]
q, k, v = numbers((2, 3, 4), 1), numbers((1, 3, 4), 2), numbers((1, 3, 5), 3)
x, parameters = numbers((3, 4), 4), {"w_" + name: numbers((4, 4), seed) for seed, name in enumerate("qkv", 5)}
print(
    json.dumps(
        {
            "weights": {"scene": sa.scene(weights, WORDS), "weights": weights},
            "vectors": {
                "scene": sa.scene(q=q, k=k, v=v, tokens=WORDS, mask="causal", scale=0.7),
                "of": {"q": q, "k": k, "v": v},
                "options": {"causal": True, "scale": 0.7},
            },
            "layers": {"scene": sa.scene([[one] for one in weights], WORDS), "count": 2},
            "painted": {
                "scene": sa.scene(q=q, k=k, v=v, tokens=WORDS, mask=[[1, 0, 1], [1, 1, 0], [0, 1, 1]]),
                "hidden": [[0, 1], [1, 2], [2, 0]],
            },
            "parameters": {"scene": sa.scene(x=x, tokens=WORDS, heads=2, temperature=2, **parameters), "x": x, **parameters},
        }
    )
)
