"""Checks of what is no array: options, masks, counts and names."""

import math
import operator

from ._arrays import SceneError, read, shape_text

MAX_PAINTED = 512
MAX_NAME = 64

PARAMETERS = {
    **{"w_q": "wQ", "w_k": "wK", "w_v": "wV", "w_o": "wO"},
    **{"b_q": "bQ", "b_k": "bK", "b_v": "bV", "b_o": "bO"},
}
_OPTIONS = {
    **{"score": "score", "scale": "scale", "temperature": "temperature", "softcap": "softcap"},
    **{"normalizer": "normalizer", "round_weights": "roundWeights"},
}
_CHOICES = {"score": ("scaledDot", "dot", "cosine"), "normalizer": ("softmax", "sparsemax")}
_MASKS = ("none", "causal")


def options_of(options, mask):
    """Options as the scene's attention has them. None means that one is not given."""
    made = {}
    for name, value in options.items():
        if name not in _OPTIONS:
            known = sorted([*_OPTIONS, *PARAMETERS])
            raise SceneError("There is no option {!r}. Known: {}".format(name, ", ".join(known)))
        if value is not None:
            made[_OPTIONS[name]] = _value(name, value)
    return made if mask is None else {**made, "mask": _mask(mask)}


def _value(name, value):
    if name in _CHOICES:
        return choice(name, value, _CHOICES[name])
    if name == "round_weights":
        return whole(name, value, 0, 8)
    number = _number(name, value)
    if name == "temperature" and number <= 0:
        raise SceneError("temperature is {}; it must be greater than 0".format(value))
    if name == "softcap" and number < 0:
        raise SceneError("softcap is {}; it must be 0, which is none, or greater".format(value))
    return number


def choice(name, value, choices):
    if value not in choices:
        raise SceneError("{} is {!r}; expected one of {}".format(name, value, ", ".join(choices)))
    return value


def whole(name, value, least, most):
    """An int, of any library. Truth values are none."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise SceneError("{} is {!r}; expected a whole number from {} to {}".format(name, value, least, most))
    return number


def text(name, value):
    if not isinstance(value, str):
        raise SceneError("{} is {!r}; expected text".format(name, value))
    return value


def names_of(name, given, count):
    """Names of layers or heads."""
    if isinstance(given, str) or not hasattr(given, "__len__") or len(given) != count:
        raise SceneError("{} is {!r}; expected a list of {} names".format(name, given, count))
    for index, one in enumerate(given):
        if not 0 < len(str(one)) <= MAX_NAME:
            raise SceneError("{}[{}] has {} characters; expected 1 to {}".format(name, index, len(str(one)), MAX_NAME))
    return [str(one) for one in given]


def positions_of(positions):
    if isinstance(positions, str):
        return {"kind": positions}
    if not isinstance(positions, dict) or "kind" not in positions:
        raise SceneError("positions is {!r}; expected a name, such as 'rope', or a dict with 'kind'".format(positions))
    return positions


def _number(name, value):
    try:
        number = math.nan if isinstance(value, (str, bool)) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise SceneError("{} is {!r}; expected a finite number".format(name, value))
    return number


def _mask(mask):
    if isinstance(mask, str):
        if mask not in _MASKS:
            raise SceneError("mask is {!r}; expected 'causal', 'none', an array or a dict with 'kind'".format(mask))
        return {"kind": mask}
    if isinstance(mask, dict):
        if "kind" not in mask:
            raise SceneError("mask is a dict without 'kind'")
        return mask
    if str(getattr(mask, "dtype", "")) in ("bool", "torch.bool"):
        # Truth values are numbers here, and nowhere else.
        mask = mask * 1
    tensor = read(mask, "mask")
    if len(tensor.shape) != 2 or any(cell not in (0, 1) for cell in tensor.data):
        raise SceneError(
            "mask is {}; expected (T_q, T_k) with 1 where a query sees a key, and 0".format(shape_text(tensor.shape))
        )
    if max(tensor.shape) > MAX_PAINTED:
        raise SceneError("mask is {}; the limit is {} rows and columns".format(shape_text(tensor.shape), MAX_PAINTED))
    return {"kind": "painted", "visible": [[int(cell) for cell in row] for row in tensor.rows()]}
