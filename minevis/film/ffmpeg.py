"""Frames into files: a pipe to ffmpeg, and never half a file.

The video is written by `minevis.utils.files.atomic_write`.
"""

import errno
import os
import subprocess
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO, TypeVar, cast

import cv2
import numpy as np
from PIL import Image

from minevis.errors import EncoderError
from minevis.utils.files import atomic_write, check_target, naming, temporary_folder

T = TypeVar("T")

# Frames go to these encoders as YUV: OpenCV converts them in a tenth of ffmpeg's time. It
# does so by BT.601, and the video says so, because players guess otherwise.
COLOURS = (
    "-colorspace", "smpte170m", "-color_primaries", "smpte170m", "-color_trc", "smpte170m",
    "-color_range", "tv",
)  # fmt: skip
Values = list[tuple[bytes, int | bytes]]
EBML, DOC_TYPE = b"\x1a\x45\xdf\xa3", b"\x42\x82"
SEGMENT, CLUSTER = b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75"
INFO, TIMESTAMP_SCALE = b"\x15\x49\xa9\x66", b"\x2a\xd7\xb1"
TRACKS, TRACK_ENTRY = b"\x16\x54\xae\x6b", b"\xae"
TRACK_NUMBER, TRACK_UID, TRACK_TYPE, CODEC_ID = b"\xd7", b"\x73\xc5", b"\x83", b"\x86"
DEFAULT_DURATION = b"\x23\xe3\x83"
VIDEO, PIXEL_WIDTH, PIXEL_HEIGHT, FOUR_CC = b"\xe0", b"\xb0", b"\xba", b"\x2e\xb5\x24"
TIMESTAMP, SIMPLE_BLOCK = b"\xe7", b"\xa3"
UNKNOWN = b"\x01" + 7 * b"\xff"  # the size of elements that end with the stream
FEW = 3  # frames
RATE = 48_000  # samples of sound per second
BLOCK = b"\x81\x00\x00\x80"  # of track 1, at the time of its cluster, a key frame


@dataclass(frozen=True)
class FrameStream:
    """A stream of frames for a file: uint8 RGB [h, w, 3] of `size` (h, w), `fps` per second.

    A held frame is the same array again. `samples` gives typical pixels, uint8 [n, m, 3], for
    formats with a palette before the first frame. `subtitles` and `chapters` go into formats that
    support them, `sound` (int16 [n], at `RATE`) into formats that can hold it.
    """

    frames: Iterable[np.ndarray]
    size: tuple[int, int]
    fps: float
    samples: Callable[[], np.ndarray]
    subtitles: str = ""  # SubRip
    chapters: str = ""  # metadata of ffmpeg
    sound: np.ndarray | None = None


# Writes the file at a temporary path, which is renamed when complete.
Encoder = Callable[[Path, FrameStream], None]


