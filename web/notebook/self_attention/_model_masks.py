"""Which keys the queries of a model saw, as a mask of a scene."""

from ._arrays import SceneError, shape_text
from ._options import MAX_PAINTED


def mask_of(calls, rows, batch, attention_mask, are_causal):
    """The mask that all layers had. What the layers were given decides; else whether they are causal."""
    padding = [True] * rows
    if getattr(attention_mask, "ndim", 0) == 2:
        padding = [cell != 0 for cell in attention_mask[batch].tolist()]
    masks = [_visible(call.masks, rows, batch, padding, is_causal) for call, is_causal in zip(calls, are_causal)]
    for call, visible in zip(calls, masks):
        if visible != masks[0]:
            raise SceneError(
                "{} and {} have different masks, and a scene has one: give mask".format(calls[0].name, call.name)
            )
    return _named(masks[0], rows)


def _visible(masks, rows, batch, padding, is_causal):
    """visible[query][key]"""
    given = [mask for mask in masks if mask.shape[1] == 1 and mask.shape[2] in (1, rows) and mask.shape[3] >= rows]
    if given:
        mask = given[0][batch if given[0].shape[0] > 1 else 0][0]
        lines = [[_is_visible(cell) for cell in line[:rows]] for line in mask.tolist()]
        if len(lines) == rows > 1:
            return lines
        padding = lines[0]
    return [[padding[key] and (key <= query or not is_causal) for key in range(rows)] for query in range(rows)]


def _is_visible(cell):
    """Truth values, or numbers that are added: 0, or very low ones."""
    return cell if isinstance(cell, bool) else cell > -1


def _named(visible, rows):
    seen = [sum(line) for line in visible]
    whole = range(rows)
    if seen == [rows] * rows:
        return None
    if _is(visible, lambda query, key: key <= query):
        return {"kind": "causal"}
    if seen[0] > 0 and _is(visible, lambda query, key: key < seen[0]):
        return {"kind": "padding", "length": seen[0]}
    before = seen[-1] - 1
    if before >= 0 and _is(visible, lambda query, key: query - before <= key <= query):
        return {"kind": "window", "before": before, "after": 0}
    if rows > MAX_PAINTED:
        raise SceneError(
            "The mask of the model is {}, of no known kind; the limit is {}".format(shape_text((rows, rows)), MAX_PAINTED)
        )
    return {"kind": "painted", "visible": [[int(visible[query][key]) for key in whole] for query in whole]}


def _is(visible, rule):
    return all(cell == rule(query, key) for query, line in enumerate(visible) for key, cell in enumerate(line))
