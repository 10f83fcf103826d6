"""A yardstick for kernels: the player `exact` as a few plain kernels and no more, for speed alone.

`play(height, width, mines, seed, first, mode, around, degrees, strategy)` plays one game with exact
odds (strategy 1: and likely zeros). It lists the solutions of each component one by one, which blows
up on wide frontiers, takes its mines from NumPy's generator and has no readable twin; under the
licence of minevis.
"""
# ruff: noqa

import numba as nb
import numpy as np
from math import lgamma


@nb.njit(cache=True)
def lbin(n, k):
    if k < 0 or k > n:
        return -1e300
    return lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)


@nb.njit(cache=True)
def neighbors_table(H, W):
    nbr = np.full((H * W, 8), -1, np.int32)
    cnt = np.zeros(H * W, np.int32)
    for r in range(H):
        for c in range(W):
            i = r * W + c
            for dr in range(-1, 2):
                for dc in range(-1, 2):
                    if dr == 0 and dc == 0:
                        continue
                    rr = r + dr
                    cc = c + dc
                    if 0 <= rr < H and 0 <= cc < W:
                        nbr[i, cnt[i]] = rr * W + cc
                        cnt[i] += 1
    return nbr, cnt


UNK, OPEN, FLAG = 0, 1, 2


@nb.njit(cache=True)
def open_cell(i, mine, num, state, nbr, cnt, left, unk, stack, work, nwork):
    # opens with flood fill; returns updated nwork
    top = 0
    if state[i] != 0:
        return nwork
    state[i] = 1
    stack[0] = i
    top = 1
    while top > 0:
        top -= 1
        j = stack[top]
        work[nwork] = j
        nwork += 1
        for k in range(cnt[j]):
            n = nbr[j, k]
            unk[n] -= 1
            if state[n] == 1:
                work[nwork] = n
                nwork += 1
        if num[j] == 0:
            for k in range(cnt[j]):
                n = nbr[j, k]
                if state[n] == 0:
                    state[n] = 1
                    stack[top] = n
                    top += 1
    return nwork


@nb.njit(cache=True)
def flag_cell(i, state, nbr, cnt, left, unk, work, nwork):
    state[i] = 2
    for k in range(cnt[i]):
        n = nbr[i, k]
        unk[n] -= 1
        left[n] -= 1
        if state[n] == 1:
            work[nwork] = n
            nwork += 1
    return nwork


