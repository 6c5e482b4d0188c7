"""A figure whose scene Python reads and writes while a reader edits it. It needs anywidget, which notebooks load."""

import pkgutil

from ._arrays import SceneError
from ._library import library

_classes = []


def widget_class():
    """The class of widgets, made when the first is asked for: anywidget may not be there."""
    if not _classes:
        try:
            import anywidget
            import traitlets
        except ImportError as error:
            raise SceneError(
                "widget() needs anywidget, which is not installed ({}): pip install anywidget. show() needs nothing".format(error)
            ) from None
        _classes.append(_made(anywidget, traitlets))
    return _classes[0]


def _made(anywidget, traitlets):
    class SelfAttentionWidget(anywidget.AnyWidget):
        """``scene`` is the scene on show, and ``focus`` the token whose row is in focus, from 0, or None."""

        # One module: the library registers the element, and the rest draws the widget with it.
        _esm = library() + pkgutil.get_data(__package__, "widget.js").decode("utf-8")

        scene = traitlets.Dict().tag(sync=True)
        focus = traitlets.Int(None, allow_none=True).tag(sync=True)
        show = traitlets.Unicode("tokens heatmap").tag(sync=True)
        controls = traitlets.Unicode("all").tag(sync=True)
        theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
        lang = traitlets.Unicode("en").tag(sync=True)

    return SelfAttentionWidget