@dataclass(frozen=True)
class FFmpeg:
    """An `Encoder` by ffmpeg with these `options`.

    `yuv` frames are converted here; `paletted` formats get a palette of 256 colours as a second
    input; a `steady` format gets a held frame repeatedly; `subtitles` names the codec of a text
    track, `sound` that of a sound track, and `chaptered` formats have chapters. Options for a
    suffix outside `MUXERS` name the format, as in ("-f", "apng").
    """

    options: tuple[str, ...]
    yuv: bool = False
    paletted: bool = False
    steady: bool = False
    subtitles: str = ""
    chaptered: bool = False
    sound: str = ""

    def __call__(self, path: Path, stream: FrameStream) -> None:
        """Write `stream` to `path`. Raises `EncoderError` with ffmpeg's message."""
        if stream.sound is not None and not self.sound:
            raise EncoderError(f"a {path.suffix} film cannot hold sound; choose .mp4 or .webm")
        with temporary_folder() as scratch:
            inputs = ["-f", "matroska", "-i", "pipe:0"]
            if self.paletted:
                inputs += [
                    "-f",
                    "png_pipe",
                    "-i",
                    str(_write_palette(scratch, stream.samples())),
                ]
            inputs += self._tracks(scratch, stream)
            # A held picture is a single long frame: encoding it again would double the time. Only
            # the WebP encoder needs all frames, and merges them itself.
            timing = ["-fps_mode", "cfr" if self.steady else "vfr"]
            # Without a muxer ffmpeg takes one by the name, and a "%03d" in it as a pattern.
            muxer = ["-f", MUXERS[path.suffix]] if path.suffix in MUXERS else []
            options = [*inputs, *muxer, *self.options, *timing]
            command = [ffmpeg_path(), "-y", "-loglevel", "error", *options, str(path)]
            parts = _matroska_stream(stream, yuv=self.yuv)
            with (scratch / "log").open("w+b") as log, closing(parts):
                _run_ffmpeg(command, parts, log)

    def _tracks(self, folder: Path, stream: FrameStream) -> list[str]:
        """Subtitles, chapters and sound as further inputs, and their mapping; off by default."""
        inputs, maps = list[str](), ["-map", "0:v"]
        if self.subtitles and stream.subtitles:
            (folder / "said.srt").write_text(stream.subtitles, encoding="utf-8")
            inputs += ["-f", "srt", "-i", str(folder / "said.srt")]
            maps += ["-map", "1:s", "-c:s", self.subtitles, "-disposition:s:0", "0"]
        if self.chaptered and stream.chapters:
            (folder / "chapters.txt").write_text(stream.chapters, encoding="utf-8")
            number = 1 + inputs.count("-i")
            inputs += ["-f", "ffmetadata", "-i", str(folder / "chapters.txt")]
            maps += ["-map_chapters", str(number)]
        if stream.sound is not None:
            (folder / "sound").write_bytes(stream.sound.astype("<i2").tobytes())
            number = 1 + inputs.count("-i")
            inputs += ["-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", str(folder / "sound")]
            maps += ["-map", f"{number}:a", "-c:a", self.sound, "-b:a", "64k"]
        return [*inputs, *maps] if inputs else []


def small_mp4(quality: int) -> FFmpeg:
    """Return the `Encoder` of a small film inside a notebook.

    It needs half the bytes of the table's encoder. The camera moves, so it searches for motion.
    `quality` is x264's, higher is worse: above 28 a removed ring leaves a shadow, invisible at that
    size.
    """
    options = (
        *COLOURS, "-c:v", "libx264", "-preset", "veryfast", "-crf", str(quality),
        "-aq-strength", "1", "-bf", "3", "-refs", "4", "-rc-lookahead", "40", "-g", "600",
        "-x264-params", "me=umh:merange=32:subme=6:trellis=1:psy=0:weightp=0:8x8dct=0"
        ":deadzone-inter=21:deadzone-intra=11",
        "-movflags", "+faststart",
    )  # fmt: skip
    return FFmpeg(options, yuv=True, subtitles="mov_text", chaptered=True, sound="aac")


ENCODERS: MappingProxyType[str, Encoder] = MappingProxyType(
    {
        ".mp4": FFmpeg(
            (
                # Measured on expert games with every search step: a fifth smaller than the
                # preset alone, and faster. These pictures change without motion: so no motion
                # search and no B-frames, but more reference frames and a longer look-ahead.
                # Above 28 a fading ring leaves a visible shadow; with a lower aq-strength the
                # faint lines of a tree are lost.
                *COLOURS, "-c:v", "libx264", "-preset", "veryfast", "-tune", "stillimage",
                "-crf", "28", "-aq-strength", "1", "-bf", "0", "-refs", "4",
                "-rc-lookahead", "40", "-g", "600", "-x264-params",
                "me=dia:weightp=0:8x8dct=0:deadzone-inter=18:deadzone-intra=9",
                "-movflags", "+faststart",
            ),
            yuv=True,
            subtitles="mov_text",
            chaptered=True,
            sound="aac",
        ),
        ".webm": FFmpeg(
            (
                # "realtime" takes a fifth of the time of "good" for a tenth more bytes.
                *COLOURS, "-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1",
                "-deadline", "realtime", "-cpu-used", "5",
            ),
            yuv=True,
            chaptered=True,
            sound="libopus",
        ),
        ".gif": FFmpeg(
            (
                "-filter_complex", "[0:v][1:v]paletteuse=dither=none:diff_mode=rectangle",
                "-loop", "0",
            ),
            paletted=True,
        ),
        ".webp": FFmpeg(
            ("-c:v", "libwebp_anim", "-lossless", "1", "-compression_level", "1", "-loop", "0"),
            steady=True,
        ),
    }
)  # fmt: skip
MUXERS = {".mp4": "mp4", ".webm": "webm", ".gif": "gif", ".webp": "webp", ".mkv": "matroska"}
STILLS = (".png", ".jpg", ".jpeg", ".svg", ".pdf")  # no formats of films
NO_FILM = (
    ", which is no film: a still is trace.picture(i).save(…) or trace.plot(i).savefig(…), or "
    "Save picture in the menu of a page"
)
AHEAD = 6  # frames that are drawn while ffmpeg is busy
PIPE = 1 << 20  # bytes: fewer stops and starts than with the usual 64 KB
PALETTE_COLOURS = 255  # a GIF has 256; one is kept for unchanged pixels


