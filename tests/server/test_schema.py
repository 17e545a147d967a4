"""Schemathesis against the OpenAPI description: whatever is sent, the server makes no mistake."""

from __future__ import annotations

from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from tests.server.harness import Server


def test_no_request_makes_a_5xx(shared_server: Server) -> None:
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
            case.validate_response(answer, checks=[not_a_server_error])

        attack()
    assert tried > 100
