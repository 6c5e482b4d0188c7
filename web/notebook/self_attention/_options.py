"""Checks of what is no array: options, masks, counts and names."""

import math
import operator

from ._arrays import SceneError, read, shape_text

MAX_PAINTED = 512
MAX_NAME = 64

# A number this low, added to a score, hides its key. BERT's is -10000, those of newer models are the lowest of their type.
HIDING = -1000

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
_MASK_KINDS = ("none", "causal", "padding", "window", "prefix", "painted")


def options_of(options, mask, others):
    """Options as the scene's attention has them. None means that one is not given. ``others`` are the caller's names."""
    made = {}
    for name, value in options.items():
        if name not in _OPTIONS:
            known = sorted([*_OPTIONS, *others])
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
    if not isinstance(value, str) or value not in choices:
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
    if not isinstance(mask, dict):
        return {"kind": "painted", "visible": _visible(mask, "mask", True)}
    if mask.get("kind") not in _MASK_KINDS:
        raise SceneError("mask has the kind {!r}; expected one of {}".format(mask.get("kind"), ", ".join(_MASK_KINDS)))
    if mask["kind"] != "painted":
        return mask
    if mask.get("visible") is None:
        raise SceneError("mask is painted, but has no 'visible': (T_q, T_k) with 1 where a query sees a key, and 0 elsewhere")
    return {**mask, "visible": _visible(mask["visible"], "mask['visible']", False)}


def _visible(value, name, can_be_added):
    """Rows of 1 and 0, of a mask of truth values, of 1 and 0, or of numbers that models add to scores: 0 and -inf."""
    truths = []
    tensor = read(_as_numbers(value, truths), name, can_be_infinite=True)
    if len(tensor.shape) != 2:
        raise SceneError("{} is {}; expected (T_q, T_k)".format(name, shape_text(tensor.shape)))
    if max(tensor.shape) > MAX_PAINTED:
        raise SceneError("{} is {}; the limit is {} rows and columns".format(name, shape_text(tensor.shape), MAX_PAINTED))
    found = set(tensor.data)
    is_added = can_be_added and not truths and all(cell == 0 or cell <= HIDING for cell in found)
    if is_added and found == {0}:
        raise SceneError(
            "{} is {} of zeros. These hide everything if 1 is where a query sees a key, and nothing if they are added to "
            "scores. Give mask='none' to hide nothing, or an array of True and False".format(name, shape_text(tensor.shape))
        )
    if not is_added and not found <= {0, 1}:
        wrong = next(cell for cell in tensor.data if cell not in (0, 1))
        raise SceneError(
            "{} has {:.6g}; expected 1 or True where a query sees a key, and 0 or False elsewhere{}".format(
                name, wrong, ", or numbers to add to scores, 0 and -inf" if can_be_added else ""
            )
        )
    sees = 0 if is_added else 1
    width = tensor.shape[1]
    cells = [int(cell == sees) for cell in tensor.data]
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _as_numbers(value, truths):
    """Truth values are numbers in masks, and nowhere else. Adds to ``truths`` if there are any."""
    if isinstance(value, bool):
        truths.append(True)
        return int(value)
    if isinstance(value, (list, tuple)):
        return [_as_numbers(one, truths) for one in value]
    if not hasattr(value, "detach"):
        method = next((name for name in ("numpy", "__array__") if hasattr(value, name)), None)
        value = value if method is None else getattr(value, method)()
    if str(getattr(value, "dtype", "")) not in ("bool", "torch.bool"):
        return value
    truths.append(True)
    return value * 1
