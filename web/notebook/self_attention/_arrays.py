"""Reads arrays of any library as float32 numbers, by what they can do and not by what they are."""

import base64
import math
import sys
from array import array


class SceneError(ValueError):
    """An array or an option that a scene cannot hold. The message names it, with its shape and what was expected."""


def shape_text(shape):
    return "(" + ", ".join(str(size) for size in shape) + ("," if len(shape) == 1 else "") + ")"


def size_of(shape):
    return math.prod(shape)


class Tensor:
    """Float32 numbers, row-major, with the name and the shape under which errors mention them."""

    def __init__(self, name, shape, data, given=None):
        self.name = name
        self.shape = tuple(shape)
        self.data = data
        # The shape of the caller's array, of which this is made.
        self.given = self.shape if given is None else tuple(given)

    def __repr__(self):
        return "{} {}".format(self.name, shape_text(self.shape))

    def parts(self):
        """One tensor for each index of the first axis."""
        shape = self.shape[1:]
        size = size_of(shape)
        return [
            Tensor("{}[{}]".format(self.name, index), shape, self.data[index * size : (index + 1) * size])
            for index in range(self.shape[0])
        ]

    def rows(self):
        """The rows of a matrix as lists."""
        width = self.shape[-1]
        # Nine digits tell every float32 from its neighbours.
        return [
            [float("{:.9g}".format(number)) for number in self.data[start : start + width]]
            for start in range(0, len(self.data), width)
        ]

    def packed(self):
        """As a scene has it."""
        data = self.data
        if sys.byteorder == "big":
            data = data[:]
            data.byteswap()
        return {"shape": list(self.shape), "float32": base64.b64encode(data.tobytes()).decode("ascii")}


def stacked(name, tensors):
    """Tensors of one shape along a new first axis."""
    first = tensors[0]
    data = array("f")
    for tensor in tensors:
        if tensor.shape != first.shape:
            raise SceneError(
                "{} is {}, but {} is {}; all must have one shape".format(
                    tensor.name, shape_text(tensor.shape), first.name, shape_text(first.shape)
                )
            )
        data.extend(tensor.data)
    return Tensor(name, (len(tensors),) + first.shape, data)


def is_array(value):
    """Whether it is an array or a tensor of a library, and no list."""
    return hasattr(value, "shape") or isinstance(value, (array, memoryview))


def read(value, name, can_be_infinite=False):
    """The numbers of an array, a tensor or nested lists. Raises SceneError, with the place of a number that is not finite."""
    if isinstance(value, Tensor):
        return value
    tensor = _read(value, name)
    if 0 in tensor.shape:
        raise SceneError("{} is {}; it has no numbers".format(name, shape_text(tensor.shape)))
    if not can_be_infinite:
        _check_finite(tensor)
    return tensor


def _read(value, name):
    if value is None:
        raise SceneError("{} is None; expected an array or nested lists of numbers".format(name))
    if isinstance(value, (str, bytes, bytearray, dict, set, frozenset)):
        raise SceneError(
            "{} is a {}; expected an array or nested lists of numbers".format(name, type(value).__name__)
        )
    if hasattr(value, "detach"):
        return _read_torch(value, name)
    if hasattr(value, "__array_interface__"):
        return _read_numpy(value, name)
    if isinstance(value, (list, tuple)):
        return _read_list(value, name)
    if isinstance(value, array):
        return _read_buffer(memoryview(value), name)
    if isinstance(value, memoryview):
        return _read_buffer(value, name)
    # TensorFlow has numpy(), JAX and pandas have __array__().
    for method in ("numpy", "__array__"):
        if hasattr(value, method):
            return _read_numpy(getattr(value, method)(), name)
    if hasattr(value, "tolist"):
        return _read_list([value.tolist()], name).parts()[0]
    try:
        return _read_buffer(memoryview(value), name)
    except TypeError:
        raise SceneError(
            "{} is a {}; expected an array or nested lists of numbers".format(name, type(value).__name__)
        ) from None


def _read_torch(value, name):
    value = value.detach()
    if getattr(value, "is_complex", bool)():
        raise SceneError("{} has complex numbers; expected real ones".format(name))
    if str(getattr(value, "layout", "")).startswith("torch.sparse"):
        value = value.to_dense()
    value = value.cpu().float()
    shape = tuple(int(size) for size in value.shape)
    try:
        return Tensor(name, shape, array("f", value.contiguous().numpy().tobytes()))
    except (RuntimeError, ImportError, AttributeError):
        # PyTorch without NumPy.
        return Tensor(name, shape, array("f", value.reshape(-1).tolist()))


def _read_numpy(value, name):
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    shape = tuple(int(size) for size in value.shape)
    of = "{} is {} of {}".format(name, shape_text(shape), value.dtype)
    if kind == "O":
        raise SceneError(of + "; expected numbers. Ragged lists become object arrays: give every row one length")
    # bfloat16 of ml_dtypes has the kind V.
    if kind not in "fiuV" or getattr(value.dtype, "names", None) is not None:
        raise SceneError(of + "; expected real numbers")
    if getattr(getattr(value, "mask", None), "any", bool)():
        raise SceneError("{} is a masked array with masked numbers; fill them first".format(name))
    numbers = array("f")
    try:
        numbers.frombytes(value.astype("float32").tobytes())
    except (TypeError, ValueError):
        raise SceneError(of + "; expected real numbers") from None
    return Tensor(name, shape, numbers)


def _read_buffer(view, name):
    if view.format.lstrip("@=<>") not in tuple("efdbBhHiIlLqQ"):
        raise SceneError("{} is a buffer of {!r}; expected real numbers".format(name, view.format))
    if view.ndim == 0:
        return Tensor(name, (), array("f", [float(view[()])]))
    return Tensor(name, view.shape, _read_list(view.tolist(), name).data)


def _read_list(value, name):
    if len(value) == 0:
        return Tensor(name, (0,), array("f"))
    if _are_numbers(value):
        try:
            return Tensor(name, (len(value),), array("f", [float(number) for number in value]))
        except OverflowError:
            raise SceneError("{} has a number that is too large for float32".format(name)) from None
    parts = [_read_item(item, "{}[{}]".format(name, index)) for index, item in enumerate(value)]
    first = parts[0]
    for part in parts:
        if part.shape != first.shape:
            raise SceneError(
                "{} is ragged: {} is {}, but {} is {}".format(
                    name, part.name, shape_text(part.shape), first.name, shape_text(first.shape)
                )
            )
    return stacked(name, parts)


def _are_numbers(value):
    return all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in value)


def _read_item(item, name):
    if isinstance(item, bool):
        raise SceneError("{} is {}; expected a number".format(name, item))
    if isinstance(item, (int, float)):
        return Tensor(name, (), array("f", [item]))
    if isinstance(item, str):
        raise SceneError("{} is text ({!r}); expected a number".format(name, item[:20]))
    return _read(item, name)


def _check_finite(tensor):
    # A sum is not finite if a number is not, and is a hundred times faster to compute than a test of each.
    if math.isfinite(sum(tensor.data)):
        return
    for index, number in enumerate(tensor.data):
        if not math.isfinite(number):
            kind = "NaN" if math.isnan(number) else "{} as float32".format(number)
            raise SceneError(
                "{}{} is {}; every number must be finite".format(tensor.name, place(index, tensor.shape), kind)
            )


def place(index, shape):
    """[2, 0, 5]: where the number with this index stands."""
    steps = []
    for size in reversed(shape):
        index, step = divmod(index, size)
        steps.append(str(step))
    return "[{}]".format(", ".join(reversed(steps))) if steps else ""
