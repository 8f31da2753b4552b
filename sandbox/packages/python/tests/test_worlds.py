"""Worlds, and their fixture."""

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from l10n_sandbox import SandboxError


def status(world, path="/keys"):
    url = f"{world.base_url}/projects/{world.project_id}{path}"
    try:
        with urlopen(Request(url, headers={"X-Api-Token": world.token})) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_worlds_are_isolated(l10n_world, l10n_sandbox):
    l10n_world.fault(418, operation="listKeys", times=2)
    with l10n_sandbox.world() as other:
        assert [status(l10n_world), status(other)] == [418, 200]
        assert [len(w.requests()) for w in (l10n_world, other)] == [1, 1]
    assert status(other) != 200, "it was removed"
    l10n_world.reset()
    assert l10n_world.requests() == []
    assert status(l10n_world) == 200


def test_a_fault_can_be_a_whole_response(l10n_world):
    answer = {"status": 503, "headers": {"Retry-After": "1"}, "body": {"json": {"why": "x"}}}
    l10n_world.fault({"respond": answer}, after=1, times="always")
    assert [status(l10n_world) for _ in range(3)] == [200, 503, 503]
    l10n_world.clear_faults()
    assert status(l10n_world) == 200
    l10n_world.clear_requests()
    assert l10n_world.requests() == []


def test_variants_and_nulls_are_set(l10n_sandbox):
    with l10n_sandbox.world("of-variants") as world:
        assert world.name == "of-variants"
        world.variants(timestamps="other")
        world.nulls("all")
        with pytest.raises(SandboxError, match="unknown variant `hats`"):
            world.variants(hats="other")
        with pytest.raises(SandboxError, match="of-variants"):
            l10n_sandbox.world("of-variants")


def test_the_report_of_a_failing_test_has_the_rejected_requests(pytester):
    pytester.makepyfile(
        """
        from urllib.request import urlopen
        import pytest

        @pytest.fixture
        def client(l10n_world):
            l10n_world.fault(404, operation="listKeys")
            return lambda path: urlopen(f"{l10n_world.base_url}/projects/p{path}")

        def test_rejected(client):
            with pytest.raises(Exception):
                client("/keys")
            client("/tasks?page=2")

        def test_other(client):
            assert False

        def test_passes(client):
            with pytest.raises(Exception):
                client("/orders")

        def test_stopped(client, l10n_world, l10n_sandbox):
            l10n_sandbox.stop()
            assert False
        """
    )
    result = pytester.runpytest_subprocess()
    line = "GET */projects/p/tasks?page=2: 501: The sandbox*"
    result.stdout.fnmatch_lines(["*requests that l10n-sandbox rejected*", line])
    assert result.stdout.str().count("that l10n-sandbox rejected") == 1
    result.stdout.no_fnmatch_line("*/keys: 404*")


def test_the_report_covers_teardown_and_worlds_of_the_test(pytester):
    pytester.makepyfile(
        """
        from urllib.error import HTTPError
        from urllib.request import urlopen
        import pytest

        def ask(world, path):
            with pytest.raises(HTTPError):
                urlopen(f"{world.base_url}/projects/p{path}")

        def test_earlier(l10n_sandbox):
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

        def test_last(client):
            pass
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1, passed=2, errors=1)
    for path in ("snapshots", "screenshots"):
        result.stdout.fnmatch_lines([f"GET */projects/p/{path}: 501: *"])
    assert result.stdout.str().count("that l10n-sandbox rejected") == 2
    result.stdout.no_fnmatch_line("*/orders: 501*")


def test_a_world_is_removed_after_its_test(pytester):
    pytester.makepyfile(
        """
        seen = []

        def test_one(l10n_world):
            seen.append(l10n_world)

        def test_two(l10n_world, l10n_sandbox):
            assert l10n_world.name != seen[0].name
            import pytest, l10n_sandbox as module
            with pytest.raises(module.SandboxError, match="no world"):
                seen[0].faults()
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_the_marker_rejects_unknown_arguments(pytester):
    pytester.makepyfile(
        """
        import pytest

        SHOP = {"projects": [{"name": "Shop", "project_id": "shop"}]}

        @pytest.mark.l10n_world(SHOP, "sample")
        def test_by_place(l10n_world):
            assert l10n_world.project_id == "shop"

        @pytest.mark.l10n_world(sed=SHOP)
        def test_misspelt(l10n_world):
            pass

        @pytest.mark.l10n_world({"projects": [{"nme": "Shop"}]})
        def test_wrong(l10n_world):
            pass
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1, errors=2)


def test_pytest_ini_sets_the_arguments(pytester):
    pytester.makeini("[pytest]\nl10n_sandbox_args = --listen localhost:no-port")
    pytester.makepyfile("def test_one(l10n_sandbox): pass")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*SandboxError: *no-port*"])
