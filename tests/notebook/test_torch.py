"""Tensors of PyTorch."""

import unittest

import self_attention as sa
from self_attention._arrays import read

try:
    import torch
except ImportError:
    raise unittest.SkipTest("torch is not here: apt-get install python3-torch")


class Tensors(unittest.TestCase):
    def test_every_type_and_those_with_a_gradient(self):
        for kind in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int64):
            self.assertEqual(list(read(torch.tensor([[1, 2], [3, 4]], dtype=kind), "a").data), [1, 2, 3, 4], kind)
        a = torch.arange(6.0, requires_grad=True).reshape(2, 3)
        self.assertEqual(list(read(a.T * 2, "a").data), [0, 6, 2, 8, 4, 10])
        self.assertEqual(list(read(torch.eye(2).to_sparse(), "a").data), [1, 0, 0, 1])

    def test_attentions_as_transformers_returns_them(self):
        attentions = tuple(torch.softmax(torch.randn(1, 4, 5, 5, dtype=torch.float64), -1) for _ in range(3))
        layers = sa.scene(attentions, list("abcde"))["embedding"]["layers"]
        self.assertEqual([len(layers), layers[0]["weights"]["shape"]], [3, [4, 5, 5]])
        half = sa.scene(tuple(one.half() for one in attentions))
        self.assertEqual(half["attention"]["heads"], 4)
        both = torch.cat([attentions[0], attentions[1]])
        with self.assertRaisesRegex(sa.SceneError, r"weights\[0\] is \(2, 4, 5, 5\).*batch=0 to batch=1"):
            sa.scene([both])
        self.assertEqual(sa.scene([both], batch=1), sa.scene(attentions[1]))

    def test_a_mask_of_truth_values(self):
        one = torch.ones(2, 3, 4)
        made = sa.scene(q=one, k=one, v=one, mask=torch.ones(3, 3).tril().bool())["attention"]["mask"]
        self.assertEqual(made["visible"], [[1, 0, 0], [1, 1, 0], [1, 1, 1]])
        # This one is of numbers to add.
        added = torch.nn.Transformer.generate_square_subsequent_mask(3)
        for other in (added, added.to(torch.bfloat16), torch.ones(3, 3).tril()):
            self.assertEqual(sa.scene(q=one, k=one, v=one, mask=other)["attention"]["mask"], made)

    def test_what_is_refused(self):
        for value, words in (
            (torch.tensor([1j]), "complex"),
            (torch.tensor([[1, float("nan")]]), r"\[0, 1\] is NaN"),
            (torch.zeros(2, 0), r"\(2, 0\)"),
        ):
            with self.assertRaisesRegex(sa.SceneError, words):
                read(value, "scores")


if __name__ == "__main__":
    unittest.main()
