"""Train the network that names cells: `python -m research.reader.train CHECKPOINT --minutes 600`.

Needs fonts (`skins.fonts`) and PyTorch, which minevis does not: `pip install torch` in an
environment of its own. One core draws and trains 4,000 cells a second. A checkpoint that exists is
continued; the last third of the time lowers the steps. `--export FILE.npz` writes the weights as
`network.load` reads them: int8 with a scale for each output, 192 kB.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from minevis.vision.network import HEADS, NAMES
from research.reader.boards import UNNAMED, window

DEPTH, HIDDEN = 80, 120
CELLS = 900  # in a batch
STEP, WARM_UP = 1e-3, 100
KEPT = 0.998  # of the mean of weights, in each step
RARE = {5: 1.5, 6: 1.5, 7: 2.5, 8: 2.5, 12: 1.5}  # weights of names in the loss
SAVED = 100  # steps between two checkpoints


class Block(nn.Module):  # type: ignore[misc]  # PyTorch is not installed
    """Attention over all cells of a window, then a layer that sees the neighbours."""

    def __init__(self) -> None:
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(DEPTH), nn.LayerNorm(DEPTH)
        self.qkv, self.out = nn.Linear(DEPTH, 3 * DEPTH), nn.Linear(DEPTH, DEPTH)
        self.dw = nn.Conv2d(DEPTH, DEPTH, 3, padding=1, groups=DEPTH)
        self.up, self.down = nn.Linear(DEPTH, HIDDEN), nn.Linear(HIDDEN, DEPTH)

    def forward(self, x: Tensor) -> Tensor:
        """Return the cells [batch, rows, columns, DEPTH] with their context."""
        batch, rows, columns, depth = x.shape
        parts = self.qkv(self.n1(x)).view(batch, rows * columns, 3, HEADS, depth // HEADS)
        seen = functional.scaled_dot_product_attention(*parts.permute(2, 0, 3, 1, 4))
        x = x + self.out(seen.transpose(1, 2).reshape(x.shape))
        y = self.n2(x)
        y = y + self.dw(y.permute(0, 3, 1, 2)).permute(0, 2, 3, 1)
        return x + self.down(functional.gelu(self.up(y)))


class Net(nn.Module):  # type: ignore[misc]
    """The network; `network.Network` runs it with NumPy."""

    def __init__(self) -> None:
        super().__init__()

        def layer(inputs: int, outputs: int, step: int) -> nn.Sequential:
            convolution = nn.Conv2d(inputs, outputs, 3, step, 1, bias=False)
            return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU())

        self.c1, self.c2, self.c3 = layer(3, 16, 2), layer(16, 32, 2), layer(32, 64, 2)
        self.c3b, self.c4 = layer(64, 64, 1), nn.Conv2d(64, DEPTH, 3, 3)
        self.blocks = nn.ModuleList([Block(), Block()])
        self.norm, self.head = nn.LayerNorm(DEPTH), nn.Linear(DEPTH, NAMES)

    def forward(self, x: Tensor) -> Tensor:
        """Return values of all names, for windows [batch, 3, rows * SIZE, columns * SIZE]."""
        mean, spread = x.mean((1, 2, 3), keepdim=True), x.std((1, 2, 3), keepdim=True)
        x = self.c3(self.c2(self.c1((x - mean) / (spread + 8))))
        x = self.c4(x + self.c3b(x)).permute(0, 2, 3, 1)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def batch(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return windows and names; an expert board now and then."""
    rows, columns = (16, 30) if rng.random() < 0.08 else rng.integers(5, 20, 2).tolist()
    pairs = [window(rng, rows, columns) for _ in range(max(2, CELLS // (rows * columns)))]
    views, names = (torch.from_numpy(np.stack(each)) for each in zip(*pairs, strict=True))
    views = views.permute(0, 3, 1, 2).float()
    return views[:, torch.randperm(3)] if rng.random() < 0.2 else views, names.long()


def train(path: Path, minutes: float) -> None:
    """Train until the time is over; the checkpoint has the mean of the weights as `net`."""
    net = Net().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), STEP, weight_decay=0.02, betas=(0.9, 0.98))
    mean = {name: value.clone() for name, value in net.state_dict().items()}
    if path.exists():
        stored = torch.load(path)
        net.load_state_dict(stored["raw"])
        optimizer.load_state_dict(stored["opt"])
        mean = stored["net"]
    weight = torch.ones(NAMES)
    weight[list(RARE)] = torch.tensor(list(RARE.values()))
    rng, start, step, right = np.random.default_rng(), time.time(), 0, 0.0
    while (share := (time.time() - start) / 60 / minutes) < 1:
        lower = 0.5 + 0.5 * math.cos(math.pi * max(0.0, 3 * share - 2))
        for group in optimizer.param_groups:
            group["lr"] = STEP * min(1, (step + 1) / WARM_UP) * lower + 1e-5
        views, names = batch(rng)
        values = net(views)
        loss = functional.cross_entropy(
            values.flatten(0, 2),
            names.flatten(),
            weight,
            ignore_index=UNNAMED,
            label_smoothing=5e-3,
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                mean[name].lerp_(value, 1 - KEPT)
            else:
                mean[name] = value.clone()
        known = names != UNNAMED
        now = float((values.argmax(-1) == names)[known].float().mean())
        right, step = now if step == 0 else 0.99 * right + 0.01 * now, step + 1
        if step % SAVED == 0:
            print(f"{step} steps, {time.time() - start:.0f} s, right {right:.4f}", flush=True)
            state = {"net": mean, "raw": net.state_dict(), "opt": optimizer.state_dict()}
            torch.save(state, path.with_suffix(".part"))
            path.with_suffix(".part").replace(path)


def export(path: Path, target: Path) -> None:
    """Write the weights of a checkpoint as `network.load` reads them."""
    state = {name: value.float().numpy() for name, value in torch.load(path)["net"].items()}
    weights = {}
    for name in ("c1", "c2", "c3", "c3b"):  # convolution and normalization become one layer
        factor = state[f"{name}.1.weight"] / np.sqrt(state[f"{name}.1.running_var"] + 1e-5)
        weights[f"{name}.weight"] = state[f"{name}.0.weight"] * factor[:, None, None, None]
        shift = state[f"{name}.1.running_mean"] * factor
        weights[f"{name}.bias"] = state[f"{name}.1.bias"] - shift
    layers = ("c4", "blocks", "norm", "head")
    weights |= {name: value for name, value in state.items() if name.startswith(layers)}
    small, exact = [], []
    for value in weights.values():
        if value.ndim > 1:
            largest = np.abs(value).reshape(len(value), -1).max(1)
            scale = np.maximum(largest / 127, 1e-6).astype(np.float16)
            steps = value / scale.astype(np.float32).reshape(-1, *[1] * (value.ndim - 1))
            small.append(np.clip(np.rint(steps), -127, 127).astype(np.int8).ravel())
            exact.append(scale)
        else:
            exact.append(value.astype(np.float16))
    shapes = json.dumps({name: value.shape for name, value in weights.items()})
    np.savez_compressed(
        target,
        small=np.concatenate(small),
        exact=np.concatenate(exact),
        shapes=np.frombuffer(shapes.encode(), np.uint8),
    )


def main() -> None:
    """Train, or export a checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--export", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.export:
        export(options.checkpoint, options.export)
    else:
        train(options.checkpoint, options.minutes)


if __name__ == "__main__":
    main()
