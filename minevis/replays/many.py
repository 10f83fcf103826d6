"""Reviewing many files at once: on all cores, kept in a store, damaged ones named and skipped."""

import atexit
import errno
import hashlib
import shutil
import signal
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Never, TypeAlias

from tqdm.auto import tqdm

from minevis.errors import ReplayFormatError, StoreError, TraceFormatError
from minevis.experiments.run import processes, results
from minevis.experiments.store import Store, opened
from minevis.game.board import Board
from minevis.replays.profile import Profile, in_order
from minevis.replays.reading import SUFFIXES, begins_like_a_trace, game_in
from minevis.replays.summary import KEPT, GameSummary, best_wins, summary_of
from minevis.reviews.review import review
from minevis.solver.guess.effort import DEFAULT_EFFORT, check_effort
from minevis.trace.serialization import MOST_BYTES, TRACES
from minevis.utils.files import is_part, read_start
from minevis.utils.options import worker_count
from minevis.utils.progress import compiling_for, progress_bar

SECONDS = 300.0  # per file; an expert game takes some five
MANY = 500  # files: enough to pay for a minute of compiling
MOST_UNPACKED = 256 << 20  # bytes of all games in a .zip file
MOST_MEMBERS = 10_000  # files in a .zip file
UNREADABLE = (ReplayFormatError, TraceFormatError, OSError)

Files: TypeAlias = "str | Path | Sequence[str | Path]"


def profile(
    files: Files,
    *,
    effort: str = DEFAULT_EFFORT,
    workers: int | None = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
) -> Profile:
    """Review all games in a folder, or in some files, and summarise them.

    Parameters
    ----------
    files : str, Path, or a sequence of them
        A folder, searched with its subfolders, or files: replays (.avf, .evf, .rmv, .mvf,
        .rawvf) and traces (.json, .jsonl). In a folder, other JSON files are skipped. Games in
        .zip files are read too.
    effort : str
        As in `review`.
    workers : int, optional
        The number of processes, at most one per core and file. By default one per core.
    store : str, Path or Store, optional
        A file that saves reviews. Games in it are not reviewed again.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Profile
        The summary. It names files that cannot be read, or take longer than five minutes. Files
        with equal bytes count once. After Ctrl-C it contains the reviewed games.

    Raises
    ------
    ValueError
        If a file or folder does not exist.
    WorkersLostError
        If processes keep dying.

    Examples
    --------
    >>> mv.profile("no/such/folder")
    Traceback (most recent call last):
    ValueError: no/such/folder: no such file or folder
    """
    effort = check_effort(effort)
    paths = found_files(files)
    count = worker_count("workers", workers, len(paths))
    with (
        opened(store) as kept,
        compiling_for("best", progress=progress),
        progress_bar(progress=progress, delay=0, total=len(paths), unit=" games") as bar,
    ):
        return _Reviewing(effort, kept, bar).all_of(paths, count)


def found_files(files: Files) -> list[Path]:
    """Return the games among `files`; in folders, by their suffix. Raises `ValueError`."""
    given = list(files) if isinstance(files, Iterable) and not isinstance(files, str) else [files]
    paths = [Path(name) for name in given]
    if "" in given:  # which a `Path` takes for the folder one is in
        raise ValueError("files='': no file or folder has an empty name")
    found = list(dict.fromkeys(path for each in paths for path in _games_at(each)))
    if not found:
        where = f" in {', '.join(map(str, given))}" if given else ""
        raise ValueError(f"no games{where}: they end with {', '.join(SUFFIXES)}")
    return found


def _games_at(path: Path) -> Iterator[Path]:
    if path.is_dir():
        for each in sorted(path.rglob("*")):
            if each.suffix.lower() == ".zip" and each.is_file():
                yield from _unpacked(each)
            elif _is_game(each):
                yield each
    elif not path.exists():
        raise ValueError(f"{path}: no such file or folder")
    elif path.suffix.lower() == ".zip":
        yield from _unpacked(path)
    else:
        yield path


def _unpacked(path: Path) -> list[Path]:
    """Unpack the games in a .zip file into a folder that is deleted with the process.

    Members keep only the last part of their name, so they cannot leave the folder. Raises
    `ReplayFormatError`.
    """
    folder = Path(tempfile.mkdtemp(prefix="minevis-")) / path.name
    atexit.register(shutil.rmtree, folder.parent, ignore_errors=True)
    found: list[Path] = []
    try:
        with zipfile.ZipFile(path) as archive:
            members = [each for each in archive.infolist() if _may_be_game(each.filename)]
            if len(archive.infolist()) > MOST_MEMBERS:
                raise ReplayFormatError(f"{path}: more than {MOST_MEMBERS:,} files")
            if sum(each.file_size for each in members) > MOST_UNPACKED:
                raise ReplayFormatError(f"{path}: more than {MOST_UNPACKED >> 20} MB unpacked")
            for number, member in enumerate(members):
                target = folder / str(number) / Path(member.filename).name
                target.parent.mkdir(parents=True)
                with archive.open(member) as file:  # a header may give a wrong size
                    target.write_bytes(file.read(member.file_size))
                found.append(target)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error) as error:
        raise ReplayFormatError(f"{path}: it cannot be unpacked: {error}") from error
    return [each for each in found if _is_game(each)]


