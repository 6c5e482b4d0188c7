"""Makes scenes: the JSON documents that the core computes and the element draws. Nothing here computes attention."""

from array import array

from ._arrays import SceneError, Tensor, is_array, read, shape_text, size_of, stacked
from ._options import PARAMETERS, names_of, options_of, positions_of, whole

MAX_LAYERS = 48
MAX_HEADS = 64
MAX_TOKENS = 8192
MAX_TOKEN_LENGTH = 256
MAX_NUMBERS = 32 * 1024 * 1024
SUM_TOLERANCE = 0.01



def scene(
    weights=None,
    tokens=None,
    *,
    q=None,
    k=None,
    v=None,
    x=None,
    heads=None,
    kv_heads=None,
    key_tokens=None,
    mask=None,
    positions=None,
    layer_names=None,
    head_names=None,
    batch=None,
    **options
):
    """A scene as a dict, of one of three kinds.

    ``weights``: attention weights that a model computed, (T, T), (H, T, T) or (L, H, T, T), or a list with one array
    a layer, as ``attentions`` of Transformers. ``q``, ``k`` and ``v``: (T, H*d) with ``heads``, (H, T, d), (L, H, T, d),
    or a list with one array a layer. ``x``, (T, d_model), with ``w_q``, ``w_k``, ``w_v`` and, if there are any, ``w_o``,
    ``b_q``, ``b_k``, ``b_v`` and ``b_o``.

    ``mask`` is "causal", "none", a (T_q, T_k) array with 1 or True where a query sees a key, or a mask of the scene's
    format. Of numbers that are added to scores, 0 and -inf are understood.
    ``temperature``, ``scale``, ``softcap``, ``score``, ``normalizer`` and ``round_weights`` are the scene's options.
    ``batch`` chooses one sequence of a batch. Raises SceneError.
    """
    parameters = {name: options.pop(name) for name in list(options) if name in PARAMETERS}
    options = options_of(options, mask)
    heads = None if heads is None else whole("heads", heads, 1, MAX_HEADS)
    kv_heads = None if kv_heads is None else whole("kv_heads", kv_heads, 1, MAX_HEADS)
    batch = None if batch is None else whole("batch", batch, 0, 2**31)
    given = {
        "weights": weights is not None,
        "q, k and v": any(one is not None for one in (q, k, v)),
        "x and w_q, w_k, w_v": x is not None or bool(parameters),
    }
    kinds = [kind for kind, is_given in given.items() if is_given]
    if len(kinds) != 1:
        raise SceneError(
            "Give one of: weights; q, k and v; x with w_q, w_k and w_v. "
            + ("Nothing was given" if not kinds else "Given: {}".format(" and ".join(kinds)))
        )
    names = {"layer_names": layer_names, "head_names": head_names}
    if x is not None or parameters:
        if batch is not None:
            raise SceneError("batch is for weights and for q, k and v; x is one sequence, (T, d_model)")
        for name, value in {"key_tokens": key_tokens, **names}.items():
            if value is not None:
                raise SceneError("{} is for weights and for q, k and v; x has one layer, and its keys are its tokens".format(name))
        return _of_parameters(x, tokens, parameters, heads, kv_heads, positions, options)
    if weights is not None:
        if options or positions is not None or kv_heads is not None:
            name = next(iter(options), "positions" if positions is not None else "kv_heads")
            raise SceneError(
                "weights are the result of attention, so {} cannot change them. Give q, k and v to compute them".format(
                    name
                )
            )
        return _of_weights(weights, tokens, key_tokens, batch, heads, names)
    missing = [name for name, value in (("q", q), ("k", k), ("v", v)) if value is None]
    if missing:
        raise SceneError("{} is missing: give q, k and v".format(" and ".join(missing)))
    layers = [
        layers_of(q, "q", heads, batch),
        layers_of(k, "k", kv_heads or heads, batch),
        layers_of(v, "v", kv_heads or heads, batch),
    ]
    return of_vectors(layers, tokens, key_tokens, positions, options, names)