def captions_beside(path: Path) -> Path | None:
    """Return the caption file of a film format without subtitles, or None."""
    return path.with_suffix(".vtt") if path.suffix.lower() == ".webm" else None


def encoder_for(path: Path, asked: Encoder | None = None) -> Encoder:
    """Return the encoder `asked` for, or for None that of the suffix.

    Raises `TypeError` for a value that is not callable and `EncoderError` for an unknown suffix.
    """
    suffix = path.suffix.lower()
    if asked is not None:
        if not callable(asked):
            rule = "a function of a path and a `FrameStream` is needed, or None"
            raise TypeError(f"encoder={asked!r}: {rule}")
        return asked
    if suffix not in ENCODERS:
        known, no_film = ", ".join(ENCODERS), NO_FILM if suffix in STILLS else ""
        facts = f"{path}: cannot write {suffix or 'no suffix'}{no_film}"
        raise EncoderError(f"{facts}; choose from {known}")
    return ENCODERS[suffix]


def encode_film(path: Path, stream: FrameStream, encoder: Encoder | None = None) -> None:
    """Write `stream` as the video `path`, completely or not at all.

    By default the suffix chooses the encoder. Raises `EncoderError` with the file and ffmpeg's
    message.
    """
    write = encoder_for(path, encoder)
    with written(path) as part, naming(path, EncoderError):
        write(part, stream)


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Yield the path of a part that becomes the file `path`, completely or not at all.

    Raises `EncoderError`, naming the file, before the block or if it fails to write.
    """
    try:
        try:
            check_target(path)
        except ValueError as error:
            raise EncoderError(str(error)) from error
        with atomic_write(path) as part:
            yield part
    except OSError as error:
        other = error.filename not in (None, str(path))  # such as a full temporary folder
        cause = f"{error.filename}: {error.strerror}" if other else error.strerror or error
        raise EncoderError(f"{path}: {cause}") from error


def _matroska_stream(
    stream: FrameStream, *, yuv: bool
) -> Generator[bytes | memoryview, None, None]:
    """The frames as the bytes of a Matroska stream."""
    yield matroska_head(stream.size, stream.fps, b"I420" if yuv else b"RGB\x18")
    convert = _yuv if yuv else np.ascontiguousarray
    drawn = ((number, convert(frame)) for number, frame in timed(stream.frames))
    with closing(_ahead(drawn)) as pictures:
        for number, picture in pictures:
            yield matroska_cluster(number, picture.nbytes)
            yield picture.data


def _ahead(items: Iterator[T]) -> Generator[T, None, None]:
    """Yield `items`, made a few ahead in a thread while ffmpeg works.

    Close it: only then does the thread end, and it could not wait for itself.
    """
    end = object()
    executor = ThreadPoolExecutor(1)
    try:
        coming = deque(executor.submit(next, items, end) for _ in range(AHEAD))
        while (item := coming.popleft().result()) is not end:
            coming.append(executor.submit(next, items, end))
            yield cast(T, item)
    finally:
        executor.shutdown(cancel_futures=True)


def _yuv(frame: np.ndarray) -> np.ndarray:
    """A frame, uint8 RGB [h, w, 3] with even h and w, as planar YUV: uint8 [3h/2, w]."""
    return cv2.cvtColor(np.ascontiguousarray(frame), cv2.COLOR_RGB2YUV_I420)


def ffmpeg_path() -> str:
    """Return the path of ffmpeg. Raises `EncoderError` if it is missing."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError) as error:
        raise EncoderError(f"no ffmpeg to write it with: {error}") from error


