"""Messages to a widget, as a browser sends them."""


def answers(widget, *messages):
    """What the browser hears after some messages: a reply each, with buffers if there are any."""
    sent = []
    widget.send = lambda reply, buffers=None: sent.append({**reply, "buffers": buffers})
    for message in messages:
        widget._receive(None, {"number": "a1", **message}, None)
    assert [reply["reply"] for reply in sent] == ["a1"] * len(messages)
    return sent