def _of_weights(weights, tokens, key_tokens, batch, heads, names):
    layers = layers_of(weights, "weights", None, batch)
    first = layers[0]
    for layer in layers:
        if layer.shape != first.shape:
            raise SceneError(
                "{} is {}, but {} is {}; all layers must have one shape".format(
                    layer.name, shape_text(layer.shape), first.name, shape_text(first.shape)
                )
            )
        _check_rows(layer)
    count, queries, keys = first.shape
    if heads is not None and heads != count:
        raise SceneError("weights are {} and have {} heads, but heads is {}".format(shape_text(first.shape), count, heads))
    _check_numbers(layers)
    return {
        "version": 1,
        **_tokens(tokens, key_tokens, queries, keys, "weights", first.shape),
        "embedding": {"kind": "qkv", "layers": _named([{"weights": one.packed()} for one in layers], count, names)},
        "parameters": {"kind": "none"},
        "attention": {"heads": _heads(count, "weights"), "score": "weights"},
        "view": {"layer": 0},
    }


def of_vectors(layers, tokens, key_tokens, positions, options, names):
    """The scene of q, k and v: three lists of (H, T, d) tensors."""
    queries, keys, values = layers
    for others in (keys, values):
        if len(others) != len(queries):
            raise SceneError(
                "q has {} layers, but {} has {}".format(len(queries), others[0].name.split("[")[0], len(others))
            )
    count, rows, width = queries[0].shape
    kv_count, kv_rows, _ = keys[0].shape
    made = []
    for q, k, v in zip(queries, keys, values):
        _expect(q, (count, rows, width), "as {}".format(queries[0].name))
        _expect(k, (kv_count, kv_rows, width), "the width of q is {}".format(width))
        _expect(v, (kv_count, kv_rows, values[0].shape[2]), "k has {} heads and {} rows".format(kv_count, kv_rows))
        made.append({"q": _side_by_side(q), "k": _side_by_side(k), "v": _side_by_side(v)})
    if count % kv_count != 0:
        raise SceneError("q has {} heads and k has {}; the heads of k must divide those of q".format(count, kv_count))
    _check_numbers(queries + keys + values)
    _check_painted(options, rows, kv_rows)
    scene = {
        "version": 1,
        **_tokens(tokens, key_tokens, rows, kv_rows, "q", queries[0].shape),
        "embedding": {"kind": "qkv", "layers": _named(made, count, names)},
        "parameters": {"kind": "none"},
        "attention": {
            "heads": _heads(count, "q"),
            **({} if kv_count == count else {"kvHeads": kv_count}),
            **options,
        },
        "view": {"layer": 0},
    }
    if positions is not None:
        scene["positions"] = positions_of(positions)
    return scene


def _of_parameters(x, tokens, parameters, heads, kv_heads, positions, options):
    if x is None:
        raise SceneError("x is missing: the rows that {} multiply".format(", ".join(sorted(parameters))))
    x = read(x, "x")
    if len(x.shape) != 2:
        raise SceneError("x is {}; expected (T, d_model)".format(shape_text(x.shape)))
    missing = [name for name in ("w_q", "w_k", "w_v") if parameters.get(name) is None]
    if missing:
        raise SceneError("{} is missing: give x with w_q, w_k and w_v".format(" and ".join(missing)))
    rows, width = x.shape
    made = {}
    for name, value in parameters.items():
        if value is None:
            continue
        tensor = read(value, name)
        if name.startswith("b_"):
            if len(tensor.shape) != 1:
                raise SceneError("{} is {}; expected one axis".format(name, shape_text(tensor.shape)))
            made[PARAMETERS[name]] = tensor.rows()[0]
            continue
        if len(tensor.shape) != 2 or (name != "w_o" and tensor.shape[0] != width):
            expected = "(H*d_v, d_model)" if name == "w_o" else "({}, H*d), since x is {}".format(width, shape_text(x.shape))
            hint = " PyTorch's Linear keeps its weight transposed: give weight.T" if width in tensor.shape[1:] else ""
            raise SceneError("{} is {}; expected {}.{}".format(name, shape_text(tensor.shape), expected, hint))
        count = (heads if name == "w_q" else kv_heads or heads) or 1
        if name != "w_o" and tensor.shape[1] % count != 0:
            raise SceneError(
                "{} is {}; {} heads do not divide {}".format(name, shape_text(tensor.shape), count, tensor.shape[1])
            )
        made[PARAMETERS[name]] = tensor.rows()
    _check_painted(options, rows, rows)
    scene = {
        "version": 1,
        **_tokens(tokens, None, rows, rows, "x", x.shape),
        "embedding": {"kind": "given", "x": x.rows()},
        "parameters": {"kind": "given", **made},
        "attention": {
            "heads": _heads(1 if heads is None else heads, "heads"),
            **({} if kv_heads is None else {"kvHeads": kv_heads}),
            **options,
        },
    }
    if positions is not None:
        scene["positions"] = positions_of(positions)
    return scene


