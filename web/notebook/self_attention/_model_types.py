"""Which models have the attention that a scene computes: softmax of q·k by one scale, and a mask.

The names of projections do not say it: GPT-Neo has no scale, gpt-oss has sinks, Swin adds relative positions, and all of
them have projections with the names of Llama's or BERT's.
"""

from ._arrays import SceneError

# config.model_type, by the modules that its layers have.
TYPES = {
    "bert": ("bert", "roberta", "xlm-roberta", "camembert", "electra"),
    "distilbert": ("distilbert",),
    "gpt2": ("gpt2",),
    "llama": ("llama", "mistral", "qwen2", "qwen3"),
}
# The modules that make q, k and v: three of them, or one whose output has the three side by side.
KINDS = {
    ("query", "key", "value"): "bert",
    ("q_lin", "k_lin", "v_lin"): "distilbert",
    ("c_attn",): "gpt2",
    ("q_proj", "k_proj", "v_proj"): "llama",
}


def check_type(model, layout, attentions):
    """Refuses models that are not known, unless ``layout`` says whose attention theirs is. That is then the caller's word."""
    if layout is not None and layout not in TYPES:
        raise SceneError("layout is {!r}; expected one of {}".format(layout, ", ".join(TYPES)))
    found = {KINDS[kind] for _, _, kind in attentions}
    if layout is None:
        given = getattr(getattr(model, "config", None), "model_type", None)
        layout = next((name for name, types in TYPES.items() if given in types), None)
        if layout is None:
            raise SceneError(
                "{} has {}. Known: {}. If its attention is the softmax of q·k with one scale and a mask, and nothing "
                "else, say so with layout={!r}. Else take q, k and v from the model yourself: sa.show(q=…, k=…, v=…)".format(
                    type(model).__name__,
                    "no config.model_type" if not given else "the model_type {!r}, which is not known".format(given),
                    ", ".join(one for types in TYPES.values() for one in types),
                    sorted(found)[0],
                )
            )
    if found != {layout}:
        raise SceneError(
            "{} should have the modules of {}, but has those of {}".format(
                type(model).__name__, layout, " and ".join(sorted(found))
            )
        )
