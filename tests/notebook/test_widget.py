"""Widgets, with and without anywidget."""

import sys
import types
import unittest
from unittest import mock

import self_attention as sa
from self_attention import _widget

HALF = [[0.5, 0.5], [0.25, 0.75]]


class Trait:
    """As much of a trait as a class of widgets needs."""

    def __init__(self, *args, **options):
        self.options = options

    def tag(self, **tags):
        self.tags = tags
        return self


class AnyWidget:
    def __init__(self, **traits):
        self.given = traits


TRAITLETS = types.SimpleNamespace(Dict=Trait, Int=Trait, Unicode=Trait, Enum=Trait)
MODULES = {"anywidget": types.SimpleNamespace(AnyWidget=AnyWidget), "traitlets": TRAITLETS}


class Widgets(unittest.TestCase):
    def setUp(self):
        _widget._classes.clear()
        self.addCleanup(_widget._classes.clear)

    def test_the_error_without_anywidget(self):
        with mock.patch.dict(sys.modules, {"anywidget": None}):
            with self.assertRaisesRegex(sa.SceneError, "pip install anywidget"):
                sa.widget(HALF)

    def test_traits_are_those_of_the_figure(self):
        with mock.patch.dict(sys.modules, MODULES):
            widget = sa.widget(HALF, ["a", "b"], parts="heatmap", lang="es")
            self.assertEqual(widget.given["scene"], sa.scene(HALF, ["a", "b"]))
            self.assertEqual([widget.given["focus"], widget.given["show"], widget.given["lang"]], [None, "heatmap", "es"])
            for name in widget.given:
                self.assertEqual(getattr(type(widget), name).tags, {"sync": True})
            self.assertIn("export", type(widget)._esm)
            with self.assertRaisesRegex(sa.SceneError, "height"):
                sa.widget(HALF, height=300)


if __name__ == "__main__":
    unittest.main()