@nb.njit(cache=True)
def exact(H, W, M, state, left, unk, nbr, cnt, prob):
    """fills prob for unknown cells. returns (work count) or -1 on inconsistent"""
    N = H * W
    cons = np.empty(N, np.int32)
    nc = 0
    cid = np.full(N, -1, np.int32)
    flags = 0
    nunk = 0
    for i in range(N):
        if state[i] == 2:
            flags += 1
        if state[i] == 0:
            nunk += 1
        if state[i] == 1 and unk[i] > 0:
            cid[i] = nc
            cons[nc] = i
            nc += 1
    mleft = M - flags
    # boxes: group by constraint set
    box = np.full(N, -1, np.int32)
    bsize = np.zeros(N, np.int32)
    bcons = np.full((N, 8), -1, np.int32)
    bnc = np.zeros(N, np.int32)
    nbx = 0
    ninner = 0
    tmp = np.empty(8, np.int32)
    # map: for each constraint keep list of boxes
    cboxes = np.full((nc + 1, 9), -1, np.int32)
    cnb = np.zeros(nc + 1, np.int32)
    for i in range(N):
        if state[i] != 0:
            continue
        t = 0
        for k in range(cnt[i]):
            n = nbr[i, k]
            if cid[n] >= 0:
                tmp[t] = cid[n]
                t += 1
        if t == 0:
            ninner += 1
            continue
        # sort tmp
        for a in range(1, t):
            v = tmp[a]
            b = a - 1
            while b >= 0 and tmp[b] > v:
                tmp[b + 1] = tmp[b]
                b -= 1
            tmp[b + 1] = v
        c0 = tmp[0]
        found = -1
        for q in range(cnb[c0]):
            bx = cboxes[c0, q]
            if bnc[bx] == t:
                ok = True
                for a in range(t):
                    if bcons[bx, a] != tmp[a]:
                        ok = False
                        break
                if ok:
                    found = bx
                    break
        if found < 0:
            found = nbx
            nbx += 1
            bnc[found] = t
            for a in range(t):
                bcons[found, a] = tmp[a]
                cc = tmp[a]
                cboxes[cc, cnb[cc]] = found
                cnb[cc] += 1
        bsize[found] += 1
        box[i] = found
    # components over boxes via BFS through constraints, produce ordering
    order = np.empty(nbx + 1, np.int32)
    seen = np.zeros(nbx + 1, np.bool_)
    no = 0
    cseen = np.zeros(nc + 1, np.bool_)
    cstart = np.empty(nbx + 2, np.int32)
    ncomp = 0
    rem = np.empty(nc + 1, np.int32)
    rcap = np.empty(nc + 1, np.int32)
    for c in range(nc):
        rem[c] = left[cons[c]]
        rcap[c] = unk[cons[c]]
    for s in range(nbx):
        if seen[s]:
            continue
        cstart[ncomp] = no
        ncomp += 1
        # pick order: dfs by constraints: take constraint with fewest unseen boxes among touched
        seen[s] = True
        order[no] = s
        no += 1
        while True:
            best = -1
            bl = 99
            for q in range(cstart[ncomp - 1], no):
                bq = order[q]
                for a in range(bnc[bq]):
                    c = bcons[bq, a]
                    u = 0
                    for z in range(cnb[c]):
                        if not seen[cboxes[c, z]]:
                            u += 1
                    if u > 0 and u < bl:
                        bl = u
                        best = c
            if best < 0:
                break
            for z in range(cnb[best]):
                bx = cboxes[best, z]
                if not seen[bx]:
                    seen[bx] = True
                    order[no] = bx
                    no += 1
    cstart[ncomp] = no
    MAXK = mleft + 1
    # per-component counts
    Kmax = 0
    comp_w = np.zeros((ncomp, MAXK + 1))  # weights by k
    box_w = np.zeros((nbx, MAXK + 1))  # expected mines in box weighted, by k
    lfact = np.empty(10)
    binom = np.zeros((9, 9))
    for n in range(9):
        binom[n, 0] = 1
        for k in range(1, n + 1):
            binom[n, k] = binom[n - 1, k - 1] + (binom[n - 1, k] if k <= n - 1 else 0.0)
    assign = np.zeros(nbx + 1, np.int32)
    wst = np.ones(nbx + 2)
    kst = np.zeros(nbx + 2, np.int32)
    nodes = 0
    for ci in range(ncomp):
        s = cstart[ci]
        e = cstart[ci + 1]
        d = s
        assign[s] = -1
        wst[s] = 1.0
        kst[s] = 0
        while d >= s:
            b = order[d]
            # undo current
            v = assign[d]
            if v >= 0:
                for a in range(bnc[b]):
                    c = bcons[b, a]
                    rem[c] += v
                    rcap[c] += bsize[b]
            v += 1
            assign[d] = v
            if v > bsize[b] or kst[d] + v > mleft:
                assign[d] = -1
                d -= 1
                continue
            nodes += 1
            ok = True
            over = False
            for a in range(bnc[b]):
                c = bcons[b, a]
                rem[c] -= v
                rcap[c] -= bsize[b]
                if rem[c] < 0:
                    ok = False
                    over = True
                elif rem[c] > rcap[c]:
                    ok = False
            if not ok:
                if over:
                    # undo & backtrack
                    for a in range(bnc[b]):
                        c = bcons[b, a]
                        rem[c] += v
                        rcap[c] += bsize[b]
                    assign[d] = -1
                    d -= 1
                continue
            w = wst[d] * binom[bsize[b], v]
            k = kst[d] + v
            if d == e - 1:
                comp_w[ci, k] += w
                for q in range(s, e):
                    box_w[order[q], k] += w * assign[q]
            else:
                d += 1
                assign[d] = -1
                wst[d] = w
                kst[d] = k
            if nodes > 5_000_000:
                return -2
    # combine: prefix/suffix convolution
    pre = np.zeros((ncomp + 1, MAXK + 1))
    suf = np.zeros((ncomp + 1, MAXK + 1))
    pre[0, 0] = 1.0
    suf[ncomp, 0] = 1.0
    for ci in range(ncomp):
        for a in range(MAXK):
            if pre[ci, a] == 0:
                continue
            for b in range(MAXK - a):
                if comp_w[ci, b] != 0:
                    pre[ci + 1, a + b] += pre[ci, a] * comp_w[ci, b]
    for ci in range(ncomp - 1, -1, -1):
        for a in range(MAXK):
            if suf[ci + 1, a] == 0:
                continue
            for b in range(MAXK - a):
                if comp_w[ci, b] != 0:
                    suf[ci, a + b] += suf[ci + 1, a] * comp_w[ci, b]
    gw = np.zeros(MAXK + 1)
    mx = -1e300
    for k in range(MAXK):
        if pre[ncomp, k] > 0:
            l = lbin(ninner, mleft - k)
            if l > mx:
                mx = l
    if mx <= -1e299:
        return -1
    for k in range(MAXK):
        l = lbin(ninner, mleft - k)
        gw[k] = np.exp(l - mx) if l > -1e299 else 0.0
    tot = 0.0
    inner = 0.0
    for k in range(MAXK):
        t = pre[ncomp, k] * gw[k]
        tot += t
        if ninner > 0:
            inner += t * (mleft - k) / ninner
    if tot <= 0:
        return -1
    inner /= tot
    bp = np.zeros(nbx + 1)
    others = np.zeros(MAXK + 1)
    gg = np.zeros(MAXK + 1)
    for ci in range(ncomp):
        for k in range(MAXK + 1):
            others[k] = 0.0
            gg[k] = 0.0
        for a in range(MAXK):
            if pre[ci, a] == 0:
                continue
            for b in range(MAXK - a):
                others[a + b] += pre[ci, a] * suf[ci + 1, b]
        for k in range(MAXK):
            if comp_w[ci, k] == 0:
                continue
            t = 0.0
            for o in range(MAXK - k):
                t += others[o] * gw[k + o]
            gg[k] = t
        for q in range(cstart[ci], cstart[ci + 1]):
            b = order[q]
            t = 0.0
            for k in range(MAXK):
                t += box_w[b, k] * gg[k]
            bp[b] = t / tot / bsize[b]
    for i in range(N):
        if state[i] == 0:
            prob[i] = bp[box[i]] if box[i] >= 0 else inner
        elif state[i] == 2:
            prob[i] = 1.0
        else:
            prob[i] = 0.0
    return nodes


