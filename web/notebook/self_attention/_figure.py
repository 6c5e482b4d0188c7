"""Figures: what a notebook shows, and what is saved."""

import html
import json
import os

from . import _library
from ._arrays import SceneError
from ._options import choice, text, whole
from ._svg import heatmap, layers_of

# The element draws no more than this in somebody else's page (web/element/source.ts).
MAX_TOKENS = 512
MAX_WEIGHTS = 2**22

# Pictures in an output count towards the size of the notebook.
MAX_SVG_IN_OUTPUT = 24000

LESSONS = (
    "five-minutes",
    "five-minutes-es",
    "meaning-from-company",
    "how-it-learns",
    "masks",
    "decode-with-a-cache",
    "illustrated",
    "its-snowing",
    "scaling-and-masks",
    "keys-and-encoder",
    "music-transformer",
    "questions",
)

_THEMES = ("auto", "light", "dark")


class Figure:
    """A scene and how it is shown. A notebook draws it where it is the last value of a cell.

    ``show`` are the parts, such as "tokens heatmap arcs", and ``controls`` what a reader can change, "all", "none" or
    names such as "head layer temperature", both as in the element ``<self-attention>``.
    """

    def __init__(self, scene=None, *, lesson=None, show=None, controls=None, theme="auto", lang="en", height=None):
        if (scene is None) == (lesson is None):
            raise SceneError("A figure needs a scene or a lesson, and not both")
        if lesson is not None and lesson not in LESSONS:
            raise SceneError("There is no lesson {!r}. There are: {}".format(lesson, ", ".join(LESSONS)))
        if scene is not None:
            _check_size(scene)
        self.scene = scene
        self.lesson = lesson
        self.show = "tokens heatmap" if show is None else text("parts", show)
        self.controls = _controls_of(scene) if controls is None else text("controls", controls)
        self.theme = choice("theme", theme, _THEMES)
        self.lang = text("lang", lang)
        # In pixels. None: as high as what is in it.
        self.height = None if height is None else whole("height", height, 40, 8000)

    def __repr__(self):
        if self.lesson is not None:
            return "<self_attention.Figure: lesson {}>".format(self.lesson)
        layers = _part(self.scene, "embedding").get("layers")
        heads = _part(self.scene, "attention").get("heads", 1)
        tokens = self.scene.get("tokens")
        counts = [(len(layers) if isinstance(layers, list) else 1, "layer"), (heads, "head")]
        counts += [(len(tokens), "token")] if isinstance(tokens, list) else []
        return "<self_attention.Figure: {}>".format(
            ", ".join("{} {}{}".format(count, noun, "" if count == 1 else "s") for count, noun in counts)
        )

    def _repr_mimebundle_(self, include=None, exclude=None):
        def is_wanted(kind):
            return (include is None or kind in include) and kind not in (exclude or ())

        bundle = {}
        if is_wanted("text/plain"):
            bundle["text/plain"] = repr(self)
        if is_wanted("image/svg+xml") and self._has_weights():
            picture = heatmap(self.scene, 0, 0)
            if len(picture) <= MAX_SVG_IN_OUTPUT:
                bundle["image/svg+xml"] = picture
        # Last: an output that is never made must not count as the one with the library.
        if is_wanted("text/html"):
            bundle["text/html"] = self._frame(_library.is_needed())
        return bundle

    def _repr_html_(self):
        # Only programs without mime bundles ask for this one. Nothing is known of how they keep outputs.
        return self._frame(True)

    def to_html(self):
        """The figure as a whole page with everything inside."""
        return self._document(True)

    def to_svg(self, path=None, *, layer=0, head=0):
        """The heatmap of given weights as SVG, written to ``path`` or returned.

        The weights of other scenes are computed where they are shown, in the browser. Python has none to draw.
        """
        if not self._has_weights():
            raise SceneError(
                "The weights of this figure are computed by the core in the browser, so there is no picture in Python. "
                "Save the scene with save('scene.json') and run: npx self-attention scene.json --show heatmap --format svg"
            )
        if path is not None:
            _check_path(path)
        text = heatmap(self.scene, layer, head)
        return text if path is None else _write(path, text)

    def save(self, path):
        """Writes a page (.html), the scene (.json) or a picture (.svg)."""
        _check_path(path)
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending in (".html", ".htm"):
            return _write(path, self.to_html())
        if ending == ".svg":
            return self.to_svg(path)
        if ending == ".json":
            if self.scene is None:
                raise SceneError("The scene of a lesson is in the package, not in Python: save it as .html")
            return _write(path, json.dumps(self.scene, ensure_ascii=False))
        raise SceneError("{!r} ends with {!r}; expected .html, .json or .svg".format(os.fspath(path), ending))

    def _has_weights(self):
        return self.scene is not None and bool(layers_of(self.scene))

    def _document(self, has_library):
        settings = {"show": self.show, "controls": self.controls, "theme": self.theme, "lang": self.lang}
        source = {"lesson": self.lesson} if self.scene is None else {"scene": self.scene}
        return _library.document({**settings, **source}, has_library, self.lang)

    def _frame(self, has_library):
        return (
            '<iframe class="self-attention" title="Self-attention, live" width="100%" height="{}" '
            'style="border: 0{}" srcdoc="{}"></iframe>'
        ).format(
            self.height or 480,
            "" if self.height is None else "; max-height: {}px".format(self.height),
            html.escape(self._document(has_library)),
        )


def _part(scene, name):
    """Of a scene, which may have none, or what the browser refuses."""
    part = scene.get(name)
    return part if isinstance(part, dict) else {}


def _controls_of(scene):
    # What cannot change is left out: the sentence of given rows, and what a lesson's first page does not speak of.
    if scene is None:
        return "layer head temperature mask score digits"
    if _part(scene, "attention").get("score") == "weights":
        return "layer head digits"
    kind = _part(scene, "embedding").get("kind")
    if kind in ("qkv", "given"):
        return "layer head temperature mask score digits"
    return "all"


def _check_size(scene):
    if not isinstance(scene, dict):
        raise SceneError("scene is a {}; expected a dict, as sa.scene() returns".format(type(scene).__name__))
    try:
        json.dumps(scene, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise SceneError("scene is not JSON: {}".format(error)) from None
    heads = _part(scene, "attention").get("heads", 1)
    for where, tokens in (("scene", scene.get("tokens")), ("encoder", _part(scene, "encoder").get("tokens"))):
        if not isinstance(tokens, list) or not isinstance(heads, int):
            continue
        if len(tokens) > MAX_TOKENS or heads * len(tokens) ** 2 > MAX_WEIGHTS:
            raise SceneError(
                "The {} has {} tokens and {} heads; a figure shows at most {} tokens and {} weights a layer. "
                "Choose fewer tokens or heads, or write the scene with json.dump() and run: npx self-attention scene.json --list".format(
                    where, len(tokens), heads, MAX_TOKENS, MAX_WEIGHTS
                )
            )


def _check_path(path):
    if not isinstance(path, (str, os.PathLike)):
        raise SceneError("path is a {}; expected the name of a file, such as 'figure.html'".format(type(path).__name__))


def _write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


