"""Scenes, their shapes, and what is refused."""

import json
import unittest

import self_attention as sa

HALF = [[0.5, 0.5], [0.25, 0.75]]
WORDS = ["the", "cat"]


def numbers(shape, start=0):
    """Nested lists of consecutive numbers."""
    if len(shape) == 1:
        return [start + index for index in range(shape[0])]
    step = 1
    for size in shape[1:]:
        step *= size
    return [numbers(shape[1:], start + index * step) for index in range(shape[0])]


class Scenes(unittest.TestCase):
    def refuses(self, words, *args, **options):
        with self.assertRaises(sa.SceneError) as caught:
            sa.scene(*args, **options)
        for word in words:
            self.assertIn(word, str(caught.exception))

    def layers(self, *args, **options):
        scene = sa.scene(*args, **options)
        json.dumps(scene)
        return scene, scene["embedding"]["layers"]

    def test_weights_have_two_three_or_four_axes(self):
        for weights, layers, heads in ((HALF, 1, 1), ([HALF] * 3, 1, 3), ([[HALF] * 3] * 2, 2, 3)):
            scene, made = self.layers(weights, WORDS)
            self.assertEqual(len(made), layers)
            self.assertEqual(made[0]["weights"]["shape"], [heads, 2, 2])
            self.assertEqual(scene["attention"], {"heads": heads, "score": "weights"})
            self.assertEqual(scene["tokens"], WORDS)

    def test_a_list_of_arrays_is_a_list_of_layers(self):
        class Tensor:
            def __init__(self, value, shape):
                self.value, self.shape = value, shape

            def tolist(self):
                return self.value

        one = Tensor([[HALF, HALF, HALF]], (1, 3, 2, 2))
        scene, made = self.layers((one, one), WORDS)
        self.assertEqual([len(made), made[0]["weights"]["shape"]], [2, [3, 2, 2]])
        two = Tensor([[HALF], [[[1, 0], [0, 1]]]], (2, 1, 2, 2))
        self.refuses(["weights[0]", "(2, 1, 2, 2)", "batch=0"], (two, two))
        _, made = self.layers((two, two), WORDS, batch=1)
        _, other = self.layers([[[1, 0], [0, 1]]], WORDS)
        self.assertEqual(made[1]["weights"], other[0]["weights"])
        self.refuses(["batch is 2", "batch of 2"], (two, two), batch=2)
        self.refuses(["weights[1] is None", "eager"], (two, None), batch=0)
        matrix = Tensor(HALF, (2, 2))
        scene, made = self.layers([matrix, matrix, matrix], WORDS)
        self.assertEqual([len(made), scene["attention"]["heads"]], [3, 1])
        scene, made = self.layers(q=[matrix] * 3, k=[matrix] * 3, v=[matrix] * 3)
        self.assertEqual([len(made), scene["attention"]["heads"]], [3, 1])
        # As generate() returns them: a tuple of layers for each step.
        self.refuses(["weights is a tuple of 2", "weights[0]"], ((two, two), (two, two)))
        # Rows are no layers.
        row = Tensor([0.5, 0.5], (2,))
        self.assertEqual(len(self.layers([row, row], WORDS)[1]), 1)

    def test_rows_must_add_up(self):
        self.refuses(["head 1, row 0", "0.9", "0.01"], [HALF, [[0.5, 0.4], [0, 1]]])
        self.refuses(["head 0, row 1", "-0.5"], [[1, 0], [1.5, -0.5]])
        self.refuses(["weights[1], head 0, row 0"], [[HALF], [[[1, 1], [0, 1]]]])
        self.refuses(["0.98", "model.float()"], [[0.5, 0.48], [0, 1]])
        # As half precision rounds them, and a query that sees no key.
        self.layers([[0.5, 0.492], [0, 0]], WORDS)

    def test_tokens_must_fit(self):
        self.refuses(["tokens has 3", "is (2, 2)", "expected 2"], HALF, ["a", "b", "c"])
        self.refuses(["tokens is text"], HALF, "ab")
        self.refuses(["tokens[1] is 5"], HALF, ["a", 5])
        self.refuses(["tokens[1] has 0"], HALF, ["a", ""])
        self.assertEqual(sa.scene(HALF)["tokens"], ["0", "1"])
        scene = sa.scene([[0.5, 0.25, 0.25]], ["a"], key_tokens=["x", "y", "z"])
        self.assertEqual([scene["tokens"], scene["encoder"]["tokens"]], [["a"], ["x", "y", "z"]])

    def test_weights_cannot_be_changed(self):
        self.refuses(["mask"], HALF, mask="causal")
        self.refuses(["temperature"], HALF, temperature=2)

    def test_vectors(self):
        q, k = numbers((2, 3, 4)), numbers((1, 3, 4))
        scene, made = self.layers(q=q, k=k, v=numbers((1, 3, 5)), mask="causal", temperature=2)
        self.assertEqual(made[0]["q"]["shape"], [3, 8])
        self.assertEqual([made[0]["k"]["shape"], made[0]["v"]["shape"]], [[3, 4], [3, 5]])
        wanted = {"heads": 2, "kvHeads": 1, "mask": {"kind": "causal"}, "temperature": 2}
        self.assertEqual(scene["attention"], wanted)
        # Heads side by side are the same numbers.
        flat = [[*q[0][row], *q[1][row]] for row in range(3)]
        _, other = self.layers(q=flat, k=k, v=numbers((1, 3, 5)), heads=2, kv_heads=1)
        self.assertEqual(other[0]["q"], made[0]["q"])
        _, made = self.layers(q=[q] * 3, k=[k] * 3, v=[k] * 3, layer_names=["a", "b", "c"])
        self.assertEqual([layer["name"] for layer in made], ["a", "b", "c"])

    def test_vectors_must_fit(self):
        q, k = numbers((2, 3, 4)), numbers((2, 3, 4))
        self.refuses(["k and v", "missing"], q=q)
        self.refuses(["k is (2, 3, 5)", "expected (2, 3, 4)"], q=q, k=numbers((2, 3, 5)), v=k)
        self.refuses(["v is (2, 2, 4)", "3 rows"], q=q, k=k, v=numbers((2, 2, 4)))
        self.refuses(["q is (2, 3, 4) and has 2", "k is (4, 3, 4) and has 4"], q=q, k=numbers((4, 3, 4)), v=numbers((4, 3, 4)))
        self.refuses(["q is (3, 8)", "3 heads", "8"], q=numbers((3, 8)), k=k, v=k, heads=3)
        self.refuses(["q is (2, 3, 4)", "heads is 4"], q=q, k=k, v=k, heads=4)
        self.refuses(["q has 1 layers", "k has 2"], q=q, k=[k, k], v=k)
        self.refuses(["mask is (2, 2)", "(3, 3)"], q=q, k=k, v=k, mask=[[1, 0], [1, 1]])
        self.refuses(["mask is 'casual'"], q=q, k=k, v=k, mask="casual")
        self.refuses(["'head'", "heads", "mask", "w_q"], q=q, k=k, v=k, head=2)
        self.refuses(["'temprature'", "temperature"], q=q, k=k, v=k, temprature=2)
        self.refuses(["49 layers", "48"], q=[q] * 49, k=[k] * 49, v=[k] * 49)

    def test_fewer_heads_of_k_and_v(self):
        q, k, v = numbers((4, 3, 2)), numbers((2, 3, 2)), numbers((2, 3, 5))
        wanted = sa.scene(q=q, k=k, v=v)
        self.assertEqual(wanted["attention"], {"heads": 4, "kvHeads": 2})
        side = [[[number for head in one for number in head[row]] for row in range(3)] for one in (q, k, v)]
        batch = [[one] for one in side]
        # As wide as those of q, whether they are in front or side by side.
        for made in ((q, k, v), side, batch, (side[0], k, v), (q, side[1], side[2]), (batch[0], k, side[2])):
            for options in ({"heads": 4}, {"heads": 4, "kv_heads": 2}):
                self.assertEqual(sa.scene(q=made[0], k=made[1], v=made[2], **options), wanted)
        self.assertEqual(sa.scene(q=q, k=side[1], v=side[2]), wanted)
        self.assertEqual(sa.scene(q=side[0], k=side[1], v=side[2], heads=4, layer_names=["a"])["attention"], wanted["attention"])
        # One head for all, which is no batch.
        one = numbers((1, 3, 2))
        self.assertEqual(sa.scene(q=q, k=one, v=one, heads=4)["attention"], {"heads": 4, "kvHeads": 1})
        self.assertEqual(sa.scene(q=side[0], k=one, v=one, heads=4), sa.scene(q=q, k=one, v=one))

    def test_errors_have_the_shapes_that_were_given(self):
        q, k = numbers((3, 8)), numbers((3, 4))
        for words, options in (
            (["k is (3, 4)", "expected (3, 8)", "of q, 2"], {"heads": 4, "kv_heads": 4}),
            (["k is (3, 5)", "q is (3, 8)", "4 heads of 2", "5"], {"heads": 4, "k": numbers((3, 5))}),
            (["k is (1, 3, 5)", "q is (3, 8)"], {"heads": 4, "k": numbers((1, 3, 5))}),
            (["k is (3, 4)", "expected (3, 8)"], {}),
            (["v is (3, 5)", "2 heads"], {"heads": 4, "v": numbers((3, 5))}),
            (["v is (2, 4)", "3 rows", "expected (3, 4)"], {"heads": 4, "v": numbers((2, 4))}),
            (["q is (3, 8) and has 4", "k is (3, 6) and has 3"], {"heads": 4, "k": numbers((3, 6)), "v": numbers((3, 6))}),
            (["q is (1, 3, 8)", "3 heads"], {"heads": 3, "q": [q]}),
            (["q is (2, 3, 8)", "batch", "q[0]"], {"heads": 4, "q": [q, q]}),
            (["tokens has 1", "q is (3, 8)"], {"heads": 4, "tokens": ["a"]}),
        ):
            self.refuses(words, **{"q": q, "k": k, "v": k, **options})
        self.refuses(["tokens has 1", "weights[0] is (1, 2, 2)"], [[HALF], [HALF]], ["a"])
        self.refuses(["weights is (2, 2)", "1 heads", "heads is 3"], HALF, heads=3)

    def test_options_are_what_a_scene_can_hold(self):
        for words, options in (
            (["temperature is 0", "greater"], {"temperature": 0}),
            (["temperature is 'hot'", "number"], {"temperature": "hot"}),
            (["scale is nan", "finite"], {"scale": float("nan")}),
            (["softcap is -1"], {"softcap": -1}),
            (["score is 'given'", "scaledDot"], {"score": "given"}),
            (["round_weights is 9", "0 to 8"], {"round_weights": 9}),
            (["heads is True"], {"heads": True}),
            (["batch is 'a'"], {"batch": "a"}),
            (["positions is 3", "'rope'"], {"positions": 3}),
            (["mask is (2,)"], {"mask": [1, 0]}),
            (["layer_names is ['a', 'b']", "1 names"], {"layer_names": ["a", "b"]}),
            (["layer_names[0] has 65", "64"], {"layer_names": ["a" * 65]}),
            (["tokens is 5"], {"tokens": 5}),
            (["tokens[0]", "surrogate"], {"tokens": ["\ud800", "b"]}),
        ):
            self.refuses(words, q=HALF, k=HALF, v=HALF, **options)

    def test_masks_of_truth_values_and_of_numbers_that_are_added(self):
        low = float("-inf")
        painted = {"kind": "painted", "visible": [[1, 0], [1, 1]]}
        for mask in (
            [[1, 0], [1, 1]],
            [[1.0, 0.0], [1.0, 1.0]],
            [[True, False], (True, True)],
            [[0, low], [0, 0]],
            [[0, -10000.0], [0, -0.0]],
            {"kind": "painted", "visible": [[True, False], [True, True]]},
        ):
            self.assertEqual(sa.scene(q=HALF, k=HALF, v=HALF, mask=mask)["attention"]["mask"], painted)
        nothing = sa.scene(q=HALF, k=HALF, v=HALF, mask=[[False] * 2] * 2)["attention"]["mask"]
        self.assertEqual(nothing["visible"], [[0, 0], [0, 0]])

    def test_masks_that_are_refused(self):
        for words, mask in (
            (["(2, 2) of zeros", "mask='none'"], [[0, 0], [0.0, 0.0]]),
            (["mask has 0.5", "-inf"], [[0, 0.5], [0, 1]]),
            (["mask has -0.5"], [[0, -0.5], [0, 0]]),
            (["mask has -inf"], [[1, float("-inf")], [1, 1]]),
            (["mask has nan"], [[1, float("nan")], [1, 1]]),
            (["mask is (1, 2, 2)", "(T_q, T_k)"], [[[1, 0], [1, 1]]]),
            (["kind 'casual'", "causal"], {"kind": "casual"}),
            (["kind None"], {}),
            (["visible"], {"kind": "painted"}),
            (["mask['visible'] is (0,)"], {"kind": "painted", "visible": []}),
            (["mask['visible'] is (2, 0)"], {"kind": "painted", "visible": [[], []]}),
            (["mask['visible'] has -inf"], {"kind": "painted", "visible": [[0, float("-inf")]] * 2}),
            (["mask is (1, 2)", "(2, 2)"], {"kind": "painted", "visible": [[1, 1]]}),
        ):
            self.refuses(words, q=HALF, k=HALF, v=HALF, mask=mask)

    def test_parameters(self):
        x, w = numbers((3, 4)), numbers((4, 6))
        scene = sa.scene(x=x, w_q=w, w_k=w, w_v=w, b_q=[1] * 6, heads=2, tokens=["a", "b", "c"])
        self.assertEqual(scene["embedding"], {"kind": "given", "x": x})
        self.assertEqual(sorted(scene["parameters"]), ["bQ", "kind", "wK", "wQ", "wV"])
        self.refuses(["w_q is (6, 4)", "weight.T"], x=x, w_q=numbers((6, 4)), w_k=w, w_v=w)
        self.refuses(["w_q is (4, 6)", "4 heads", "6"], x=x, w_q=w, w_k=w, w_v=w, heads=4)
        self.refuses(["w_v", "missing"], x=x, w_q=w, w_k=w)
        shared = numbers((4, 2))
        made = sa.scene(x=x, w_q=w, w_k=shared, w_v=shared, heads=3)["attention"]
        self.assertEqual(made, {"heads": 3, "kvHeads": 1})
        for words, given in (
            (["w_k is (4, 3)", "w_q is (4, 6)", "3 heads of 2"], {"w_k": numbers((4, 3))}),
            (["w_k is (4, 2) and has 2", "w_q is (4, 6) and has 3"], {"w_k": shared, "kv_heads": 2}),
            (["w_k is (4, 4) and has 2"], {"w_k": numbers((4, 4))}),
            (["w_v is (4, 2)", "3 heads"], {"w_v": shared}),
            (["b_k is (5,)", "w_k is (4, 6)", "(6,)"], {"b_k": [1] * 5}),
            (["w_o is (4, 6)", "(6, d_model)"], {"w_o": w}),
        ):
            self.refuses(words, **{"x": x, "w_q": w, "w_k": w, "w_v": w, "heads": 3, **given})
        self.refuses(["x is missing"], w_q=w, w_k=w, w_v=w)
        for name, value in (("key_tokens", list("abc")), ("layer_names", ["a"]), ("head_names", ["a"])):
            self.refuses([name, "x"], x=x, w_q=w, w_k=w, w_v=w, **{name: value})
        self.refuses(["weights", "Nothing"])
        self.refuses(["Given: weights and x"], HALF, x=x)


if __name__ == "__main__":
    unittest.main()
