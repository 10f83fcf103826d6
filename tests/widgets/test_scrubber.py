"""The scrubber, without a browser."""

import numpy as np
import pytest
import traitlets

from minevis.show.timing.telling_moment import telling_moment


def test_traits_refuse_nonsense_and_name_the_rule(small):
    scrubber = small.scrubber()
    with pytest.raises(traitlets.TraitError, match=rf"step=999: .* events 0 to {len(small) - 1}"):
        scrubber.step = 999
    with pytest.raises(traitlets.TraitError, match=r"speed=1000.0: beats a second, 0.25 to 240"):
        scrubber.speed = 1000
    scrubber.step = 3
    assert np.array_equal(scrubber.snapshot.view, small[3].view)


def test_another_trace_in_the_same_scrubber(small, expert):
    scrubber = expert.scrubber(step=len(expert) - 1)
    scrubber.show(small)
    assert (scrubber.step, scrubber.trace) == (telling_moment(small), small)
