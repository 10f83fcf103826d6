"""Reviewing many files at once: on all cores, kept in a store, damaged ones named and skipped."""

import errno
import hashlib
import os
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Never, TypeAlias

from tqdm.auto import tqdm

from minevis.errors import ReplayFormatError, StoreError, TraceFormatError
from minevis.experiments.store import Store, store_of
from minevis.experiments.workers import local, results
from minevis.game.board import Board
from minevis.replays.archives import (
    Member,
    archive_of,
    close,
    history_of,
    members_of,
    read_file,
    reason,
)
from minevis.replays.profile import Profile, in_order
from minevis.replays.reading import SUFFIXES, UNREAD, begins_like_a_trace, game_in
from minevis.replays.summary import KEPT, GameSummary, best_wins, summary_of
from minevis.reviews.review import review
from minevis.solver.guess.effort import DEFAULT_EFFORT, check_effort
from minevis.trace.serialization import MOST_BYTES, TRACES
from minevis.utils.hints import helpful
from minevis.utils.options import EffortName, worker_count
from minevis.utils.progress import compiling_for, progress_bar

SECONDS = 300.0  # per file; an expert game takes some five
MANY = 500  # files: enough to pay for a minute of compiling
MOST_UNPACKED = 512 << 20  # bytes of all games in all .zip files
MOST_MEMBERS = 20_000  # files in all .zip files
ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
PACKED = (".zip", *ARCHIVES)
UNREADABLE = (ReplayFormatError, TraceFormatError, OSError, MemoryError, RecursionError)

Files: TypeAlias = "str | Path | Sequence[str | Path]"


@helpful
def profile(
    files: Files,
    *,
    effort: EffortName | str = DEFAULT_EFFORT,
    workers: int | None = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
) -> Profile:
    """Review all games in a folder, or in some files, and summarise them.

    Parameters
    ----------
    files : str, Path, or a sequence of them
        A folder, searched with its subfolders, or files: replays (.avf, .evf, .rmv, .mvf,
        .rawvf), traces (.json, .jsonl) and histories of the app, one game a line. In a folder,
        other JSON files are skipped. Games in .zip files are read too.
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
        The summary. It names files that cannot be read, or take longer than five minutes, also in
        .zip files. Files with equal bytes count once. After Ctrl-C it contains the reviewed games.

    Raises
    ------
    ValueError
        If a file or folder does not exist.
    ReplayFormatError
        If the only files are .zip files that cannot be unpacked, or have no games.
    WorkersLostError
        If processes keep dying.

    Examples
    --------
    >>> mv.profile("no/such/folder")
    Traceback (most recent call last):
    ValueError: no/such/folder: no such file or folder
    """
    effort = check_effort(effort)
    inputs = _inputs_of(files)
    count = worker_count("workers", workers, max(len(inputs.games), 1))
    with (
        store_of(store) as kept,
        compiling_for("best"),
        progress_bar(progress=progress, delay=0, total=len(inputs.games), unit=" games") as bar,
    ):
        reviewed = _Reviewing(effort, kept, bar).all_of(inputs.games, count)
    close()
    return replace(reviewed, damaged=tuple(sorted([*reviewed.damaged, *inputs.damaged])))


class _Inputs:
    """The games among some files and folders, and the unread files, with reasons."""

    def __init__(self) -> None:
        self.games: list[Path] = []
        self.damaged: list[tuple[str, str]] = []
        self.unpacked = self.members = 0  # of all .zip files

    def add(self, path: Path) -> None:
        """Add a file, or the games in a folder or an archive. Raises `ValueError`."""
        if path.is_dir():
            for file in _files_in(path, self.damaged):
                self._add_found(file)
        elif not path.exists() and not archive_of(path):
            raise ValueError(f"{path}: no such file or folder")
        elif path.suffix.lower() == ".zip":
            self._add_archive(path)
        else:
            self._add_game(path)

    def _add_game(self, path: Path) -> None:
        """Add a file with a game, or all games of a history."""
        self.games += history_of(path) or [path]

    def _add_found(self, path: Path) -> None:
        """Add a file of a folder if its name is that of a game; other JSON is not."""
        ending = path.suffix.lower()
        astray = path.is_symlink() and not path.exists()  # reported as unreadable
        if not (path.is_file() or astray):
            return
        if ending == ".zip":
            self._add_archive(path)
        elif ending in UNREAD or ending in ARCHIVES:
            self.damaged.append((str(path), _unread(ending)))
        elif ending in SUFFIXES and (astray or _may_be_game(path)):
            self._add_game(path)

    def _add_archive(self, path: Path) -> None:
        """Add the games in a .zip file, which are unpacked later, one at a time."""
        try:
            members = members_of(path)
        except (OSError, ReplayFormatError) as error:
            self.damaged.append((str(path), _without(path, error)))
            return
        games = [member for member in members if not _is_hidden(member.path.relative_to(path))]
        games = [
            game for game in games if game.path.suffix.lower() in (*SUFFIXES, *UNREAD, *PACKED)
        ]
        self.members += len(members)
        self.unpacked += sum(min(game.size, MOST_BYTES) for game in games)
        if not games:
            self.damaged.append((str(path), f"no games in it: they end with {', '.join(SUFFIXES)}"))
        elif self.members > MOST_MEMBERS:
            why = f"more than {MOST_MEMBERS:,} files in .zip files"
            self.damaged.append((str(path), why))
        elif self.unpacked > MOST_UNPACKED:
            why = f"more than {MOST_UNPACKED >> 20} MB unpacked, of all .zip files"
            self.damaged.append((str(path), why))
        else:
            for game in games:
                self._add_member(game)

    def _add_member(self, member: Member) -> None:
        ending = member.path.suffix.lower()
        if ending not in SUFFIXES:
            self.damaged.append((str(member.path), _unread(ending)))
        elif member.problem:
            self.damaged.append((str(member.path), member.problem))
        elif _may_be_game(member.path):
            self.games.append(member.path)