def _may_be_game(name: str) -> bool:
    path = Path(name)
    is_game = path.suffix.lower() in SUFFIXES and not is_part(path)
    return is_game and not name.startswith("__MACOSX")


def _is_game(path: Path) -> bool:
    """Whether a file in a folder is a game by its name; other JSON is not."""
    if is_part(path):
        return False
    astray = path.is_symlink() and not path.exists()  # reported as unreadable
    if path.suffix.lower() not in SUFFIXES or not (path.is_file() or astray):
        return False
    if astray or path.suffix.lower() not in TRACES:
        return True
    try:
        return begins_like_a_trace(path)
    except OSError:
        return True  # to be reported as unreadable


def summarised(path: Path, effort: str, kernels: bool = False) -> GameSummary | str:
    """The figures of the game in a file, or why it cannot be read; `kernels` as in `summary_of`."""
    try:
        with _time_limit(SECONDS):
            trace, recording = game_in(path)
            found = review(trace, effort=effort)
            if recording is None:
                return summary_of(str(path), trace, found, kernels=kernels)
            board, played = recording.board, recording.played
            return summary_of(str(path), trace, found, board=board, played=played, kernels=kernels)
    except (*UNREADABLE, ValueError) as error:  # a trace may also contradict itself
        return str(error).removeprefix(f"{path}: ")


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` if the block takes longer; only on Unix and in the main thread."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def end(*_: object) -> Never:
        raise TimeoutError(f"its review takes more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, end)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # again, if somebody caught the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


class _Reviewing:
    """A run over many files: kept reviews are read, missing ones are made."""

    def __init__(self, effort: str, store: Store | None, bar: "tqdm[Never]") -> None:
        self.effort, self.store, self.bar = effort, store, bar
        self.key = f"{KEPT} effort {effort}"
        self.games: list[GameSummary] = []
        self.damaged: list[tuple[str, str]] = []
        self.digests: dict[Path, str] = {}
        self.same: dict[str, list[Path]] = {}  # files by their content

    def all_of(self, paths: Sequence[Path], count: int) -> Profile:
        """Review all files, or the files before Ctrl-C."""
        with suppress(KeyboardInterrupt), processes(count) as pool:
            waiting, kernels = self._with_kernels(self._not_kept(paths))
            review_one = partial(summarised, effort=self.effort, kernels=kernels)
            for path, found in results(pool, review_one, waiting):
                self._keep(path, found)
        same = self.same.values()
        pairs = ((str(other), str(first)) for first, *others in same for other in others)
        doubles = tuple(sorted(pairs))
        missing = len(paths) - len(self.games) - len(self.damaged) - len(doubles)
        games = in_order([game for game in self.games if not game.rules])
        other_rules = tuple(sorted((game.name, game.rules) for game in self.games if game.rules))
        return Profile(games, tuple(sorted(self.damaged)), missing, doubles, other_rules)

    def _not_kept(self, paths: Sequence[Path]) -> Iterator[Path]:
        for path in paths:
            if self._is_double(path):
                self.bar.update()
            elif (kept := self._kept(path)) is None:
                yield path
            else:
                self._take(path, kept)

    def _is_double(self, path: Path) -> bool:
        """Whether an earlier file contains the same bytes."""
        try:
            digest = self.digests[path] = _digest(path)
        except OSError:  # reported as unreadable later
            return False
        files = self.same.setdefault(digest, [])
        files.append(path)
        return len(files) > 1

    def _with_kernels(self, waiting: Iterator[Path]) -> tuple[Iterator[Path], bool]:
        """Return the same files, and whether they are enough for kernels, which are then ready."""
        first = list(islice(waiting, MANY))
        if first and self.store is not None:
            self.store.check_writable()
        kernels = len(first) == MANY and find_spec("numba") is not None
        if kernels:
            warm_up()
        return chain(first, waiting), kernels

    def _kept(self, path: Path) -> GameSummary | None:
        """Return the stored review of a file with these bytes, whatever its name is now."""
        if self.store is None:
            return None
        text = self.store.review_of(self.digests.get(path, ""), self.key)
        try:
            return None if text is None else replace(GameSummary.from_json(text), name=str(path))
        except ValueError as error:
            raise StoreError(f"{self.store.path} is damaged: {error}") from error

    def _take(self, path: Path, found: GameSummary | str) -> None:
        if isinstance(found, str):
            self.damaged.append((str(path), found))
        else:
            self.games.append(found)
        self.bar.update()

    def _keep(self, path: Path, found: GameSummary | str) -> None:
        if self.store is not None and isinstance(found, GameSummary) and path in self.digests:
            nameless = replace(found, name="")  # `_kept` gives it the name it has by then
            self.store.keep_review(self.digests[path], self.key, nameless.to_json())
        self._take(path, found)


def warm_up() -> None:
    """Compile the kernels of `best`, or load them from an earlier run."""
    board = Board.random("beginner", seed=0, first=(0, 0))
    best_wins(board, (0, 0), kernels=True)


def _digest(path: Path) -> str:
    data = read_start(path, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, "too large for a game", str(path))
    return hashlib.sha256(data).hexdigest()
