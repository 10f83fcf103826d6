import ast
from pathlib import Path

import minevis

STUB = Path(minevis.__file__).with_suffix(".pyi")
MODULE_OF = {
    alias.name: node.module
    for node in ast.parse(STUB.read_text("utf-8")).body
    if isinstance(node, ast.ImportFrom) and node.module
    for alias in node.names
}
