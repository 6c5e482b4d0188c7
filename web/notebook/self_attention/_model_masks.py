"""Which keys the queries of a model saw, as a mask of a scene."""

from ._arrays import SceneError, shape_text
from ._options import HIDING, MAX_PAINTED


def check_columns(calls, rows, batch):
    """Refuses masks that show keys which the projections of this run did not make."""
    for call in calls:
        for mask in call.masks:
            shape = tuple(mask.shape)
            if len(shape) != 4 or shape[2] not in (1, rows) or shape[3] <= rows:
                continue
            extra = mask[batch if batch < shape[0] else 0][..., rows:]
            if (extra if _is_of_truths(mask) else extra > HIDING).any():
                raise SceneError(
                    "{} got a mask of {}, which shows more keys than the {} of this run, such as those of a cache. "
                    "Give all tokens in one run".format(call.name, shape_text(shape), rows)
                )


def mask_of(calls, rows, batch, size, heads, attention_mask, are_causal):
    """The mask that all layers had. What the layers were given decides; else whether they are causal."""
    masks = []
    for call, is_causal in zip(calls, are_causal):
        given = [_given(call, mask, rows, batch, size, heads) for mask in call.masks]
        if any(one != given[0] for one in given):
            raise SceneError("{} got {} masks that differ, and a scene has one: give mask".format(call.name, len(given)))
        if given and len(given[0]) == rows > 1:
            masks.append(given[0])
            continue
        padding = given[0][0] if given else _padding(attention_mask, rows, batch)
        masks.append([[padding[key] and (key <= query or not is_causal) for key in range(rows)] for query in range(rows)])
    for call, visible in zip(calls, masks):
        if visible != masks[0]:
            raise SceneError(
                "{} and {} have different masks, and a scene has one: give mask".format(calls[0].name, call.name)
            )
    return _named(masks[0], rows)


def _given(call, mask, rows, batch, size, heads):
    """visible[query][key] of a mask that a layer was given, or one row where all queries see the same keys."""
    shape = tuple(mask.shape)
    of = "{} got a mask of {}".format(call.name, shape_text(shape))
    if len(shape) != 4 or shape[0] not in (1, size) or shape[1] not in (1, heads) or shape[2] not in (1, rows) or shape[3] < rows:
        raise SceneError(
            "{}; expected (B, 1, T, T) with {} tokens. Give mask, if you know which keys its queries see".format(of, rows)
        )
    cells = mask[batch if shape[0] > 1 else 0][..., :rows]
    if not _is_of_truths(mask):
        visible = cells == 0
        others = cells[~(visible | (cells <= HIDING))]
        if not mask.is_floating_point() or others.numel() > 0:
            found = "of {}".format(mask.dtype) if others.numel() == 0 else "with {:.6g}".format(others[0].item())
            raise SceneError(
                "{} {}; expected truth values, or numbers to add: 0 where a query sees a key, and -10000 or lower elsewhere. "
                "Give mask, if you know which keys its queries see".format(of, found)
            )
        cells = visible
    if not (cells == cells[:1]).all():
        raise SceneError("{}, which differs between its heads, and a scene has one mask for all: give mask".format(of))
    return cells[0].tolist()


def _is_of_truths(mask):
    return str(mask.dtype) == "torch.bool"


def _padding(attention_mask, rows, batch):
    """Which keys are no padding, as the inputs say it."""
    if attention_mask is None:
        return [True] * rows
    shape = tuple(attention_mask.shape)
    if len(shape) != 2 or shape[1] != rows or (shape[0] > 1 and batch >= shape[0]):
        raise SceneError(
            "attention_mask is {}, and the layers were given no mask; expected (B, {}). Give mask".format(shape_text(shape), rows)
        )
    return [cell != 0 for cell in attention_mask[batch if shape[0] > 1 else 0].tolist()]


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
