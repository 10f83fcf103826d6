"""Games in .zip files: read one at a time; errors are named, the rest is reviewed."""

import io
import os
import re
import stat
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

import minevis as mv
import replay_files as files
from minevis.cli.main import main
from minevis.replays import archives, many
from minevis.replays.archives import members_of, read_file
from minevis.replays.profile import Profile, with_short_names
from minevis.replays.reading import game_in


def game(seed):
    board = mv.Board.random("beginner8", seed=seed, first=(0, 0))
    return files.rawvf(files.played(board, seed=seed, name=b"Zoe"))


GAMES = [game(seed) for seed in range(3)]


def packed(members, method=ZIP_DEFLATED):
    """The bytes of an archive of (name, bytes)."""
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def directory(data):
    """The place of the first entry in the table of contents."""
    return data.index(b"PK\1\2")


def changed(data, place, new):
    return data[:place] + new + data[place + len(new) :]


def encrypted(data):
    """An archive whose members claim to be encrypted."""
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = data.index(mark) + flags
        data = changed(data, place, struct.pack("<H", struct.unpack_from("<H", data, place)[0] | 1))
    return data


def method(data, number):
    """An archive whose first member claims another compression."""
    for mark, place in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        data = changed(data, data.index(mark) + place, struct.pack("<H", number))
    return data


ONE = packed([("a.rawvf", GAMES[0])])
STORED, LZMA, BZIP2 = (
    packed([("a.rawvf", GAMES[0])], method) for method in (ZIP_STORED, ZIP_LZMA, ZIP_BZIP2)
)
HEAD = 30 + len("a.rawvf")  # bytes before the data of the first member


def link():
    info = ZipInfo("a.rawvf")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return packed([(info, b"/etc/hostname")])


def twice():
    with pytest.warns(UserWarning, match="Duplicate name"):
        return packed([("a.rawvf", GAMES[0]), ("a.rawvf", GAMES[1])])


def not_utf_8():
    data = packed([("ä.rawvf", GAMES[0])])
    return data.replace("ä".encode(), b"\xff\xff")


BAD = {  # archives, and what is said of them or of their member
    "empty": (b"", "the file is empty"),
    "no_zip": (b"PK nothing", "it cannot be unpacked: File is not a zip file"),
    "without_members": (packed([]), "no games in it"),
    "without_games": (packed([("readme.txt", "x")]), "no games in it"),
    "cut": (ONE[:-30], "it cannot be unpacked"),
    "cut_before_directory": (ONE[: directory(ONE)], "it cannot be unpacked"),
    "directory": (changed(ONE, directory(ONE), b"XX"), "it cannot be unpacked"),
    "offset": (changed(ONE, directory(ONE) + 42, b"\xff\xff\xff\x7f"), "it cannot be unpacked"),
    "names": (not_utf_8(), "it cannot be unpacked: a name is not UTF-8"),
    "encrypted": (encrypted(ONE), "it is encrypted"),
    "method": (method(ONE, 99), "it cannot be unpacked: That compression method is not"),
    "deflate": (changed(ONE, HEAD, b"\xff" * 20), "it cannot be unpacked"),
    "crc": (changed(STORED, HEAD + 9, b"!"), "it cannot be unpacked: Bad CRC-32"),
    "lzma": (changed(LZMA, HEAD + 20, b"\xff" * 20), "it cannot be unpacked"),
    "lzma_head": (changed(LZMA, HEAD + 4, b"\xff" * 5), "it cannot be unpacked"),
    "bzip2": (changed(BZIP2, HEAD, b"\xff" * 20), "it cannot be unpacked"),
    "link": (link(), "a link, not a file"),
    "twice": (twice(), "2 files of the archive have this name"),
    "zip_in_zip": (packed([("more.zip", ONE)]), "archives in archives, are not read"),
    "rar_in_zip": (packed([("more.RAR", b"x")]), "archives in archives, are not read"),
    "unsupported": (packed([("a.evfs", b"x")]), "for several games are not supported"),
    "void": (packed([("a.rawvf", b"")]), "the file is empty"),
    "void_trace": (packed([("a.jsonl", b"")]), "the file is empty"),
    "not_a_game": (packed([("a.rawvf", b"x")]), "it has no line 'Board:'"),
}


QUICKLY = ["--effort", "quick", "--quiet", "--workers", "1", "--store", "none"]


def profiled(given, **options):
    return mv.profile(given, **({"effort": "quick", "workers": 1, "progress": False} | options))