def _write_palette(folder: Path, samples: np.ndarray) -> Path:
    picture = Image.fromarray(samples).quantize(PALETTE_COLOURS, Image.Quantize.MEDIANCUT)
    colours = np.array(picture.getpalette() or [], np.uint8).reshape(-1, 3)
    square = np.zeros((256, 3), np.uint8)  # paletteuse wants exactly 16 × 16 colours
    square[:] = colours[0]
    square[: len(colours)] = colours
    palette = folder / "palette.png"
    Image.fromarray(square.reshape(16, 16, 3)).save(palette)
    return palette


def _run_ffmpeg(command: list[str], pieces: Iterable[bytes | memoryview], log: IO[bytes]) -> None:
    """Run ffmpeg over the bytes. Its messages go into a file: a full pipe would block it."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=log,
            pipesize=PIPE,
        )
    except OSError as error:
        raise EncoderError(f"ffmpeg does not start: {error.strerror}") from error
    try:
        broken = _write_all(process, pieces)
        failed = process.wait() != 0 or broken
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
    if failed:
        raise EncoderError(_cause(log, process.returncode))


def _write_all(process: subprocess.Popen[bytes], pieces: Iterable[bytes | memoryview]) -> bool:
    """Write all bytes; True when ffmpeg has gone away before the end."""
    pipe = process.stdin
    assert pipe is not None
    try:
        for piece in pieces:
            pipe.write(piece)
        pipe.close()
    except OSError:
        return True
    return False


def _cause(log: IO[bytes], code: int | None) -> str:
    log.seek(0)
    text = log.read().decode(errors="replace")
    if (full := os.strerror(errno.ENOSPC)) in text:
        return full  # ffmpeg prints several lines, about different parts
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    return f"ffmpeg says: {lines[-1]}" if lines else f"ffmpeg ended early (code {code})"


def matroska_head(size: tuple[int, int], fps: float, pixels: bytes) -> bytes:
    """Return the beginning of a stream of frames of `size` (h, w) px, with `fps` frames per second.

    `pixels` is the FourCC of their format, such as b"I420".
    """
    tick = round(10**9 / float(fps))  # ns per frame: times are counted in frames
    picture: Values = [(PIXEL_WIDTH, size[1]), (PIXEL_HEIGHT, size[0]), (FOUR_CC, pixels)]
    track: Values = [
        (TRACK_NUMBER, 1),
        (TRACK_UID, 1),
        (TRACK_TYPE, 1),
        (CODEC_ID, b"V_UNCOMPRESSED"),
        (DEFAULT_DURATION, tick),
    ]
    entry = _all(track) + _element(VIDEO, _all(picture))
    return (
        _element(EBML, _element(DOC_TYPE, b"matroska"))
        + (SEGMENT + UNKNOWN)
        + _element(INFO, _element(TIMESTAMP_SCALE, _number(tick)))
        + _element(TRACKS, _element(TRACK_ENTRY, entry))
    )


def timed(stream: Iterable[np.ndarray]) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the new frames of `stream`, with their numbers.

    A frame is new unless it is the same array as the one before. The first and the last few are
    always included: encoders that reorder frames need them for the length of a video.
    """
    waiting: deque[tuple[int, np.ndarray, bool]] = deque()
    before = None
    for number, picture in enumerate(stream):
        waiting.append((number, picture, number < FEW or picture is not before))
        before = picture
        if len(waiting) > FEW:
            at, picture, new = waiting.popleft()
            if new:
                yield at, picture
    yield from ((at, picture) for at, picture, _ in waiting)


def matroska_cluster(number: int, size: int) -> bytes:
    """Return the header of the `size` bytes of frame `number`."""
    at = _element(TIMESTAMP, _number(number))
    block = SIMPLE_BLOCK + _length(len(BLOCK) + size) + BLOCK
    return CLUSTER + _length(len(at) + len(block) + size) + at + block


def _all(values: Values) -> bytes:
    return b"".join(
        _element(name, value if isinstance(value, bytes) else _number(value))
        for name, value in values
    )


def _element(name: bytes, content: bytes) -> bytes:
    return name + _length(len(content)) + content


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")


def _length(size: int) -> bytes:
    """A size in eight bytes, as an EBML variable-size integer."""
    return (size | 1 << 56).to_bytes(8, "big")