def layers_of(value, name, heads=None, batch=None):
    """One (H, T, d) tensor for each layer. With ``heads``, matrices are (T, H*d)."""
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
            return [_layer(one, heads, batch) for one in tensors]
        value = stacked(name, tensors)
    tensor = read(value, name)
    axes = len(tensor.shape)
    if axes in (2, 3):
        return [_layer(tensor, heads, None if batch in (None, 0) else batch)]
    if axes == 5 or (axes == 4 and batch is None):
        _check_layers(tensor.shape[0], name)
        return [_layer(one, heads, batch) for one in tensor.parts()]
    if axes == 4:
        return [_layer(tensor, heads, batch)]
    expected = "(T, T), (H, T, T) or (L, H, T, T)" if name == "weights" else "(T, H*d), (H, T, d) or (L, H, T, d)"
    raise SceneError("{} is {}; expected {}".format(name, shape_text(tensor.shape), expected))


def _layer(tensor, heads, batch):
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
        tensor = Tensor(tensor.name, tensor.shape[1:], tensor.parts()[batch or 0].data)
    elif batch is not None and batch != 0:
        raise SceneError("batch is {}, but {} is {} and has no batch".format(batch, tensor.name, shape_text(tensor.shape)))
    if len(tensor.shape) == 3 and tensor.shape[0] == 1 and heads is not None and heads > 1:
        # (1, T, H*d), as a projection returns it.
        tensor = Tensor(tensor.name, tensor.shape[1:], tensor.data)
    if len(tensor.shape) == 2:
        return split_heads(tensor, heads) if heads is not None else Tensor(tensor.name, (1,) + tensor.shape, tensor.data)
    if len(tensor.shape) != 3:
        raise SceneError("{} is {}; expected (H, T, d)".format(tensor.name, shape_text(tensor.shape)))
    if heads is not None and tensor.shape[0] != heads:
        raise SceneError(
            "{} is {}, which has {} heads in front, but heads is {}".format(
                tensor.name, shape_text(tensor.shape), tensor.shape[0], heads
            )
        )
    return tensor


def split_heads(tensor, heads):
    """(T, H*d) as (H, T, d)."""
    rows, width = tensor.shape
    if not isinstance(heads, int) or heads < 1 or width % heads != 0:
        raise SceneError(
            "{} is {}; {} heads do not divide {}".format(tensor.name, shape_text(tensor.shape), heads, width)
        )
    size = width // heads
    return Tensor(tensor.name, (heads, rows, size), _swapped(tensor.data, rows, heads, size))


def _side_by_side(tensor):
    """(H, T, d) as (T, H*d), packed."""
    heads, rows, size = tensor.shape
    return Tensor(tensor.name, (rows, heads * size), _swapped(tensor.data, heads, rows, size)).packed()


def _swapped(data, first, second, size):
    out = array("f")
    for inner in range(second):
        for outer in range(first):
            start = (outer * second + inner) * size
            out.extend(data[start : start + size])
    return out


