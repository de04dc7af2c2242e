"""Where the server is, and a namespace for each test."""

import itertools
import os

import pytest

_numbers = itertools.count()


@pytest.fixture(scope="session")
def url():
    return os.environ["KUBE_API_URL"]


@pytest.fixture
def namespace():
    return f"python-{os.getpid()}-{next(_numbers)}"
