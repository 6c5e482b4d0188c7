"""Makes scenes: the JSON documents that the core computes and the element draws. Nothing here computes attention."""

from ._arrays import SceneError, read, shape_text, size_of
from ._layers import as_given, heads_first, kv_heads_of, layers_of, shared_heads, side_by_side, value_heads_of
from ._options import PARAMETERS, names_of, options_of, positions_of, whole

MAX_HEADS = 64
MAX_TOKENS = 8192
MAX_TOKEN_LENGTH = 256
MAX_NUMBERS = 32 * 1024 * 1024
SUM_TOLERANCE = 0.01
# How far rows may be off where softmax itself ran in bfloat16.
_COARSE_TOLERANCE = 0.03

_NAMES = (
    *("q", "k", "v", "x", "tokens", "heads", "kv_heads", "key_tokens", "mask", "positions"),
    *("layer_names", "head_names", "batch", *PARAMETERS),
)


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
    or a list with one array a layer. Matrices of k and v have heads as wide as those of q, unless ``kv_heads`` says how
    many. ``x``, (T, d_model), with ``w_q``, ``w_k``, ``w_v`` and, if there are any, ``w_o``,
    ``b_q``, ``b_k``, ``b_v`` and ``b_o``.

    ``mask`` is "causal", "none", a (T_q, T_k) array with 1 or True where a query sees a key, or a mask of the scene's
    format. Of numbers that are added to scores, 0 and -inf are understood.
    ``temperature``, ``scale``, ``softcap``, ``score``, ``normalizer`` and ``round_weights`` are the scene's options.
    ``batch`` chooses one sequence of a batch. Raises SceneError.
    """
    parameters = {name: options.pop(name) for name in list(options) if name in PARAMETERS}
    options = options_of(options, mask, _NAMES)
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
    layers = [layers_of(one, name, batch) for one, name in ((q, "q"), (k, "k"), (v, "v"))]
    _check_counts(*layers)
    made = []
    for query, key, value in zip(*layers):
        query = heads_first(query, heads)
        key = heads_first(key, kv_heads_of(key, query, heads, kv_heads))
        value = heads_first(value, value_heads_of(value, key, (heads or kv_heads) is not None))
        made.append((query, key, value))
    return of_vectors([list(one) for one in zip(*made)], tokens, key_tokens, positions, options, names)


def _of_weights(weights, tokens, key_tokens, batch, heads, names):
    layers = [heads_first(one, None) for one in layers_of(weights, "weights", batch)]
    first = layers[0]
    for layer in layers:
        if layer.shape != first.shape:
            raise SceneError(
                "{} is {}, but {} is {}; all layers must have one shape".format(
                    layer.name, shape_text(layer.given), first.name, shape_text(first.given)
                )
            )
        _check_rows(layer)
    count, queries, keys = first.shape
    if heads is not None and heads != count:
        raise SceneError("{} is {} and has {} heads, but heads is {}".format(first.name, shape_text(first.given), count, heads))
    _check_numbers(layers)
    return {
        "version": 1,
        **_tokens(tokens, key_tokens, queries, keys, first.name, first.given),
        "embedding": {"kind": "qkv", "layers": _named([{"weights": one.packed()} for one in layers], count, names)},
        "parameters": {"kind": "none"},
        "attention": {"heads": _heads(count, "weights"), "score": "weights"},
        "view": {"layer": 0},
    }


def of_vectors(layers, tokens, key_tokens, positions, options, names):
    """The scene of q, k and v: three lists of (H, T, d) tensors."""
    queries, keys, values = layers
    count, rows, width = queries[0].shape
    kv_count, kv_rows, _ = keys[0].shape
    made = []
    for q, k, v in zip(queries, keys, values):
        _expect(q, (count, rows, width), "as {}".format(queries[0].name))
        _expect(k, (kv_count, kv_rows, width), "its heads must be as wide as those of q, {}".format(width))
        _expect(v, (kv_count, kv_rows, values[0].shape[2]), "k has {} heads and {} rows".format(kv_count, kv_rows))
        made.append({"q": side_by_side(q), "k": side_by_side(k), "v": side_by_side(v)})
    if count % kv_count != 0:
        raise SceneError(
            "q is {} and has {} heads, k is {} and has {}. The heads of k must divide those of q".format(
                shape_text(queries[0].given), count, shape_text(keys[0].given), kv_count
            )
        )
    _check_numbers(queries + keys + values)
    _check_painted(options, rows, kv_rows)
    scene = {
        "version": 1,
        **_tokens(tokens, key_tokens, rows, kv_rows, queries[0].name, queries[0].given),
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
    made, matrices = {}, {}
    tensors = {name: read(value, name) for name, value in parameters.items() if value is not None}
    for name, tensor in tensors.items():
        if name.startswith("b_"):
            if len(tensor.shape) != 1:
                raise SceneError("{} is {}; expected one axis".format(name, shape_text(tensor.shape)))
            made[PARAMETERS[name]] = tensor.rows()[0]
            continue
        if len(tensor.shape) != 2 or (name != "w_o" and tensor.shape[0] != width):
            expected = "(H*d_v, d_model)" if name == "w_o" else "({}, H*d), since x is {}".format(width, shape_text(x.shape))
            hint = " PyTorch's Linear keeps its weight transposed: give weight.T" if width in tensor.shape[1:] else ""
            raise SceneError("{} is {}; expected {}.{}".format(name, shape_text(tensor.shape), expected, hint))
        matrices[name] = tensor
        made[PARAMETERS[name]] = tensor.rows()
    kv_heads = _check_widths(matrices, heads or 1, kv_heads)
    for name, tensor in tensors.items():
        matrix = matrices.get(name.replace("b_", "w_"))
        if name.startswith("b_") and matrix is not None and tensor.shape[0] != matrix.shape[1]:
            raise SceneError(
                "{} is {}, but {} is {}: expected {}".format(
                    name, shape_text(tensor.shape), matrix.name, shape_text(matrix.shape), shape_text(matrix.shape[1:])
                )
            )
    _check_painted(options, rows, rows)
    scene = {
        "version": 1,
        **_tokens(tokens, None, rows, rows, "x", x.shape),
        "embedding": {"kind": "given", "x": x.rows()},
        "parameters": {"kind": "given", **made},
        "attention": {
            "heads": _heads(1 if heads is None else heads, "heads"),
            **({} if kv_heads == (heads or 1) else {"kvHeads": kv_heads}),
            **options,
        },
    }
    if positions is not None:
        scene["positions"] = positions_of(positions)
    return scene


def _check_widths(matrices, heads, kv_heads):
    """The count of heads of k and v, which are as wide as those of q."""
    query, key, value = (matrices[name] for name in ("w_q", "w_k", "w_v"))
    _check_divides(query, heads)
    width = query.shape[1] // heads
    kv_heads = shared_heads(key, key.shape[1], query, width, heads) if kv_heads is None else kv_heads
    if key.shape[1] != kv_heads * width or heads % kv_heads != 0:
        raise SceneError(
            "w_q is {} and has {} heads, w_k is {} and has {}. They must have one width, and the heads of k must divide "
            "those of q".format(shape_text(query.shape), heads, shape_text(key.shape), kv_heads)
        )
    _check_divides(value, kv_heads)
    output, joined = matrices.get("w_o"), heads * value.shape[1] // kv_heads
    if output is not None and output.shape[0] != joined:
        raise SceneError(
            "w_o is {}; expected ({}, d_model), since w_v is {}".format(shape_text(output.shape), joined, shape_text(value.shape))
        )
    return kv_heads


def _check_divides(matrix, heads):
    if matrix.shape[1] % heads != 0:
        raise SceneError(
            "{} is {}; {} heads do not divide {}".format(matrix.name, shape_text(matrix.shape), heads, matrix.shape[1])
        )


def _check_counts(queries, keys, values):
    for name, others in (("k", keys), ("v", values)):
        if len(others) != len(queries):
            raise SceneError("q has {} layers, but {} has {}".format(len(queries), name, len(others)))


def _expect(tensor, shape, why):
    if tensor.shape != shape:
        expected = shape_text(as_given(shape, tensor))
        raise SceneError("{} is {}; expected {}: {}".format(tensor.name, shape_text(tensor.given), expected, why))


def _check_rows(tensor):
    heads, queries, keys = tensor.shape
    for row in range(heads * queries):
        numbers = tensor.data[row * keys : (row + 1) * keys]
        where = "{}, head {}, row {}".format(tensor.name, row // queries, row % queries)
        if min(numbers) < 0:
            raise SceneError("{} has {:.6g}; no weight may be below 0".format(where, min(numbers)))
        total = sum(numbers)
        if total != 0 and abs(total - 1) > SUM_TOLERANCE:
            raise SceneError(
                "{} adds up to {:.6g}; it must be 1, within {}{}".format(
                    where,
                    total,
                    SUM_TOLERANCE,
                    ". If the model has half precision (bfloat16), run it in float32: model.float()"
                    if abs(total - 1) < _COARSE_TOLERANCE
                    else "",
                )
            )


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


def _check_numbers(tensors):
    total = sum(size_of(one.shape) for one in tensors)
    if total > MAX_NUMBERS:
        raise SceneError("{} numbers are given; the limit is {}. Choose some layers".format(total, MAX_NUMBERS))
