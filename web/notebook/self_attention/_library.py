"""The scripts of a figure, and which output of a notebook has them.

A notebook keeps every output. The library is large, so the first output has it and leaves it in the page, where the
frames of later outputs find it (web/notebook/frame.ts). Some programs put every output into a page of its own: there
every output has it.
"""

import base64
import html
import json
import os
import pkgutil
import sys
import zlib

from ._arrays import SceneError

_INLINE = ("auto", "once", "each")

_settings = {"inline": "auto"}

# The cell whose output has the library, and the execution that made this output.
_holder = {"cell": None, "execution": None}


def options(*, inline=None):
    """Sets and returns options. ``inline``: which outputs contain the scripts, "once" a notebook, "each" or "auto".

    "auto" means "each" in Colab and VS Code, and "once" elsewhere.
    """
    if inline is not None:
        if inline not in _INLINE:
            raise SceneError("inline is {!r}; expected one of {}".format(inline, ", ".join(_INLINE)))
        _settings["inline"] = inline
        forget()
    return dict(_settings)


def forget():
    """The next output has the library again."""
    _holder.update(cell=None, execution=None)


def is_needed():
    """Whether the output that is made now needs the library. It then counts as the one that has it."""
    inline = _settings["inline"]
    if inline == "each" or (inline == "auto" and _has_separate_outputs()):
        return True
    cell, execution, deleted = _running_cell()
    held = _holder["execution"]
    # Running a cell again replaces its output.
    is_replaced = cell == _holder["cell"] and execution != held
    if held is None or is_replaced or _holder["cell"] in deleted:
        _holder.update(cell=cell, execution=execution)
        return True
    return False


def _has_separate_outputs():
    return "google.colab" in sys.modules or "VSCODE_PID" in os.environ or "VSCODE_CWD" in os.environ


def _running_cell():
    """(identity, number of the execution, identities of deleted cells) of the running cell, as far as it is known."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None:
        return ("none",), 0, ()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else getattr(shell, "parent_header", {})
    metadata = (parent or {}).get("metadata") or {}
    deleted = [("id", cell) for cell in metadata.get("deletedCells") or ()]
    execution = getattr(shell, "execution_count", 0)
    if metadata.get("cellId"):
        return ("id", metadata["cellId"]), execution, deleted
    if not ((parent or {}).get("content") or {}).get("allow_stdin", True):
        # A program that runs a notebook, such as nbclient, can answer no questions. It runs every cell once.
        return ("run", execution), execution, deleted
    # The classic notebook does not say which cell runs.
    history = getattr(getattr(shell, "history_manager", None), "input_hist_raw", None) or [""]
    return ("source", history[-1]), execution, deleted


def _text(name):
    return pkgutil.get_data(__package__, name).decode("utf-8")


def library():
    """The classic script of the element, with the core inside."""
    return _text("library.js")


def document(figure, has_library, lang):
    """The text of a page that shows a figure."""
    script = base64.b64encode(zlib.compress(library().encode("utf-8"), 9)).decode("ascii") if has_library else ""
    # Nothing in a script element is escaped, and this ends none.
    data = json.dumps(figure, ensure_ascii=False).replace("<", "\\u003c")
    spoken = "es" if lang.split("-")[0].lower() == "es" else "en"
    return _PAGE.format(
        lang=html.escape(lang),
        policy=_POLICY,
        waiting=_WAITING[spoken],
        no_script=_NO_SCRIPT[spoken],
        data=data,
        version=_text("version.txt").strip(),
        library=script,
        frame=_text("frame.js"),
    )


# Nothing is fetched: the policy allows only what is in the page.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)

_WAITING = {
    "en": (
        "The script of this figure is in the first figure of this notebook, which is not here. Run the notebook again "
        "from the top, or call sa.options(inline='each') and run this cell again."
    ),
    "es": (
        "El programa de esta figura está en la primera figura de este cuaderno, que no está aquí. Ejecuta el cuaderno "
        "otra vez desde el principio, o llama a sa.options(inline='each') y ejecuta esta celda de nuevo."
    ),
}
_NO_SCRIPT = {"en": "This figure needs JavaScript.", "es": "Esta figura necesita JavaScript."}

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Self-attention</title>
<style>
html {{ font: 0.9375rem/1.4 system-ui, sans-serif }}
body {{ margin: 0; padding: 0.5rem }}
</style>
</head>
<body>
<p id="waiting" hidden>{waiting}</p>
<noscript>{no_script}</noscript>
<script type="application/json" id="figure">{data}</script>
<script type="text/plain" id="library" data-version="{version}">{library}</script>
<script>{frame}</script>
</body>
</html>
"""