def test_damaged_archives_are_named_and_the_rest_reviewed(tmp_path, capsys):
    folder = tmp_path / "games"
    (folder / "deep").mkdir(parents=True)
    for kind, (data, _) in BAD.items():
        (folder / "deep" / f"{kind}.zip").write_bytes(data)
    (folder / "good.zip").write_bytes(packed([("b.rawvf", GAMES[1])]))
    (folder / "c.rawvf").write_bytes(GAMES[2])
    found = profiled(folder)
    assert {Path(each.name).name for each in found.games} == {"b.rawvf", "c.rawvf"}
    assert main(["review", str(folder), *QUICKLY]) == 0
    out = capsys.readouterr().out
    page = found.save(tmp_path / "page.html").read_text("utf-8")
    for kind, (_, rule) in BAD.items():
        bad = Path("deep", f"{kind}.zip")
        (why,) = (why for name, why in found.damaged if name.startswith(str(folder / bad)))
        assert rule in why
        assert f"\n  {bad}" in out.partition("Not read:")[2]
        assert f"<li>{bad}" in page.partition("<h2>Not read</h2>")[2]
    assert len(found.damaged) == len(BAD)
    for text in (out, page, *(why for _, why in found.damaged)):
        assert str(tmp_path) not in text


def test_an_archive_in_company_of_files_ends_nothing_and_alone_it_is_an_error(tmp_path):
    bad, good = tmp_path / "bad.zip", tmp_path / "a.rawvf"
    bad.write_bytes(b"")
    good.write_bytes(GAMES[0])
    assert len(profiled([bad, good]).games) == 1
    with pytest.raises(mv.errors.ReplayFormatError, match=r"bad\.zip: the file is empty$"):
        profiled(bad)
    assert profiled(tmp_path / "..").damaged


def test_any_cut_or_flip_in_an_archive_ends_nothing(tmp_path):
    """Every byte of a small archive in turn, and every length."""
    path = tmp_path / "games.zip"
    data = packed([("a.rawvf", b"x"), ("b.rawvf", GAMES[0][:40])], ZIP_STORED)
    spoilt = [data[:length] for length in range(len(data))]
    spoilt += [changed(data, place, bytes([data[place] ^ 0xFF])) for place in range(len(data))]
    read = 0
    for each in spoilt:
        path.write_bytes(each)
        archives.close()
        with suppress(mv.errors.ReplayFormatError):
            for member in members_of(path):
                read += len(read_file(member.path, 1000)) > 0
    assert read > 100


def test_names_that_leave_the_archive_do_not(tmp_path):
    names = ["/abs.rawvf", "../../up.rawvf", "C:\\win\\x.rawvf", "a/./b.rawvf", "d.zip/e.rawvf"]
    names += ["__MACOSX/._a.rawvf", ".hidden.rawvf", "x/.git/y.rawvf", "folder.rawvf/"]
    path = tmp_path / "games.ZIP"
    path.write_bytes(packed([(name, GAMES[0]) for name in names]))
    found = profiled(path)
    shown = ["abs.rawvf", "up.rawvf", "win/x.rawvf", "a/b.rawvf", "d.zip/e.rawvf"]
    read = {found.games[0].name, *(name for name, _ in found.doubles)}
    assert read == {str(path / name) for name in shown}
    assert not found.damaged
    with pytest.raises(mv.errors.ReplayFormatError, match="the archive has no such file"):
        mv.replay(path / "gone.rawvf")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [("李雷.rawvf".encode("gb18030"), "李雷.rawvf"), ("Zoë.rawvf".encode(), "Zoë.rawvf")],
)
def test_names_in_the_encoding_of_their_country_are_read(raw, shown, tmp_path):
    path = tmp_path / "games.zip"
    data = packed([("x" * len(raw.removesuffix(b".rawvf")) + ".rawvf", GAMES[0])])
    path.write_bytes(data.replace(b"x" * len(raw.removesuffix(b".rawvf")), raw[:-6]))
    assert [Path(each.name).name for each in profiled(path).games] == [shown]


def test_every_reader_takes_a_game_in_an_archive(tmp_path, capsys):
    path = tmp_path / "my games.zip"
    trace = mv.play(mv.Board.random("beginner8", seed=3), first=(0, 0))
    path.write_bytes(packed([("deep/a.rawvf", GAMES[0]), ("own.json", trace.to_json())]))
    assert mv.replay(path / "deep" / "a.rawvf").start.player == "Zoe"
    assert game_in(path / "own.json")[0] == trace
    assert main(["review", str(path / "deep" / "a.rawvf"), "--quiet", "--effort", "quick"]) == 0
    assert "guess" in capsys.readouterr().out


def guessing(seed):
    """A game that gives points away."""
    board = mv.Board.random("beginner", seed=seed, first=(0, 0))
    return mv.play(board, "counting", first=(0, 0)).to_json()


