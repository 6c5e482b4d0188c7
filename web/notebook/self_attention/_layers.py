"""The layers of arrays of several shapes, each with its heads in front: (H, T, d)."""

from array import array

from ._arrays import SceneError, Tensor, is_array, read, shape_text, stacked

MAX_LAYERS = 48


def layers_of(value, name, batch=None):
    """One tensor for each layer: (T, H*d), or with the heads in front."""
    if isinstance(value, (list, tuple)) and value and all(is_array(one) or one is None for one in value):
        if any(one is None for one in value):
            raise SceneError(
                "{}[{}] is None: the model returned no attentions. Load it with attn_implementation='eager' and call it "
                "with output_attentions=True".format(name, next(i for i, one in enumerate(value) if one is None))
            )
        tensors = [read(one, "{}[{}]".format(name, index)) for index, one in enumerate(value)]
        # A list of rows is one matrix. Of anything larger, each is a layer.
        if len(tensors[0].shape) > 1:
            _check_layers(len(tensors), name)
            return [_of_batch(one, batch) for one in tensors]
        value = stacked(name, tensors)
    if _are_steps(value):
        raise SceneError(
            "{0} is a {1} of {2}, each with arrays, as generate() returns one for each step. Choose a step: {0}[0]".format(
                name, type(value).__name__, len(value)
            )
        )
    tensor = read(value, name)
    axes = len(tensor.shape)
    if axes in (2, 3):
        return [_of_batch(tensor, batch)]
    if axes == 5 or (axes == 4 and batch is None):
        _check_layers(tensor.shape[0], name)
        return [_of_batch(one, batch) for one in tensor.parts()]
    if axes == 4:
        return [_of_batch(tensor, batch)]
    expected = "(T, T), (H, T, T) or (L, H, T, T)" if name == "weights" else "(T, H*d), (H, T, d) or (L, H, T, d)"
    raise SceneError("{} is {}; expected {}".format(name, shape_text(tensor.shape), expected))


def _are_steps(value):
    if not isinstance(value, (list, tuple)) or not value or not isinstance(value[0], (list, tuple)) or not value[0]:
        return False
    return len(getattr(value[0][0], "shape", ())) > 2


def _of_batch(tensor, batch):
    if len(tensor.shape) == 4:
        size = tensor.shape[0]
        if batch is None and size > 1:
            raise SceneError(
                "{} is {}, a batch of {}; choose one with batch=0 to batch={}".format(
                    tensor.name, shape_text(tensor.shape), size, size - 1
                )
            )
        if not 0 <= (batch or 0) < size:
            raise SceneError(
                "batch is {}, but {} is {}, a batch of {}".format(batch, tensor.name, shape_text(tensor.shape), size)
            )
        return Tensor(tensor.name, tensor.shape[1:], tensor.parts()[batch or 0].data, tensor.shape)
    if batch is not None and batch != 0:
        raise SceneError("batch is {}, but {} is {} and has no batch".format(batch, tensor.name, shape_text(tensor.shape)))
    if len(tensor.shape) not in (2, 3):
        raise SceneError("{} is {}; expected (H, T, d)".format(tensor.name, shape_text(tensor.shape)))
    return tensor


def heads_first(tensor, heads):
    """As (H, T, d). With ``heads``, a matrix is (T, H*d)."""
    if len(tensor.shape) == 3 and tensor.shape[0] == 1 and heads is not None:
        # (1, T, H*d), as a projection returns it.
        tensor = Tensor(tensor.name, tensor.shape[1:], tensor.data, tensor.given)
    if len(tensor.shape) == 2:
        return split_heads(tensor, 1 if heads is None else heads)
    if heads is not None and tensor.shape[0] != heads:
        is_batch = tensor.shape[2] % heads == 0 and len(tensor.given) == 3
        raise SceneError(
            "{} is {}, which has {} heads in front, but heads is {}{}".format(
                tensor.name,
                shape_text(tensor.given),
                tensor.shape[0],
                heads,
                ". If it is a batch of (T, H*d), give {}[0]".format(tensor.name) if is_batch else "",
            )
        )
    return tensor


def kv_heads_of(key, query, heads, kv_heads):
    """How many heads a k has: as many as are as wide as those of q, unless ``kv_heads`` or its shape says it."""
    is_matrix = len(key.shape) == 2 or key.shape[0] == 1
    if kv_heads is not None:
        return kv_heads
    if heads is None and (len(key.shape) == 3 or query.shape[0] == 1):
        return None
    if not is_matrix:
        return key.shape[0]
    return shared_heads(key, key.shape[-1], query, query.shape[2], query.shape[0])


def shared_heads(key, columns, query, width, heads):
    """How many heads of ``width`` are in the columns of a matrix, as in a model whose heads share keys."""
    if columns % width != 0:
        raise SceneError(
            "{0} is {1}. {2} is {3}, which is {4} heads of {5}, and heads of {5} do not divide {6}".format(
                key.name, shape_text(key.given), query.name, shape_text(query.given), heads, width, columns
            )
        )
    return columns // width


def value_heads_of(value, key, is_split):
    """How many heads a v has beside its k. ``is_split``: (1, T, H*d) is a matrix of a batch, and no head."""
    is_matrix = len(value.shape) == 2 or (value.shape[0] == 1 and is_split)
    return key.shape[0] if is_matrix else None


def split_heads(tensor, heads):
    """(T, H*d) as (H, T, d)."""
    rows, width = tensor.shape
    if not isinstance(heads, int) or heads < 1 or width % heads != 0:
        raise SceneError(
            "{} is {}; {} heads do not divide {}".format(tensor.name, shape_text(tensor.given), heads, width)
        )
    size = width // heads
    return Tensor(tensor.name, (heads, rows, size), _swapped(tensor.data, rows, heads, size), tensor.given)


def side_by_side(tensor):
    """(H, T, d) as (T, H*d), packed."""
    heads, rows, size = tensor.shape
    return Tensor(tensor.name, (rows, heads * size), _swapped(tensor.data, heads, rows, size)).packed()


def as_given(shape, tensor):
    """The shape that the caller's array would have if the tensor were (H, T, d) of this shape."""
    given = tensor.given
    if given == tensor.shape:
        return shape
    heads, rows, width = shape
    if len(given) == 4:
        return given[:1] + shape
    return given[:-2] + (rows, heads * width)


def _swapped(data, first, second, size):
    if first == 1 or second == 1:
        return data
    out = array("f")
    for inner in range(second):
        for outer in range(first):
            start = (outer * second + inner) * size
            out.extend(data[start : start + size])
    return out


def _check_layers(count, name):
    if count > MAX_LAYERS:
        raise SceneError("{} has {} layers; the limit is {}. Choose some: {}[:{}]".format(name, count, MAX_LAYERS, name, MAX_LAYERS))