@nb.njit(cache=True, nogil=True)
def play(H, W, M, seed, first, mode, nbr, cnt, strategy):
    """mode 0: raw, 1: first safe, 2: first zero. returns code: 1 win, 0 loss, -1 first click loss; guesses"""
    np.random.seed(seed)
    N = H * W
    mine = np.zeros(N, np.bool_)
    forb = np.zeros(N, np.bool_)
    if mode >= 1:
        forb[first] = True
    if mode >= 2:
        for k in range(cnt[first]):
            forb[nbr[first, k]] = True
    pool = np.empty(N, np.int32)
    m = 0
    for i in range(N):
        if not forb[i]:
            pool[m] = i
            m += 1
    for t in range(M):
        j = t + np.random.randint(0, m - t)
        x = pool[t]
        pool[t] = pool[j]
        pool[j] = x
        mine[pool[t]] = True
    num = np.zeros(N, np.int32)
    for i in range(N):
        if mine[i]:
            for k in range(cnt[i]):
                num[nbr[i, k]] += 1
    state = np.zeros(N, np.int8)
    left = num.copy()
    unk = cnt.copy()
    stack = np.empty(N, np.int32)
    work = np.empty(40 * N, np.int32)
    nw = 0
    prob = np.zeros(N)
    if mine[first]:
        return -1, 0, 0
    nw = open_cell(first, mine, num, state, nbr, cnt, left, unk, stack, work, nw)
    guesses = 0
    exacts = 0
    safe_left = N - M
    while True:
        while nw > 0:
            nw -= 1
            i = work[nw]
            if unk[i] == 0:
                continue
            if left[i] == 0:
                for k in range(cnt[i]):
                    n = nbr[i, k]
                    if state[n] == 0:
                        nw = open_cell(n, mine, num, state, nbr, cnt, left, unk, stack, work, nw)
            elif left[i] == unk[i]:
                for k in range(cnt[i]):
                    n = nbr[i, k]
                    if state[n] == 0:
                        nw = flag_cell(n, state, nbr, cnt, left, unk, work, nw)
        nopen = 0
        for i in range(N):
            if state[i] == 1:
                nopen += 1
        if nopen == N - M:
            return 1, guesses, exacts
        r = exact(H, W, M, state, left, unk, nbr, cnt, prob)
        exacts += 1
        if r < 0:
            return r * 10, guesses, exacts
        any_safe = False
        pmin = 2.0
        for i in range(N):
            if state[i] == 0:
                if prob[i] < 1e-9:
                    any_safe = True
                    nw = open_cell(i, mine, num, state, nbr, cnt, left, unk, stack, work, nw)
        for i in range(N):
            if state[i] == 0 and prob[i] > 1 - 1e-9:
                nw = flag_cell(i, state, nbr, cnt, left, unk, work, nw)
        if any_safe:
            continue
        for i in range(N):
            if state[i] == 0 and prob[i] < pmin:
                pmin = prob[i]
        best = -1
        bz = -1.0
        for i in range(N):
            if state[i] == 0 and prob[i] <= pmin + 1e-9:
                if strategy == 0:
                    z = np.random.random()
                else:
                    z = 1.0 - prob[i]
                    for k in range(cnt[i]):
                        n = nbr[i, k]
                        if state[n] == 0:
                            z *= 1 - prob[n]
                        elif state[n] == 2:
                            z = 0.0
                    z += 1e-9 * np.random.random()
                if z > bz:
                    bz = z
                    best = i
        guesses += 1
        if mine[best]:
            return 0, guesses, exacts
        nw = open_cell(best, mine, num, state, nbr, cnt, left, unk, stack, work, nw)
