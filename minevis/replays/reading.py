"""People's games, from the files of minesweeper programs.

ms_toollib reads .avf, .evf and .rmv files. It ends its process on damaged files, so it runs in
a separate process, with limits on time and memory and without permission to write files.
"""

import json
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from minevis.errors import ReplayFormatError, TraceFormatError
from minevis.replays import account, clone, rawvf
from minevis.replays.archives import read_file
from minevis.replays.recording import Recording, recording_of, timed_events
from minevis.trace.record import FRONT, is_record
from minevis.trace.serialization import MOST_BYTES as MOST_BYTES_OF_A_TRACE
from minevis.trace.serialization import TRACES
from minevis.trace.trace import Trace
from minevis.utils.checks import check_range
from minevis.utils.files import naming

PYTHON_READERS = {"mvf": clone.recording_in, "rawvf": rawvf.recording_in}
KINDS = (*account.READERS, *PYTHON_READERS)
SECONDS = 30.0  # a game with 10,000 mouse movements takes a quarter of one
LIMITS = (0.1, 86_400.0)  # seconds: at most a day
ENDINGS = ".avf, .evf, .rmv, .mvf or .rawvf"
MOST_BYTES = 16 << 20
UNREAD = {
    ".umf": "Freesweeper",
    ".evfs": "Metasweeper, for several games",
    ".mvr": "Minesweeper X",
}
SUFFIXES = (*(f".{kind}" for kind in KINDS), *TRACES)


def trace_of(path: str | Path, recording: Recording) -> Trace:
    """Return the game in the file at `path`. Raises `ReplayFormatError`."""
    with naming(path, ReplayFormatError, ValueError):
        times, events = zip(*timed_events(recording), strict=True)
        return Trace(events, clock=times)


def game_in(path: str | Path) -> tuple[Trace, Recording | None]:
    """Return the game in a file, and the recording of a replay, for every reader of games.

    The file may be in an archive: games.zip/a.avf. A replay is recognised by its suffix, a trace
    by its suffix or its beginning. Raises `ReplayFormatError` and `TraceFormatError`, naming the
    file, and `OSError`.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending.removeprefix(".") in KINDS or ending in UNREAD:
        recording = read_recording(path)
        return trace_of(path, recording), recording
    if ending not in TRACES and not begins_like_a_trace(path):
        raise ReplayFormatError(f"{path}: a game ends with {', '.join(SUFFIXES)}")
    with naming(path, TraceFormatError):
        text = read_file(path, MOST_BYTES_OF_A_TRACE + 1).decode("utf-8-sig")
        if not text:
            raise TraceFormatError("the file is empty")
        return Trace.from_json(text), None


def begins_like_a_trace(path: Path) -> bool:
    """Return whether a file begins like a trace or the record of a game, or is empty.

    Raises `OSError` and `ReplayFormatError`.
    """
    start = read_file(path, FRONT).decode("utf-8", "replace")
    return not start or '"minevis_trace"' in start or is_record(start)


def read_recording(path: str | Path, *, seconds: float = SECONDS) -> Recording:
    """Return the content of a file, checked; see `minevis.replay`."""
    path = Path(path)
    check_range("seconds", seconds, LIMITS, "the most that a reader may take")
    kind = path.suffix.lower().removeprefix(".")
    if path.is_dir():
        raise ReplayFormatError(f"{path} is a folder: mv.profile reads all games in a folder")
    if f".{kind}" in UNREAD:
        raise ReplayFormatError(f"{path}: files of {UNREAD[f'.{kind}']} are not supported")
    if kind not in KINDS:
        raise ReplayFormatError(f"{path}: a replay ends with {ENDINGS}")
    data = read_file(path, MOST_BYTES + 1)
    if kind in account.READERS and find_spec("ms_toollib") is None:
        raise ModuleNotFoundError("replays need ms-toollib: pip install 'minevis[replays]'")
    if not data:
        raise ReplayFormatError(f"{path}: the file is empty")
    if len(data) > MOST_BYTES:
        raise ReplayFormatError(f"{path}: more than {MOST_BYTES >> 20} MB, too long for a replay")
    with naming(path, ReplayFormatError, ValueError):
        read = PYTHON_READERS.get(kind) or partial(_answer, kind, seconds=seconds)
        return recording_of(read(data))


def _answer(kind: str, data: bytes, *, seconds: float) -> object:
    """Return the output of the reader's process. Raises `ValueError` if it fails or is too slow.

    Any end of the waiting, Ctrl-C too, ends that process. It runs in a separate folder, since
    ms_toollib leaves a crash.log in its folder.
    """
    command = [sys.executable, "-P", str(Path(account.__file__).resolve()), kind]
    try:
        with TemporaryDirectory() as folder:
            reader = subprocess.run(
                command, input=data, capture_output=True, timeout=seconds, cwd=folder
            )
    except subprocess.TimeoutExpired as error:
        raise ValueError(f"its reader was stopped after {seconds:g} s") from error
    if reader.returncode:
        raise ValueError(f"it is damaged, or no .{kind} file: its reader gives up")
    return json.loads(reader.stdout)
