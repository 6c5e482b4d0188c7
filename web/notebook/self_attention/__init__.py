"""Self-attention, live: a model's tensors in a notebook, computed by a C++ core in the reader's browser.

``show()`` makes a figure, ``scene()`` the document that it shows. See the guide
"Notebooks" of the project.
"""

from collections.abc import Mapping

from . import _library
from ._arrays import SceneError
from ._arrays import is_array as _is_array
from ._figure import Figure
from ._library import options
from ._options import options_of as _options_of
from ._scenes import scene as _scene
from ._transformers import scene_of_model as _scene_of_model
from ._widget import widget_class as _widget_class

__all__ = ["Figure", "SceneError", "from_transformers", "lesson", "options", "save", "scene", "show", "to_svg", "widget"]

__version__ = _library._text("version.txt").strip()

scene = _scene

_FIGURE_OPTIONS = ("controls", "theme", "lang", "height")

_MODEL_NAMES = ("tokens", "batch", "modules", "layout", "mask", "parts", *_FIGURE_OPTIONS)

_last = []


def show(weights=None, tokens=None, *, parts=None, **options):
    """A figure of a scene, of weights, of q, k and v, or of x and its parameters.

    Takes a scene as a dict, or what ``scene()`` takes. ``parts``, ``controls``, ``theme``, ``lang`` and ``height`` are
    those of ``Figure`` (``parts`` is its ``show``). Raises SceneError.
    """
    of_figure = {name: options.pop(name) for name in _FIGURE_OPTIONS if name in options}
    if isinstance(weights, Figure):
        raise SceneError("weights is a figure, which the cell shows as it is")
    if isinstance(weights, Mapping):
        _check_is_scene(weights)
        if tokens is not None or options:
            name = "tokens" if tokens is not None else next(iter(options))
            raise SceneError("A scene has everything in it; change the dict in place of giving {}".format(name))
        made = weights
    else:
        made = _scene(weights, tokens, **options)
    return _remember(Figure(made, show=parts, **of_figure))


def from_transformers(model, inputs, tokenizer=None, *, tokens=None, batch=None, modules=None, layout=None, mask=None, parts=None, **options):
    """A live figure of q, k and v of every layer of a model, which runs once on the inputs.

    ``model`` is a torch.nn.Module whose config.model_type is known to have plain attention, such as bert, gpt2 or llama. For
    another, ``layout`` ("bert", "distilbert", "gpt2" or "llama") says whose attention it has. ``inputs`` is
    what its tokenizer returns, a tensor of ids, or text. q and k are taken after positions were rotated into them, and
    the mask is the one that the model used. ``batch`` chooses one sequence of a batch, ``modules`` one stack of layers
    where a model has several. ``tokens``, ``mask``, ``temperature``, ``scale``, ``softcap`` and the options of ``Figure``
    replace what the model says. Raises SceneError.
    """
    of_figure = {name: options.pop(name) for name in _FIGURE_OPTIONS if name in options}
    made = _scene_of_model(
        model,
        inputs,
        tokenizer,
        **{"tokens": tokens, "batch": batch, "modules": modules, "layout": layout, "mask": mask},
        options=_options_of(options, mask, _MODEL_NAMES)
    )
    return _remember(Figure(made, show=parts, **of_figure))


def widget(weights=None, tokens=None, **options):
    """A figure as an anywidget. ``widget.scene`` changes as a reader edits it, and may be set. ``widget.focus`` is the token
    in focus. Takes what ``show()`` takes, except ``height``. Raises SceneError without anywidget.
    """
    made = _widget_class()
    if "height" in options:
        raise SceneError("A widget is as high as its figure; height is for show()")
    figure = show(weights, tokens, **options)
    focus = (figure.scene.get("view") or {}).get("focus")
    return made(
        scene=figure.scene,
        focus=focus,
        show=figure.show,
        controls=figure.controls,
        theme=figure.theme,
        lang=figure.lang,
    )


def lesson(name, *, parts=None, **options):
    """A figure of the first scene of a lesson, such as "illustrated". Raises SceneError for an unknown one."""
    unknown = [option for option in options if option not in _FIGURE_OPTIONS]
    if unknown:
        raise SceneError("There is no option {!r}. Known: parts, {}".format(unknown[0], ", ".join(_FIGURE_OPTIONS)))
    return _remember(Figure(lesson=name, show=parts, **options))


def save(path, figure=None):
    """Writes the last figure, or the given one, as a page (.html), a scene (.json) or a picture (.svg)."""
    _chosen(figure).save(path)


def to_svg(path=None, figure=None, *, layer=0, head=0):
    """The heatmap of the last figure, or of the given one, if its weights were given. See ``Figure.to_svg``."""
    return _chosen(figure).to_svg(path, layer=layer, head=head)


def _check_is_scene(given):
    """Refuses what a model or a tokenizer returned as a whole."""
    if given and isinstance(given, dict) and not any(_is_array(value) or isinstance(value, tuple) for value in given.values()):
        return
    names = [str(name) for name in given]
    attentions = [name for name in names if name.endswith("attentions")]
    raise SceneError(
        "weights is a {} with {}, which is no scene. {}".format(
            type(given).__name__,
            ", ".join(repr(name) for name in names[:8]) or "nothing in it",
            "Give its attentions: sa.show(outputs.{}, tokens)".format(attentions[-1])
            if attentions
            else "Give arrays, such as q=…, k=… and v=…, or what sa.scene() returns",
        )
    )


def _remember(figure):
    _last[:] = [figure]
    return figure


def _chosen(figure):
    if figure is not None:
        if not isinstance(figure, Figure):
            raise SceneError("figure is a {}; expected what show() returns".format(type(figure).__name__))
        return figure
    if not _last:
        raise SceneError("There is no figure yet: call show() first, or give one")
    return _last[0]
