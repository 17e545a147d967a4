"""The description of the interface is complete, and the server keeps to it whatever is sent (Schemathesis)."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from tests.server.described import check_answer, check_message, description, schema_validator
from tests.server.harness import Client, Server, seated

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_whatever_is_sent_the_answer_is_as_described(shared_server: Server) -> None:
    token = httpx.post(f"{shared_server.url}/api/session", json={"name": "Fuzz"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    table = httpx.post(f"{shared_server.url}/api/tables", json={"game": "kontor", "players": 2}, headers=headers).json()["id"]
    schema = schemathesis.openapi.from_url(f"{shared_server.url}/api/openapi.json")
    tried = 0
    for operation in schema.get_all_operations():
        found = operation.ok()  # type: ignore[union-attr]

        @settings(max_examples=6, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=found.as_strategy())
        def attack(case: Any) -> None:
            if "table_id" in (case.path_parameters or {}):
                case.path_parameters["table_id"] = table
            nonlocal tried
            tried += 1
            if case.method == "DELETE":
                return  # it would end the session that the others need
            answer = case.call(headers=headers, base_url=shared_server.url, timeout=60)
            case.validate_response(answer, checks=CHECKS)

        attack()
    assert tried > 100


def test_every_operation_has_models_for_requests_answers_and_refusals() -> None:
    operations = [(path, method, op) for path, found in description()["paths"].items() for method, op in found.items()]
    assert len(operations) > 60
    for path, method, operation in operations:
        answer = operation["responses"]["200"]["content"]
        assert all(part["schema"] for part in answer.values()), f"{method} {path} has no schema of its answer"
        if method == "post" and "requestBody" in operation:
            assert all(part["schema"] for part in operation["requestBody"]["content"].values()), f"{method} {path}"
        for status in ("403", "404", "405", "413", "422", "429"):
            assert operation["responses"][status] == {"$ref": f"#/components/responses/Refused{status}"}, f"{method} {path}"


@pytest.mark.parametrize(
    ("method", "path", "options", "status", "kind", "place"),
    [
        ("POST", "/api/session", {"content": b"{", "headers": {"content-type": "application/json"}}, 400, "bad_json", None),
        ("POST", "/api/session", {"json": {"name": 1}}, 422, "bad_input", "name"),
        ("POST", "/api/tables", {"json": {"game": "kontor", "players": 2}}, 401, "no_session", None),
        ("GET", "/api/tables/none", {}, 404, "unknown", None),
        ("GET", "/api/no/such/page", {}, 404, "unknown", None),
        ("PUT", "/api/tables", {}, 405, "method_not_allowed", None),
        ("POST", "/api/session", {"content": b" " * 300_000}, 413, "too_large", None),
        ("GET", "/api/study/tables/none/text?lang=xx", {}, 422, "bad_input", "lang"),
    ],
)
def test_every_refusal_is_problem_details(
    shared_server: Server, method: str, path: str, options: dict[str, Any], status: int, kind: str, place: str | None
) -> None:
    answer = httpx.request(method, f"{shared_server.url}{path}", **options)
    told = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert (told["type"], told["rule"], told["place"]) == (kind, None, place)
    assert schema_validator("Problem").is_valid(told)


async def test_socket_messages_are_as_described(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    async with clients[0].live(table) as live:
        kinds = {(await live.next())["type"]}
        for sent in (
            {"type": "ping"}, {"type": "chat", "text": "Hello"}, {"type": "moves", "moves": ["no such move"], "key": "k1"},
            {"type": "hello", "version": 0}, {"type": "moves", "moves": [], "key": "k2"},
        ):  # fmt: skip
            assert schema_validator("ClientMessage").is_valid(sent) == (sent.get("moves") != [])
            await live.send(**sent)
        question = (await clients[0].view(table))["decision"]
        await live.send(type="moves", decision=question["id"], moves=question["moves"][:1], key="k3")
        async with clients[1].live(table):
            while not kinds >= {"view", "pong", "chat", "error", "presence", "ack"}:
                kinds.add((await live.next())["type"])


def test_what_is_not_described_is_noticed() -> None:
    check_message({"type": "pong"})
    with pytest.raises(AssertionError, match="not as described"):
        check_message({"type": "pong", "secret": 1})
    with pytest.raises(AssertionError, match="not as described"):
        check_answer("GET", "/api/push", 200, "application/json", b'{"key": 7}')
    with pytest.raises(AssertionError, match="status 418 is not described"):
        check_answer("GET", "/api/push", 418, "application/json", b"{}")


async def test_the_client_of_the_tests_checks_answers(shared_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await Client(shared_server.url).enter()
    checked: list[Any] = []
    monkeypatch.setattr("tests.server.harness.check_answer", lambda *answer: checked.append(answer[:3]))
    await anna.get("/api/me")
    assert checked == [("GET", "/api/me", 200)]
