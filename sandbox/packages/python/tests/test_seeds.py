"""Your own data."""

import json

import pytest

import l10n_sandbox
from l10n_sandbox import SandboxError

SHOP = {"projects": [{"name": "Shop", "keys": [{"name": "greeting"}]}]}


@pytest.fixture
def shop_file(tmp_path):
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(SHOP))
    return file


def test_a_sandbox_starts_with_a_seed(shop_file):
    for seed in (SHOP, shop_file, str(shop_file)):
        with l10n_sandbox.start(seed=seed) as sandbox:
            assert sandbox.project_id == "shop"
            with sandbox.world() as world:
                assert world.project_id == "shop"


def test_a_world_starts_with_a_seed(l10n_sandbox, shop_file):
    for seed in (SHOP, shop_file):
        with l10n_sandbox.world(seed=seed) as world:
            assert world.project_id == "shop"


def test_a_seed_needs_no_project(l10n_sandbox):
    with l10n_sandbox.world(seed={"projects": []}) as world:
        assert world.state["projects"] == []
        with pytest.raises(SandboxError, match="has no project"):
            world.project_id


def test_an_invalid_seed_is_an_error():
    with pytest.raises(SandboxError, match="projcets"):
        l10n_sandbox.start(seed={"projcets": []})


def test_a_seed_file_that_cannot_be_read_is_an_error(l10n_sandbox, tmp_path):
    (tmp_path / "cut.json").write_text("{")
    for name in ("none.json", "cut.json"):
        with pytest.raises(SandboxError, match=f"{name}: "):
            l10n_sandbox.world(seed=tmp_path / name)


def test_data_can_be_saved_and_restored(l10n_world):
    data = l10n_world.data()
    assert data["projects"][0]["project_id"] == l10n_world.project_id
    l10n_world.set_data(SHOP)
    assert [project["project_id"] for project in l10n_world.state["projects"]] == ["shop"]
    l10n_world.set_data(data)
    assert l10n_world.data() == data


def test_pytest_ini_sets_the_seed(pytester):
    pytester.makefile(".json", shop=json.dumps(SHOP))
    pytester.makeini("[pytest]\nl10n_sandbox_seed = shop.json")
    pytester.makepyfile("def test_it(l10n_world): assert l10n_world.project_id == 'shop'")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_a_marker_sets_the_seed(pytester):
    folder = pytester.mkdir("below")
    (folder / "shop.json").write_text(json.dumps(SHOP))
    (folder / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.l10n_world(seed='shop.json')\n"
        "def test_it(l10n_world): assert l10n_world.project_id == 'shop'\n"
        "def test_other(l10n_world): assert l10n_world.project_id != 'shop'\n"
    )
    pytester.runpytest_subprocess("--strict-markers").assert_outcomes(passed=2)
