"""Arrays of NumPy, and of libraries that hand over NumPy's."""

import unittest

import self_attention as sa
from self_attention._arrays import read

try:
    import numpy as np
except ImportError:
    raise unittest.SkipTest("NumPy is not here: apt-get install python3-numpy")

HALF = [[0.5, 0.5], [0.25, 0.75]]


class TensorFlow:
    """As an eager tensor: numpy(), and a shape of a type of its own."""

    def __init__(self, value):
        self.value, self.shape = value, object()

    def numpy(self):
        return self.value


class Jax:
    def __init__(self, value):
        self.value, self.shape = value, value.shape

    def __array__(self, dtype=None):
        return self.value


class Arrays(unittest.TestCase):
    def test_every_type_of_real_numbers(self):
        for kind in ("float16", "float32", "float64", ">f4", "int8", "uint32", "int64"):
            self.assertEqual(list(read(np.array([[1, 2], [3, 4]], kind), "a").data), [1, 2, 3, 4], kind)
        self.assertEqual(read(np.float16(0.5), "a").shape, ())

    def test_any_order_in_memory(self):
        a = np.arange(24, dtype="float32").reshape(2, 3, 4)
        for view in (a.transpose(2, 0, 1), a[::-1, :, ::2], np.asfortranarray(a), np.broadcast_to(a[:1], a.shape)):
            self.assertEqual(list(read(view, "a").data), view.flatten().tolist())
            self.assertEqual(read(view, "a").shape, view.shape)

    def test_other_libraries(self):
        half = np.array(HALF)
        for other in (TensorFlow(half), Jax(half), [half[0], half[1]], [list(row) for row in half.astype("float32")]):
            self.assertEqual(sa.scene(other), sa.scene(HALF))
        layers = sa.scene([Jax(half[None, None])] * 2)["embedding"]["layers"]
        self.assertEqual([len(layers), layers[0]["weights"]["shape"]], [2, [1, 2, 2]])

    def refuses(self, value, *words):
        with self.assertRaises(sa.SceneError) as caught:
            read(value, "scores")
        for word in ("scores",) + words:
            self.assertIn(word, str(caught.exception))

    def test_what_is_refused(self):
        self.refuses(np.array([[1, 2], [3]], dtype=object), "(2,)", "object", "Ragged")
        self.refuses(np.array([1j]), "complex128")
        self.refuses(np.array(["a"]), "<U1")
        self.refuses(np.zeros(2, "V3"), "V3")
        self.refuses(np.array([[1, np.nan]]), "[0, 1] is NaN")
        self.refuses(np.array([1e300]), "[0]", "float32")
        self.refuses(np.zeros((0, 3)), "(0, 3)")
        self.refuses(np.ma.masked_array([1, 2], [False, True]), "masked")

    def test_a_mask_of_truth_values(self):
        one = np.ones((2, 3, 4))
        mask = np.tril(np.ones((3, 3), bool))
        made = sa.scene(q=one, k=one, v=one, mask=mask)["attention"]["mask"]
        self.assertEqual(made, {"kind": "painted", "visible": mask.astype(int).tolist()})
        added = np.where(mask, 0, -np.inf)
        for other in (mask * 1.0, added, added.astype("float16"), list(mask), mask.tolist(), TensorFlow(mask), Jax(mask)):
            self.assertEqual(sa.scene(q=one, k=one, v=one, mask=other)["attention"]["mask"], made)
        self.assertEqual(sa.scene(q=one, k=one, v=one, mask={"kind": "painted", "visible": mask})["attention"]["mask"], made)
        with self.assertRaisesRegex(sa.SceneError, "zeros"):
            sa.scene(q=one, k=one, v=one, mask=np.zeros((3, 3)))


if __name__ == "__main__":
    unittest.main()
