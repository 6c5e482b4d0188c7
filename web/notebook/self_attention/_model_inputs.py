"""What a model is run on, and what of it is refused before the run."""

from ._arrays import SceneError, shape_text

_CACHES = ("past_key_values", "past_key_value", "layer_past", "past")


def inputs_of(model, inputs, tokenizer, torch):
    """The arguments of the model."""
    if isinstance(inputs, str):
        if tokenizer is None:
            raise SceneError("inputs is text; give a tokenizer too")
        place = next(iter(model.parameters()), None)
        made = tokenizer(inputs, return_tensors="pt")
        return {name: made[name] if place is None else made[name].to(place.device) for name in made.keys()}
    if isinstance(inputs, torch.Tensor):
        _check_ids("inputs", inputs, torch)
        return {"input_ids": inputs}
    if hasattr(inputs, "keys"):
        made = {name: inputs[name] for name in inputs.keys()}
        for name in ("input_ids", "decoder_input_ids"):
            if made.get(name) is not None:
                _check_ids("inputs[{!r}]".format(name), made[name], torch)
        return made
    raise SceneError(
        "inputs is a {}; expected text, a tensor of ids, or what a tokenizer returns".format(type(inputs).__name__)
    )


def _check_ids(name, ids, torch):
    if not isinstance(ids, torch.Tensor):
        raise SceneError(
            "{} is a {}; expected a tensor. Call the tokenizer with return_tensors='pt'".format(name, type(ids).__name__)
        )
    if ids.ndim != 2 or 0 in ids.shape:
        hint = ". Add the axis of the batch: ids[None]" if ids.ndim == 1 and len(ids) > 0 else ""
        raise SceneError("{} is {}; expected (B, T) with at least one token{}".format(name, shape_text(tuple(ids.shape)), hint))


def check_inputs(inputs):
    """Refuses what changes attention without a trace in q, k, v and the mask."""
    check_cache("inputs", inputs)
    for name, value in inputs.items():
        if name.endswith("head_mask") and value is not None:
            raise SceneError(
                "inputs has {}, which changes weights after the softmax. A scene has no step for that: leave it out".format(name)
            )


def check_cache(where, arguments, layer=None):
    """Refuses keys of earlier runs. ``layer`` is the index under which a cache keeps those of one layer."""
    for name in _CACHES:
        if _is_filled(arguments.get(name), layer):
            raise SceneError(
                "{} has {}, a cache with the keys of earlier tokens, which the figure would not show. "
                "Give all tokens in input_ids, and no cache".format(where, name)
            )


def _is_filled(cache, layer):
    """A model that makes a cache in this run hands its layers an empty one."""
    if hasattr(cache, "get_seq_length"):
        return int(cache.get_seq_length(layer) if isinstance(layer, int) else cache.get_seq_length()) > 0
    if isinstance(cache, (list, tuple)):
        return any(one is not None for one in cache)
    return cache is not None
