"""Figures: what a notebook gets, how large it is, and what is saved."""

import html
import json
import os
import re
import sys
import tempfile
import types
import unittest
from array import array
from collections import OrderedDict, UserDict
from unittest import mock
from xml.etree import ElementTree

import self_attention as sa
from self_attention import _library

HALF = [[0.5, 0.5], [0.25, 0.75]]
WORDS = ["the", "cat"]
SVG = "image/svg+xml"


def document_in(frame):
    return html.unescape(re.search(r'srcdoc="([^"]*)"', frame).group(1))


def figure_in(page):
    return json.loads(re.search(r'id="figure">(.*?)</script>', page).group(1))


def library_in(page):
    return re.search(r'id="library"[^>]*>(.*?)</script>', page).group(1)


class Figures(unittest.TestCase):
    def setUp(self):
        sa.options(inline="once")

    def test_only_the_first_output_has_the_library(self):
        first, second = [sa.show(HALF, WORDS)._repr_mimebundle_()["text/html"] for _ in range(2)]
        self.assertTrue(library_in(document_in(first)))
        self.assertEqual(library_in(document_in(second)), "")
        self.assertLess(len(first.encode()), 1.2e6)
        self.assertLess(len(second.encode()), 60e3)
        # Nothing is fetched.
        self.assertNotRegex(document_in(second), r'(src|href)=|https?://')

    def test_each_output_has_the_library_if_asked(self):
        sa.options(inline="each")
        for _ in range(2):
            self.assertTrue(library_in(document_in(sa.show(HALF)._repr_mimebundle_()["text/html"])))
        with mock.patch.dict(sys.modules, {"google.colab": types.ModuleType("colab")}):
            sa.options(inline="auto")
            self.assertTrue(_library.is_needed() and _library.is_needed())
        with self.assertRaisesRegex(sa.SceneError, "'never'.*each"):
            sa.options(inline="never")

    def test_a_cell_that_runs_again_has_it_again(self):
        runs = [("a", 1, True), ("a", 1, False), ("b", 2, False), ("a", 3, True), ("b", 4, False), ("a", 3, False)]
        for cell, execution, is_needed in runs:
            with mock.patch.object(_library, "_running_cell", return_value=(("id", cell), execution, ())):
                self.assertEqual(_library.is_needed(), is_needed, (cell, execution))
        with mock.patch.object(_library, "_running_cell", return_value=(("id", "b"), 5, [("id", "a")])):
            self.assertTrue(_library.is_needed())

    def test_cells_are_told_apart_by_what_the_program_says_of_them(self):
        def cell(source, execution, metadata=None, content=None):
            shell = types.SimpleNamespace(
                get_parent=lambda: {"metadata": metadata or {}, "content": content or {}},
                execution_count=execution,
                history_manager=types.SimpleNamespace(input_hist_raw=["", source]),
            )
            with mock.patch.dict(sys.modules, {"IPython": types.SimpleNamespace(get_ipython=lambda: shell)}):
                return _library.is_needed()

        # JupyterLab names the cell, so its source may change.
        self.assertTrue(cell("a", 1, {"cellId": "x"}))
        self.assertFalse(cell("a", 2, {"cellId": "y"}))
        self.assertTrue(cell("b", 3, {"cellId": "x"}))
        self.assertTrue(cell("c", 4, {"cellId": "z", "deletedCells": ["x"]}))
        # The classic notebook does not: the same source is the same cell.
        sa.options(inline="once")
        self.assertEqual([cell("a", 1), cell("b", 2), cell("a", 3)], [True, False, True])
        # nbclient runs no cell again.
        sa.options(inline="once")
        runs = [cell("a", execution, content={"allow_stdin": False}) for execution in (1, 2, 3)]
        self.assertEqual(runs, [True, False, False])

    def test_the_scene_is_in_the_page_and_ends_no_element(self):
        figure = sa.show(HALF, ["</script><script>alert(1)", "'\"&amp;"], lang="es")
        page = document_in(figure._repr_mimebundle_()["text/html"])
        self.assertEqual(figure_in(page)["scene"], figure.scene)
        self.assertEqual(len(re.findall(r"</script>", page)), 3)
        self.assertIn('<html lang="es">', page)

    def test_weights_have_a_picture_with_their_numbers(self):
        bundle = sa.show(HALF, ["<cat>", "\x00\uffff"])._repr_mimebundle_()
        texts = [text.text for text in ElementTree.fromstring(bundle[SVG].encode()).iter("{http://www.w3.org/2000/svg}text")]
        self.assertEqual([text for text in texts if text.startswith("0.")], ["0.50", "0.50", "0.25", "0.75"])
        self.assertIn("<cat>", texts)

    def test_a_large_picture_is_not_in_the_output(self):
        size = 120
        figure = sa.show([[1 / size] * size] * size)
        self.assertNotIn(SVG, figure._repr_mimebundle_())
        ElementTree.fromstring(figure.to_svg())

    def test_computed_weights_have_no_picture_in_python(self):
        figure = sa.show(q=HALF, k=HALF, v=HALF, tokens=WORDS)
        self.assertNotIn(SVG, figure._repr_mimebundle_())
        with self.assertRaisesRegex(sa.SceneError, "browser"):
            figure.to_svg()

    def test_kinds_that_are_asked_for(self):
        figure = sa.show(HALF)
        self.assertEqual(list(figure._repr_mimebundle_(include=[SVG])), [SVG])
        self.assertNotIn(SVG, figure._repr_mimebundle_(exclude=[SVG]))

    def test_only_an_output_with_the_figure_counts_as_the_one_with_the_library(self):
        figure = sa.show(HALF)
        figure._repr_mimebundle_(include={"text/plain"})
        figure._repr_mimebundle_(exclude={"text/html"})
        with mock.patch("self_attention._figure.heatmap", side_effect=sa.SceneError("no picture")):
            self.assertRaises(sa.SceneError, figure._repr_mimebundle_)
        self.assertTrue(library_in(document_in(figure._repr_mimebundle_()["text/html"])))

    def test_scenes_written_by_hand(self):
        packed = sa.scene(HALF, WORDS)
        lists = json.loads(json.dumps(packed))
        lists["embedding"]["layers"][0]["weights"] = [HALF]
        self.assertEqual(sa.show(lists)._repr_mimebundle_()[SVG], sa.show(packed)._repr_mimebundle_()[SVG])
        del lists["attention"]["heads"]
        self.assertEqual(sa.show(lists).to_svg(), sa.show(packed).to_svg())
        for scene in (
            {name: part for name, part in packed.items() if name != "tokens"},
            {**packed, "attention": None},
            {"version": 1, "tokens": WORDS, "embedding": None},
            {"version": 1},
        ):
            bundle = sa.show(scene)._repr_mimebundle_()
            self.assertEqual(sorted(bundle), ["text/html", "text/plain"])
            self.assertEqual(figure_in(document_in(bundle["text/html"]))["scene"], scene)
        for weights, words in ((HALF, r"\(2, 2\)"), ([[[1]]], "1 rows of 1"), ({"shape": [1, 2, 2]}, "float32")):
            lists["embedding"]["layers"][0]["weights"] = weights
            with self.assertRaisesRegex(sa.SceneError, words):
                sa.show(lists).to_svg()

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            at = lambda name: os.path.join(folder, name)
            figure = sa.show(HALF, WORDS)
            sa.save(at("figure.html"))
            sa.save(at("scene.json"))
            sa.to_svg(at("figure.svg"))
            with open(at("figure.html"), encoding="utf-8") as file:
                page = file.read()
            self.assertTrue(library_in(page))
            self.assertEqual(figure_in(page)["scene"], figure.scene)
            with open(at("scene.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file), figure.scene)
            ElementTree.parse(at("figure.svg"))
            with self.assertRaisesRegex(sa.SceneError, r"\.png.*\.html"):
                figure.save(at("figure.png"))

    def test_lessons(self):
        page = sa.lesson("illustrated").to_html()
        self.assertEqual(figure_in(page)["lesson"], "illustrated")
        with self.assertRaisesRegex(sa.SceneError, "'ilustrated'.*illustrated"):
            sa.lesson("ilustrated")

    def test_what_is_no_scene_and_no_figure(self):
        class Outputs(OrderedDict):
            pass

        arrays = array("f", [1])
        for words, given in (
            ("Outputs with 'last', 'attentions'.*outputs.attentions", Outputs(last=arrays, attentions=(arrays,))),
            ("dict with 'q'.*q=…", {"q": arrays}),
            ("dict with nothing", {}),
            ("UserDict with 'input_ids'", UserDict(input_ids=[[1]])),
        ):
            with self.assertRaisesRegex(sa.SceneError, words):
                sa.show(given)
        figure = sa.show([[1]])
        for words, run in (
            ("figure is a str", lambda: sa.save(figure, "figure.html")),
            ("figure is a dict", lambda: sa.save("scene.json", figure.scene)),
            ("path is a Figure", lambda: sa.to_svg(figure)),
            ("path is a NoneType", lambda: figure.save(None)),
        ):
            with self.assertRaisesRegex(sa.SceneError, words):
                run()

    def test_what_a_figure_cannot_show(self):
        scene = sa.scene(HALF, WORDS)
        self.assertEqual(sa.show(scene).scene, scene)
        for words, call in (
            ("513 tokens.*512", lambda: sa.show({"tokens": ["a"] * 513})),
            ("temperature", lambda: sa.show(scene, temperature=2)),
            ("theme is 'blue'", lambda: sa.show(HALF, theme="blue")),
            ("height is 3", lambda: sa.show(HALF, height=3)),
            ("lang is 3", lambda: sa.show(HALF, lang=3)),
            ("parts is 3", lambda: sa.show(HALF, parts=3)),
            ("not JSON", lambda: sa.show({"tokens": {1}})),
            ("layer is 1; expected .* 0 to 0", lambda: sa.show(HALF).to_svg(layer=1)),
        ):
            with self.assertRaisesRegex(sa.SceneError, words):
                call()


if __name__ == "__main__":
    unittest.main()