@pytest.mark.parametrize("here", [True, False])
def test_the_command_of_the_story_works_for_a_game_in_an_archive(here, tmp_path, monkeypatch):
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "my games.zip"
    path.write_bytes(packed([(f"deep/{seed}.json", guessing(seed)) for seed in (3, 4, 7)]))
    monkeypatch.chdir(folder if here else tmp_path)
    found = profiled(path.name if here else folder)
    (said,) = [each for each in found.story if each.startswith("Most was given away in my games")]
    assert ("in the folder of the games, `" in said) is not here
    command = re.search(r"`minevis review '(.+)'`", said)
    monkeypatch.chdir(folder)
    assert main(["review", command[1], "--quiet", "--effort", "quick"]) == 0
    page = found.save(tmp_path / "page.html").read_text("utf-8")
    assert re.search(r'<td[^>]*><a href="page%20games/1', page)
    assert str(tmp_path) not in page + str(found) + found._repr_html_() + " ".join(found.story)


def test_archives_leave_nothing_on_the_disk_and_have_limits_in_all(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    folder = tmp_path / "games"
    folder.mkdir()
    for number in range(4):
        members = [(f"{number}.rawvf", GAMES[0] + b"\n" * number), ("void.txt", b"")]
        (folder / f"{number}.zip").write_bytes(packed(members))
    assert len(profiled(folder, workers=2).games) == 4
    assert not os.listdir(tmp_path / "temporary")
    size = len(GAMES[0])
    for name, most in (("MOST_UNPACKED", 3 * size), ("MOST_MEMBERS", 5)):
        with monkeypatch.context() as patched:
            patched.setattr(many, name, most)
            found = profiled(folder)
        assert len(found.games) == 2
        assert {Path(name).name for name, _ in found.damaged} == {"2.zip", "3.zip"}
        assert all(why.startswith("more than ") for _, why in found.damaged)


def test_a_member_far_too_large_is_refused_by_its_start(tmp_path):
    path = tmp_path / "bomb.zip"
    path.write_bytes(packed([("a.rawvf", bytes(17 << 20)), ("b.rawvf", GAMES[0])]))
    found = profiled(path)
    assert [(Path(name).name, why) for name, why in found.damaged] == [
        ("a.rawvf", "more than 16 MB, too long for a replay")
    ]
    assert len(found.games) == 1


def test_a_folder_as_it_is_handed_in(tmp_path, capsys):
    folder = tmp_path / "games"
    inside = folder / "folder.zip"
    inside.mkdir(parents=True)
    (inside / "a.rawvf").write_bytes(GAMES[0])
    (folder / "b.RAWVF").write_bytes(GAMES[1])
    for name in ("._b.rawvf", ".minevis-0.part.json", "Thumbs.db", "list.xlsx", "photo.png"):
        (folder / name).write_bytes(b'{"minevis_trace": 1}')
    for name in ("set.rar", "old.mvr", "several.evfs", "a.7z"):
        (folder / name).write_bytes(b"x")
    for name in ("void.rawvf", "void.json", "void.zip"):
        (folder / name).touch()
    for name in ("gone.zip", "gone.avf", "notes.txt"):
        (folder / name).symlink_to(folder / "nowhere")
    (folder / "linked.avf").symlink_to(inside)
    (folder / "settings.json").write_text("{}")
    found = profiled(folder)
    assert len(found.games) == 2
    unread = {"set.rar", "old.mvr", "several.evfs", "a.7z", "void.rawvf", "void.json", "void.zip"}
    assert {Path(name).name for name, _ in found.damaged} == unread | {"gone.zip", "gone.avf"}
    options = [*QUICKLY, "--page", str(tmp_path / "p.html")]
    assert main(["review", str(folder), *options]) == 0
    for text in (capsys.readouterr().out, (tmp_path / "p.html").read_text("utf-8")):
        assert "gone.zip: No such file or directory" in text
        assert str(tmp_path) not in text


SHORT = [  # paths of files that could not be read, and the names that are shown
    {"/home/zoe/a.avf": "a.avf", "/home/lei/games/b.avf": "b.avf"},
    {"/home/zoe/1/a.avf": "1/a.avf", "/mnt/2/a.avf": "2/a.avf"},
    {"/home/zoe/games/1/a.avf": "1/a.avf", "/home/zoe/games/b.zip/a.avf": "b.zip/a.avf"},
    {"/home/zoe/a.avf": "a.avf", "/home/lei/games/c.zip/x/d.avf": "c.zip/x/d.avf"},
    {"/home/zoe/games/b.zip/x/a.avf": "b.zip/x/a.avf"},
]


@pytest.mark.parametrize("names", SHORT)
def test_files_all_over_the_machine_are_told_apart_without_users(names, monkeypatch):
    monkeypatch.setenv("HOME", "/home/zoe")
    found = with_short_names(Profile((), damaged=tuple((path, "") for path in names)))
    assert [name for name, _ in found.damaged] == list(names.values())
