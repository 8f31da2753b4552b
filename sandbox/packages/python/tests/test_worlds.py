"""Worlds, their fixture, and seeds."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import l10n_sandbox as module
from l10n_sandbox import SandboxError

pytest_plugins = ["pytester"]

SHOP = {"projects": [{"name": "Shop", "keys": [{"key_name": "greeting"}]}]}


def status(world):
    url = f"{world.base_url}/projects/{world.project_id}/keys"
    try:
        with urlopen(Request(url, headers={"X-Api-Token": world.token})) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_worlds_are_isolated(l10n_world, l10n_sandbox):
    l10n_world.fault(418, operation="listKeys", after=1, times=2)
    with l10n_sandbox.world("other") as other:
        for expected in (200, 418, 418):
            assert [status(l10n_world), status(other)] == [expected, 200]
        assert [len(w.requests()) for w in (l10n_world, other)] == [3, 3]
    assert status(other) != 200, "it was removed"
    l10n_world.control("POST", "/reset")
    assert l10n_world.requests() == []
    with pytest.raises(SandboxError, match="404: there is no world"):
        other.fault(503)


def test_a_sandbox_and_a_world_start_with_a_seed(l10n_sandbox, tmp_path):
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(SHOP))
    for seed in (SHOP, file, str(file)):
        with module.start(seed=seed) as sandbox, l10n_sandbox.world(seed=seed) as world:
            assert [sandbox.project_id, world.project_id] == ["shop", "shop"]
    with l10n_sandbox.world(seed={"projects": []}) as world:
        assert world.project_id == ""


def test_the_report_of_a_failing_test_has_the_rejected_requests(pytester):
    pytester.makepyfile(
        """
        from urllib.error import HTTPError
        from urllib.request import Request, urlopen
        import pytest

        def ask(world, path):
            url = f"{world.base_url}/projects/p{path}"
            with pytest.raises(HTTPError):
                urlopen(Request(url, headers={"X-Api-Token": world.token}))

        def test_rejected(l10n_world):
            l10n_world.fault(404, operation="listKeys")
            ask(l10n_world, "/keys")
            ask(l10n_world, "/tasks?page=2")
            assert False

        def test_passes(l10n_sandbox):
            ask(l10n_sandbox, "/orders")

        def test_own_world(l10n_sandbox):
            with l10n_sandbox.world() as world:
                ask(world, "/snapshots")
            assert False

        @pytest.fixture
        def client(l10n_world):
            yield
            ask(l10n_world, "/screenshots")
            assert False

        def test_in_teardown(client):
            pass

        def test_stopped(l10n_sandbox):
            l10n_sandbox.stop()
            assert False
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=3, passed=2, errors=1)
    for path in ("tasks[?]page=2", "snapshots", "screenshots"):
        result.stdout.fnmatch_lines([f"GET */projects/p/{path}: 404: Not Found: no such project*"])
    assert result.stdout.str().count("that l10n-sandbox rejected") == 3
    result.stdout.no_fnmatch_line("*/keys: 404*")
    result.stdout.no_fnmatch_line("*/orders: 404*")


def test_a_test_has_the_world_of_its_marker(pytester):
    folder = pytester.mkdir("below")
    (folder / "shop.json").write_text(json.dumps(SHOP))
    (folder / "test_it.py").write_text(
        """
import pytest

worlds = []

@pytest.mark.l10n_world("named", seed="shop.json", variants="sample")
def test_marked(l10n_world):
    worlds.append(l10n_world)
    assert (l10n_world.name, l10n_world.project_id) == ("named", "shop")

def test_other(l10n_world, l10n_sandbox):
    assert l10n_world.project_id != "shop"
    names = [it["world"] for it in l10n_sandbox.control("GET", "/worlds")["worlds"]]
    assert l10n_world.name in names and "named" not in names

@pytest.mark.l10n_world(sed={})
def test_misspelt(l10n_world):
    pass
"""
    )
    result = pytester.runpytest_subprocess("--strict-markers")
    result.assert_outcomes(passed=2, errors=1)


def test_pytest_ini_sets_the_seed_and_the_arguments(pytester):
    pytester.makefile(".json", shop=json.dumps(SHOP))
    pytester.makeini("[pytest]\nl10n_sandbox_seed = shop.json\nl10n_sandbox_args = --strict")
    pytester.makepyfile(
        "def test_it(l10n_world):\n"
        "    assert (l10n_world.project_id, l10n_world.state['strict']) == ('shop', True)"
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
