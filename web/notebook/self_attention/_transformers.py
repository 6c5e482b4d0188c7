"""q, k and v of every layer of a model in PyTorch, as the layouts of Hugging Face Transformers have them.

The model runs once, as it is. Its projections report their outputs, and where positions are rotated into q and k, the
function that does it reports what it returns. Nothing of attention is computed here.
"""

import inspect
import re
import sys
from contextlib import ExitStack, contextmanager

from ._arrays import SceneError, read, shape_text
from ._layers import MAX_LAYERS, split_heads
from ._model_inputs import check_cache, check_inputs, inputs_of
from ._model_masks import check_columns, mask_of
from ._model_types import KINDS, TYPES, check_type
from ._options import whole
from ._scenes import of_vectors

ROTATION = "apply_rotary_pos_emb"

_HEADS = ("num_attention_heads", "num_heads", "n_heads", "n_head")
# What these do between the projections and the scores, a scene has no step for.
_CROSS = ("encoder_hidden_states", "key_value_states")
_NORMS = ("q_norm", "k_norm", "q_layernorm", "k_layernorm", "query_layernorm", "key_layernorm")


class _Call:
    """One call of an attention module: one layer."""

    def __init__(self, name, module, kind):
        self.name, self.module, self.kind = name, module, kind
        self.outputs = {}
        self.rotated = None
        self.masks = []


def scene_of_model(model, inputs, tokenizer=None, *, tokens=None, batch=None, modules=None, layout=None, mask=None, options=None):
    """The scene of a model's run on inputs. See ``from_transformers``."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(model, torch.nn.Module):
        raise SceneError("model is a {}; expected a torch.nn.Module".format(type(model).__name__))
    attentions = _attentions(model, modules)
    check_type(model, layout, attentions)
    inputs = inputs_of(model, inputs, tokenizer, torch)
    check_inputs(inputs)
    reads_ids = _reads_ids(model, inputs, attentions)
    if not reads_ids and tokens is None:
        raise SceneError(
            "{} does not read input_ids: give the tokens that it reads, tokens=[…]".format(attentions[0][0])
        )
    calls = _run(model, inputs, attentions, torch)
    first = calls[0]
    queries = _output(first, first.kind[0])
    batch = _batch(queries, first, batch)
    heads = _head_count(model, first.module, first.name)
    layers = [_vectors(model, call, heads, batch) for call in calls]
    rows = layers[0][0].shape[1]
    check_columns(calls, rows, batch)
    made = {"softcap": _setting(model, first.module, "attn_logit_softcapping")}
    if mask is None:
        _check_windows(model, calls, rows)
    made["scale"] = _scale(model, calls, layers[0][0].shape[2])
    if mask is None:
        padding = inputs.get("attention_mask") if reads_ids else None
        made["mask"] = mask_of(calls, rows, batch, queries.shape[0], heads, padding, [_is_causal(model, one) for one in calls])
    made = {name: value for name, value in {**made, **(options or {})}.items() if value is not None}
    return of_vectors(
        [list(one) for one in zip(*layers)],
        _tokens(tokens, inputs.get("input_ids"), tokenizer, batch, rows),
        None,
        None,
        made,
        # A scene's names have up to 64 characters.
        {"layer_names": [call.name[-64:] for call in calls], "head_names": None},
    )


def _reads_ids(model, inputs, attentions):
    """Of an encoder and a decoder, the ids and their padding are the encoder's."""
    has_both = _setting(model, model, "is_encoder_decoder") or any(name.startswith("decoder_") for name in inputs)
    # The layers of a BERT that decodes are decoder.bert.encoder.layer.
    sides = [part for part in attentions[0][0].split(".") if part in ("encoder", "decoder")]
    return not has_both or sides[:1] == ["encoder"]


def _attentions(model, chosen):
    """[(name, module, names of its projections)] of one stack of layers."""
    found = []
    for name, module in model.named_modules():
        children = dict(module.named_children())
        for kind in KINDS:
            if all(child in children for child in kind):
                found.append((name, module, kind))
                break
    if not found:
        raise SceneError(
            "No attention was found in {}. Known are modules with {}. Take q, k and v from the model yourself: "
            "sa.show(q=…, k=…, v=…)".format(type(model).__name__, "; ".join(_known(kind) for kind in KINDS))
        )
    stacks = {}
    for one in found:
        stacks.setdefault(re.sub(r"(^|(?<=\.))\d+(?=\.|$)", "*", one[0]), []).append(one)
    if chosen is None and len(stacks) == 1:
        return found
    if chosen not in stacks:
        raise SceneError(
            "modules is {!r}; {} has attention in: {}. Choose one".format(
                chosen, type(model).__name__, ", ".join(repr(name) for name in stacks)
            )
        )
    return stacks[chosen]


