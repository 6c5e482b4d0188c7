"""Arrays that are read without any library, and what is refused."""

import unittest
from array import array

import self_attention as sa
from self_attention._arrays import read


class Duck:
    """As JAX without NumPy: a shape and a list."""

    shape = (2, 2)

    def tolist(self):
        return [[0.5, 0.5], [0.25, 0.75]]


class Arrays(unittest.TestCase):
    def test_lists_of_any_depth(self):
        for value, shape in (([1, 2.5], (2,)), ([[1, 2, 3], (4, 5, 6)], (2, 3)), ([[[1]], [[2]]], (2, 1, 1))):
            tensor = read(value, "a")
            self.assertEqual(tensor.shape, shape)
        self.assertEqual(list(read([[1, 2], [3, 4.5]], "a").data), [1, 2, 3, 4.5])

    def test_buffers_and_what_can_become_a_list(self):
        self.assertEqual(list(read(array("d", [0.5, 2]), "a").data), [0.5, 2])
        two = memoryview(array("f", [1, 2, 3, 4])).cast("B").cast("f", (2, 2))
        self.assertEqual(read(two, "a").shape, (2, 2))
        self.assertEqual(list(read(Duck(), "a").data), [0.5, 0.5, 0.25, 0.75])

    def refuses(self, value, *words):
        with self.assertRaises(sa.SceneError) as caught:
            read(value, "scores")
        for word in ("scores",) + words:
            self.assertIn(word, str(caught.exception))

    def test_ragged_lists(self):
        self.refuses([[1, 2], [3]], "scores[1] is (1,)", "scores[0] is (2,)")
        self.refuses([[1, 2], 3], "ragged")

    def test_what_is_no_number(self):
        self.refuses([[1, "2"]], "scores[0][1]", "'2'")
        self.refuses([[1, None]], "scores[0][1] is None")
        self.refuses([[1, True]], "scores[0][1] is True")
        self.refuses([[1, 2j]], "scores[0][1] is a complex")
        self.refuses({"a": 1}, "dict")
        self.refuses("abc", "str")
        self.refuses(b"abc", "bytes")
        self.refuses(None, "None")
        self.refuses(5, "int")

    def test_what_is_not_finite(self):
        self.refuses([[1, 2], [3, float("nan")]], "scores[1, 1] is NaN")
        self.refuses([[1, float("-inf")]], "scores[0, 1]", "-inf")
        self.refuses([[1, 1e300]], "scores[0, 1]", "float32")

    def test_nothing(self):
        self.refuses([], "(0,)")
        self.refuses([[], []], "(2, 0)")


if __name__ == "__main__":
    unittest.main()
