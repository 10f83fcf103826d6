"""Things to touch: the scrubber, the page, the playground, the editor and the explorer."""
