"""The one error of set-up."""


class Problem(Exception):
    """Something went wrong; the message is a sentence for the person who runs set-up."""