def _known(kind):
    return "{} ({})".format(", ".join(kind), ", ".join(TYPES[KINDS[kind]]))


def _run(model, inputs, attentions, torch):
    """The calls of the attentions, in their order."""
    calls, running = [], []
    modes = [(module, module.training) for module in model.modules()]
    with ExitStack() as stack:
        for name, module, kind in attentions:
            stack.enter_context(_recorded(name, module, kind, calls, running))
        for namespace in _namespaces(attentions):
            stack.enter_context(_reported_rotation(namespace, running))
        try:
            # Dropout would change the numbers.
            model.eval()
            with torch.no_grad():
                model(**inputs)
        finally:
            for module, mode in modes:
                module.training = mode
    if not calls:
        raise SceneError("The model ran without its attention: {}".format(attentions[0][0]))
    if len(calls) > MAX_LAYERS:
        raise SceneError("The model has {} layers; the limit is {}".format(len(calls), MAX_LAYERS))
    return calls


@contextmanager
def _recorded(name, module, kind, calls, running):
    forward, own = module.forward, module.__dict__.get("forward")

    def record(*args, **kwargs):
        crossed = [one for one in _CROSS if kwargs.get(one) is not None]
        crossed += ["a second sequence" for one in args[1:] if getattr(one, "ndim", 0) == 3]
        if crossed:
            raise SceneError("{} got {}: its keys are of another sequence, which is not followed".format(name, crossed[0]))
        # Layers that ran before may have filled the cache of this run.
        if not calls:
            check_cache(name, kwargs, getattr(module, "layer_idx", None))
        call = _Call(name, module, kind)
        call.masks = [value for value in (*args, *kwargs.values()) if getattr(value, "ndim", 0) == 4]
        call.masks += [value for key, value in kwargs.items() if "mask" in key and getattr(value, "ndim", 0) == 3]
        calls.append(call)
        running.append(call)
        try:
            return forward(*args, **kwargs)
        finally:
            running.pop()

    def reporter(child):
        def report(_, __, output):
            if running and running[-1].module is module:
                running[-1].outputs[child] = output

        return report

    module.forward = record
    hooks = [getattr(module, child).register_forward_hook(reporter(child)) for child in kind]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()
        if own is None:
            del module.forward
        else:
            module.forward = own


def _namespaces(attentions):
    """Where the forward functions look for the rotation: the modeling files."""
    found = {}
    for _, module, _ in attentions:
        namespace = getattr(inspect.unwrap(type(module).forward), "__globals__", {})
        if callable(namespace.get(ROTATION)):
            found[id(namespace)] = namespace
    return found.values()


@contextmanager
def _reported_rotation(namespace, running):
    rotate = namespace[ROTATION]

    def report(*args, **kwargs):
        result = rotate(*args, **kwargs)
        if running:
            running[-1].rotated = result
        return result

    namespace[ROTATION] = report
    try:
        yield
    finally:
        namespace[ROTATION] = rotate


def _vectors(model, call, heads, batch):
    """q, k and v of a layer, each (H, T, d)."""
    projected = _projected(call, heads, batch)
    if call.rotated is None:
        _check_rotation(model, call)
        return projected
    q, _, v = projected
    rotated = call.rotated
    if not isinstance(rotated, tuple) or len(rotated) != 2 or any(one.ndim != 4 for one in rotated):
        raise SceneError("{} of {} returns something other than q and k of four axes".format(ROTATION, call.name))
    q_r, k_r = (
        read(one[batch], "{} of {}, rotated".format(name, call.name)) for one, name in zip(rotated, ("q", "k"))
    )
    if q_r.shape != q.shape or k_r.shape[:2] != v.shape[:2]:
        raise SceneError(
            "{} of {} returns {} and {}; expected (B, H, T, d)".format(
                ROTATION, call.name, shape_text(rotated[0].shape), shape_text(rotated[1].shape)
            )
        )
    return q_r, k_r, v


def _projected(call, heads, batch):
    outputs = [(child, _output(call, child)[batch]) for child in call.kind]
    if len(outputs) == 1:
        child, joined = outputs[0]
        width = joined.shape[-1]
        if width % 3 != 0:
            raise SceneError(
                "{}.{} returns {}; three of one width are expected side by side".format(call.name, child, shape_text(joined.shape))
            )
        size = width // 3
        outputs = [(child, joined[..., start : start + size]) for start in range(0, width, size)]
    q, k, v = (
        read(output, "{} of {}".format(name, call.name)) for (_, output), name in zip(outputs, ("q", "k", "v"))
    )
    q = split_heads(q, heads)
    width = q.shape[2]
    # Fewer heads of k and v are as wide as those of q.
    if k.shape[1] % width != 0:
        raise SceneError("{} is {}, which is not heads of {}, as q has them".format(k.name, shape_text(k.shape), width))
    shared = k.shape[1] // width
    return q, split_heads(k, shared), split_heads(v, shared)


