"""Schemathesis against the HTTP interface: what the description says is what the server does, whatever is sent."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.playing import play_out
from tests.server.serving import Person, Server, served

# Schemathesis itself draws random numbers inside its strategies now and then, of which Hypothesis complains.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning"
)

REFUSED = negative_data_rejection
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    REFUSED,
]


class Place:
    """A server with tables in every state, and people who ask."""

    def __init__(self, server: Server) -> None:
        self.server = server
        ada, bo = Person(server.url, "Ada"), Person(server.url, "Bo")
        begun = ada.make(seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])["id"]
        waiting = ada.make("roll-and-write", 4, listed=True)["id"]
        quiet = bo.make("copenhagen", 2, watch="nobody")["id"]
        over = self.finish(ada)
        self.tables = [begun, waiting, quiet, over]
        self.replay = ada.get(f"/api/v1/tables/{over}")["replay"]
        self.cookies = [f"nyhavn={person.http.cookies['nyhavn']}" for person in (ada, bo)]
        for person in (ada, bo):
            person.http.close()

    def finish(self, person: Person) -> str:
        """A game that is over."""
        table = person.make("roll-and-write", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        lives = [person.live(table, seat) for seat in (0, 1)]
        play_out("roll-and-write", lives, seed=1)
        for live in lives:
            live.close()
        return str(table)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("described")
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder) as server:
        yield Place(server)
    log = server.log.read_text()
    assert "Traceback" not in log, log[-4000:]


@pytest.fixture(scope="module")
def api(place: Place) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{place.server.url}/openapi.json")


def ask(place: Place, case: Case[Any]) -> None:
    """Ask as somebody, mostly for something that exists, and hold the answer against the description."""
    luck = random.Random(repr((case.path, case.path_parameters, case.body)))
    headers = {"Cookie": luck.choice([*place.cookies, "nyhavn=nobody"])}
    positive = case.meta is None or case.meta.generation.mode == GenerationMode.POSITIVE
    if positive and luck.random() < 0.7:
        for name in case.path_parameters:
            if name == "table":
                case.path_parameters[name] = luck.choice(place.tables)
            elif name == "token":
                case.path_parameters[name] = place.replay
    response = case.call(headers=headers)
    too_large = response.status_code == 413  # Schemathesis does not count this as a refusal
    case.validate_response(response, checks=[check for check in CHECKS if not (too_large and check is REFUSED)])


def ask_everything(place: Place, api: schemathesis.BaseSchema, examples: int) -> int:
    """Every operation, with what it describes and with what it does not; how much was asked."""
    asked = 0
    for result in api.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            if mode == GenerationMode.NEGATIVE and not (operation.path_parameters or operation.body):
                continue  # there is nothing that could be wrong

            @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy(generation_mode=mode))
            def one(case: Case[Any]) -> None:
                nonlocal asked
                asked += 1
                ask(place, case)

            one()
    return asked


@pytest.mark.slow
def test_what_the_description_says(place: Place, api: schemathesis.BaseSchema) -> None:
    assert ask_everything(place, api, 30) > 300


@pytest.mark.long
def test_what_the_description_says_at_length(place: Place, api: schemathesis.BaseSchema) -> None:
    assert ask_everything(place, api, 1500) > 10_000


def test_the_description_is_complete(place: Place) -> None:
    """Every operation says how it can fail, and nothing in it is a secret."""
    told = httpx.get(f"{place.server.url}/openapi.json").json()
    operations = [one for path in told["paths"].values() for one in path.values()]
    assert len(operations) >= 17
    for operation in operations:
        if operation["operationId"] != "health_healthz_get":
            assert {"422", "429"} <= set(operation["responses"]), operation["operationId"]
    assert "nyhavn=" not in str(told)