def _inputs_of(files: Files) -> _Inputs:
    """Return the games among `files`; in folders, by their suffix. Raises `ValueError`."""
    given = list(files) if isinstance(files, Iterable) and not isinstance(files, str) else [files]
    paths = [Path(name) for name in given]
    if "" in given:  # which a `Path` takes for the folder one is in
        raise ValueError("files='': no file or folder has an empty name")
    inputs = _Inputs()
    for path in paths:
        inputs.add(path)
    inputs.games = list(dict.fromkeys(inputs.games))
    inputs.damaged = list(dict.fromkeys(inputs.damaged))
    if not inputs.games and inputs.damaged and not any(path.is_dir() for path in paths):
        name, why = inputs.damaged[0]
        raise ReplayFormatError(f"{name}: {why}")
    if not inputs.games and not inputs.damaged:
        where = f" in {', '.join(map(str, given))}" if given else ""
        raise ValueError(f"no games{where}: they end with {', '.join(SUFFIXES)}")
    return inputs


def _files_in(folder: Path, damaged: list[tuple[str, str]]) -> list[Path]:
    """Return the files in a folder and its subfolders that are not hidden, sorted."""

    def note(error: OSError) -> None:
        damaged.append((str(error.filename), reason(error)))

    folders = os.walk(folder, onerror=note)
    paths = [Path(above, name) for above, _, names in folders for name in names]
    return sorted(path for path in paths if not _is_hidden(path.relative_to(folder)))


def _is_hidden(path: Path) -> bool:
    """Whether a file is litter of a system or a program, by the names on its path."""
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)


def _unread(ending: str) -> str:
    if ending in UNREAD:
        return f"files of {UNREAD[ending]} are not supported"
    return "archives other than .zip, and archives in archives, are not read: unpack it"


def _may_be_game(path: Path) -> bool:
    """Whether a file with the suffix of a game is one: other JSON is not."""
    try:
        return path.suffix.lower() not in TRACES or begins_like_a_trace(path)
    except (OSError, ReplayFormatError):
        return True  # to be reported as unreadable


def _without(path: Path, error: Exception) -> str:
    """Return an error's message about a file, without the path."""
    return reason(error).removeprefix(f"{path}: ")


def summarised(path: Path, effort: str, kernels: bool = False) -> GameSummary | str:
    """The figures of the game in a file, or why it cannot be read; `kernels` as in `summary_of`."""
    try:
        with _time_limit(SECONDS):
            trace, recording = game_in(path)
            reviewed = review(trace, effort=effort)
            if recording is None:
                return summary_of(str(path), trace, reviewed, kernels=kernels)
            board, played = recording.board, recording.played
            return summary_of(
                str(path), trace, reviewed, board=board, played=played, kernels=kernels
            )
    except (*UNREADABLE, ValueError) as error:  # a trace may also contradict itself
        return _without(path, error)


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
        with suppress(KeyboardInterrupt):
            waiting = dict.fromkeys(self._not_kept(paths))
            if waiting and self.store is not None:
                self.store.check_writable()
            kernels = len(waiting) >= MANY and find_spec("numba") is not None
            if kernels:
                warm_up()
            review_one = partial(summarised, effort=self.effort, kernels=kernels)
            with closing(results(local(count), review_one, lambda: [*waiting])) as reviews:
                for path, summary in reviews:
                    del waiting[path]
                    self._keep(path, summary)
        same = self.same.values()
        pairs = [(str(other), str(first)) for first, *others in same for other in others]
        missing = len(paths) - len(self.games) - len(self.damaged) - len(pairs)
        unread = dict(self.damaged)
        self.damaged += [(name, unread[first]) for name, first in pairs if first in unread]
        doubles = tuple(sorted(pair for pair in pairs if pair[1] not in unread))
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
        except (OSError, ReplayFormatError):  # reported as unreadable later
            return False
        files = self.same.setdefault(digest, [])
        files.append(path)
        return len(files) > 1

    def _kept(self, path: Path) -> GameSummary | None:
        """Return the stored review of a file with these bytes, whatever its name is now."""
        if self.store is None:
            return None
        text = self.store.review_of(self.digests.get(path, ""), self.key)
        try:
            return None if text is None else replace(GameSummary.from_json(text), name=str(path))
        except ValueError as error:
            raise StoreError(f"{self.store.path} is damaged: {error}") from error

    def _take(self, path: Path, summary: GameSummary | str) -> None:
        if isinstance(summary, str):
            self.damaged.append((str(path), summary))
        else:
            self.games.append(summary)
        self.bar.update()

    def _keep(self, path: Path, summary: GameSummary | str) -> None:
        if self.store is not None and isinstance(summary, GameSummary) and path in self.digests:
            nameless = replace(summary, name="")  # `_kept` gives it the name it has by then
            self.store.keep_review(self.digests[path], self.key, nameless.to_json())
        self._take(path, summary)


def warm_up() -> None:
    """Compile the kernels of `best`, or load them from an earlier run."""
    board = Board.random("beginner", seed=0, first=(0, 0))
    best_wins(board, (0, 0), kernels=True)


def _digest(path: Path) -> str:
    data = read_file(path, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, "too large for a game", str(path))
    return hashlib.sha256(data).hexdigest()