def _output(call, child):
    output = call.outputs.get(child)
    if getattr(output, "ndim", 0) != 3:
        what = "did not run" if output is None else "returned a {}".format(type(output).__name__)
        raise SceneError("{}.{} {}; expected (B, T, H*d)".format(call.name, child, what))
    return output


def _check_rotation(model, call):
    """A layer may rotate nothing. What does it under another name, or changes q otherwise, is not followed."""
    module = call.module
    relative = _setting(model, module, "position_embedding_type")
    if isinstance(relative, str) and relative.startswith("relative"):
        raise SceneError("{} adds relative positions to its scores, for which q and k are not enough".format(call.name))
    if ROTATION in getattr(inspect.unwrap(type(module).forward), "__globals__", {}):
        changed = [name for name in _NORMS if getattr(module, name, None) is not None]
        if changed:
            raise SceneError("{} has {}, and its q and k could not be followed".format(call.name, changed[0]))
        # A kernel may have taken the place of the function.
        if _setting(model, model, "model_type") in TYPES["llama"]:
            raise SceneError("{} ran without {}, so its q and k could not be followed".format(call.name, ROTATION))
        return
    for name, part in [*module.named_modules(), *model.named_modules()]:
        if re.search("rotary|rope", type(part).__name__ + name, re.IGNORECASE):
            raise SceneError(
                "{} rotates q and k, but {} calls no {}. Take q and k after the rotation yourself: "
                "sa.show(q=…, k=…, v=…)".format(name or type(part).__name__, type(module).__name__, ROTATION)
            )


def _setting(model, module, name):
    """Of the module, or of the settings of the model."""
    for place in (module, getattr(module, "config", None), getattr(model, "config", None)):
        value = getattr(place, name, None)
        if value is not None:
            return value
    return None


def _head_count(model, module, name):
    # All names of the module before those of its settings: a model of two stacks may have other counts in them.
    for place in (module, getattr(module, "config", None), getattr(model, "config", None)):
        for setting in _HEADS:
            heads = getattr(place, setting, None)
            if isinstance(heads, int) and not isinstance(heads, bool):
                return heads
    raise SceneError("{} does not say how many heads it has: looked for {}".format(name, ", ".join(_HEADS)))


def _scale(model, calls, width):
    """None for 1/sqrt(d)."""
    first = calls[0].module
    if _setting(model, first, "scale_attn_by_inverse_layer_idx"):
        raise SceneError("Every layer of this model has its own scale (scale_attn_by_inverse_layer_idx), a scene has one")
    if _setting(model, first, "scale_attn_weights") is False:
        return 1.0
    scales = {getattr(call.module, "scaling", None) for call in calls}
    if len(scales) > 1:
        raise SceneError("The layers have different scales, and a scene has one: {}".format(scales))
    (scale,) = scales
    is_usual = not isinstance(scale, float) or abs(scale * width**0.5 - 1) < 1e-6
    return None if is_usual else scale


def _check_windows(model, calls, rows):
    """Some kernels get the window as a number, and no mask."""
    for call in calls:
        window = _setting(model, call.module, "sliding_window")
        if isinstance(window, int) and rows > window and not call.masks:
            raise SceneError(
                "{} has a window of {} tokens, but got no mask: load the model with attn_implementation='eager', or give mask".format(
                    call.name, window
                )
            )


def _is_causal(model, call):
    for name in ("is_causal", "is_decoder"):
        value = getattr(call.module, name, None)
        if isinstance(value, bool):
            return value
    if call.kind == ("c_attn",) or call.rotated is not None:
        return True
    return bool(_setting(model, call.module, "is_decoder"))


def _batch(queries, call, batch):
    size = queries.shape[0]
    batch = None if batch is None else whole("batch", batch, 0, 2**31)
    if batch is None and size > 1:
        raise SceneError(
            "q of {} is {}, a batch of {}; choose one with batch=0 to batch={}".format(
                call.name, shape_text(queries.shape), size, size - 1
            )
        )
    if not 0 <= (batch or 0) < size:
        raise SceneError("batch is {}, but q of {} is {}".format(batch, call.name, shape_text(queries.shape)))
    return batch or 0


def _tokens(tokens, ids, tokenizer, batch, rows):
    if tokens is not None or ids is None:
        return tokens
    ids = ids[batch].tolist()
    if len(ids) != rows:
        raise SceneError("The model has {} rows for {} ids; give tokens".format(rows, len(ids)))
    if tokenizer is None:
        return [str(one) for one in ids]
    texts = tokenizer.convert_ids_to_tokens(ids)
    return [text if isinstance(text, str) and text else "<{}>".format(one) for text, one in zip(texts, ids)]
