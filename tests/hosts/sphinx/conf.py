project = "A book"
extensions = ["myst_parser"]
html_static_path = ["_static"]
html_js_files = [("self-attention/self-attention.js", {"type": "module"})]