def _expect(tensor, shape, why):
    if tensor.shape != shape:
        raise SceneError("{} is {}; expected {}: {}".format(tensor.name, shape_text(tensor.shape), shape_text(shape), why))


def _check_rows(tensor):
    heads, queries, keys = tensor.shape
    for row in range(heads * queries):
        numbers = tensor.data[row * keys : (row + 1) * keys]
        where = "{}, head {}, row {}".format(tensor.name, row // queries, row % queries)
        if min(numbers) < 0:
            raise SceneError("{} has {:.6g}; no weight may be below 0".format(where, min(numbers)))
        total = sum(numbers)
        if total != 0 and abs(total - 1) > SUM_TOLERANCE:
            raise SceneError("{} adds up to {:.6g}; it must be 1, within {}".format(where, total, SUM_TOLERANCE))


def _tokens(tokens, key_tokens, queries, keys, name, shape):
    if max(queries, keys) > MAX_TOKENS:
        raise SceneError("{} is {}; the limit is {} tokens".format(name, shape_text(shape), MAX_TOKENS))
    made = {"tokens": _token_list(tokens, queries, "tokens", name, shape)}
    if queries != keys or key_tokens is not None:
        made["encoder"] = {"tokens": _token_list(key_tokens, keys, "key_tokens", name, shape)}
    return made


def _token_list(tokens, count, name, of, shape):
    if tokens is None:
        return [str(index) for index in range(count)]
    if isinstance(tokens, (int, float)):
        raise SceneError("{} is {!r}; expected a list of {} tokens".format(name, tokens, count))
    if isinstance(tokens, (str, bytes)):
        raise SceneError("{} is text; expected a list of {} tokens, such as text.split()".format(name, count))
    tokens = list(tokens)
    if len(tokens) != count:
        raise SceneError("{} has {} tokens, but {} is {}: expected {}".format(name, len(tokens), of, shape_text(shape), count))
    for index, token in enumerate(tokens):
        if not isinstance(token, str):
            raise SceneError("{}[{}] is {!r}; expected text".format(name, index, token))
        if not 0 < len(token) <= MAX_TOKEN_LENGTH:
            raise SceneError(
                "{}[{}] has {} characters; expected 1 to {}".format(name, index, len(token), MAX_TOKEN_LENGTH)
            )
        if any(0xD800 <= ord(letter) < 0xE000 for letter in token):
            raise SceneError("{}[{}] has half of a surrogate pair: {!r}".format(name, index, token))
    return [str(token) for token in tokens]


def _check_painted(options, queries, keys):
    mask = options.get("mask", {})
    visible = mask["visible"] if mask.get("kind") == "painted" else None
    if visible is not None and (len(visible), len(visible[0])) != (queries, keys):
        raise SceneError(
            "mask is {}; expected {}".format(shape_text((len(visible), len(visible[0]))), shape_text((queries, keys)))
        )


def _named(layers, heads, names):
    layer_names, head_names = names["layer_names"], names["head_names"]
    layer_names = None if layer_names is None else names_of("layer_names", layer_names, len(layers))
    head_names = None if head_names is None else names_of("head_names", head_names, heads)
    return [
        {
            **({} if layer_names is None else {"name": layer_names[index]}),
            **({} if head_names is None else {"heads": head_names}),
            **layer,
        }
        for index, layer in enumerate(layers)
    ]


def _heads(count, name):
    if not isinstance(count, int) or not 1 <= count <= MAX_HEADS:
        raise SceneError("{} has {} heads; expected 1 to {}".format(name, count, MAX_HEADS))
    return count


def _check_layers(count, name):
    if count > MAX_LAYERS:
        raise SceneError("{} has {} layers; the limit is {}. Choose some: {}[:{}]".format(name, count, MAX_LAYERS, name, MAX_LAYERS))


def _check_numbers(tensors):
    total = sum(size_of(one.shape) for one in tensors)
    if total > MAX_NUMBERS:
        raise SceneError("{} numbers are given; the limit is {}. Choose some layers".format(total, MAX_NUMBERS))
