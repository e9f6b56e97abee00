"""The files of `deploy/` and `compose.yaml` name what exists: settings, files, metrics, commands."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml  # type: ignore[import-untyped]  # comes with what tests the HTTP interface
from prometheus_client import REGISTRY

import nyhavn.server.metrics  # noqa: F401 - registers what a scraper gets
from nyhavn.cli import app, main
from nyhavn.cli.settings import SERVE, variable
from nyhavn.store.channels import LETTERS, channel_of
from nyhavn.store.model import OVERFLOW, POOL
from nyhavn.table.commands import new_id

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
VARIABLE = re.compile(r"\bNYHAVN_[A-Z_]+\b")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def settings() -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    found: dict[str, Any] = group.commands[SERVE].settings()
    return found


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    return found


def known_metrics() -> set[str]:
    """What a scraper gets, by the names of samples."""
    names = {"up"}
    for family in REGISTRY.collect():
        ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
        names |= {f"{family.name}{end}" for end in ends}
    return names


def named_metrics(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:nyhavn|process)_[a-z_]+\b", re.sub(r"\{[^}]*\}|\([a-z, ]+\)", "", expression)))


def alerts() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(text("deploy/alerts.yml"))["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text("deploy/grafana.json"))["panels"]
    return found


def test_every_metric_of_the_dashboard_exists() -> None:
    for panel in panels():
        for target in panel["targets"]:
            named = named_metrics(target["expr"])
            assert named, target["expr"]
            assert named <= known_metrics(), panel["title"]


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    shown = " ".join(target["expr"] for panel in panels() for target in panel["targets"])
    ours = {family.name for family in REGISTRY.collect() if family.name.startswith("nyhavn_")}
    assert [name for name in sorted(ours) if name not in shown] == []


def test_panels_lie_beside_each_other() -> None:
    places = [panel["gridPos"] for panel in panels()]
    assert len({(place["x"], place["y"]) for place in places}) == len(places)
    assert all(place["x"] + place["w"] <= 24 for place in places)
    assert len({panel["id"] for panel in panels()}) == len(places)


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_every_alert_asks_for_metrics_that_exist_and_says_what_to_do(rule: dict[str, Any]) -> None:
    named = named_metrics(rule["expr"]) | ({"up"} if rule["expr"].startswith("up") else set())
    assert named
    assert named <= known_metrics()
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert rule["annotations"]["summary"].endswith(".")
    assert rule["annotations"]["action"].endswith(".")


def test_labels_in_alerts_and_panels_are_those_of_the_metrics() -> None:
    kinds = {"move", "subscribe", "chat", "hint", "ping", "other", "idea", "bot", "review"}
    told = " ".join(rule["expr"] for rule in alerts()) + text("deploy/grafana.json")
    assert set(re.findall(r'kind=\\?"([a-z]+)', told)) <= kinds


@pytest.mark.parametrize(
    "name",
    [
        "compose.yaml",
        "deploy/Containerfile",
        "deploy/nyhavn.service",
        "deploy/nyhavn@.service",
        "deploy/nyhavn-worker.service",
    ],
)
def test_variables_are_settings(name: str) -> None:
    known = {variable(setting) for setting in settings()} | {"NYHAVN_CACHE_DIR", "NYHAVN_PREBUILT_DIR"}
    own = {"NYHAVN_PASSWORD", "NYHAVN_NAME", "NYHAVN_UPSTREAM"} if name == "compose.yaml" else set()
    found = set(VARIABLE.findall(text(name)))
    assert found
    assert found <= known | own


def test_values_of_variables_suit_their_settings() -> None:
    lines = re.findall(r"(NYHAVN_[A-Z_]+)=(\S+)", text("deploy/Containerfile"))
    values = dict(lines) | compose()["x-settings"]
    by_variable = {option.envvar: option for option in settings().values()}
    checked = 0
    group: Any = typer.main.get_command(app)
    command = group.commands[SERVE]
    with command.make_context(SERVE, [], resilient_parsing=True) as context:
        for name, value in values.items():
            if name in by_variable:
                by_variable[name].process_value(context, value)
                checked += 1
    assert checked >= 8


def test_the_example_of_a_settings_file_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it stands, and with each of the lines that are to be chosen from."""
    given = text("deploy/nyhavn.toml")
    databases = re.findall(r'^#?(db = ".*")$', given, re.MULTILINE)
    assert len(databases) == 3
    file = tmp_path / "nyhavn.toml"
    for number in range(len(databases)):
        lines = [line for line in given.splitlines() if not re.match(r"#?db = ", line)]
        file.write_text("\n".join([*lines, databases[number], "port = 70000"]), encoding="utf-8")
        assert main(["serve", "--config", str(file)]) == 2
        told = capsys.readouterr().err
        assert "cannot listen on" in told, "everything else was accepted"


def test_compose_has_every_part_and_its_health() -> None:
    services = compose()["services"]
    assert list(services) == ["database", "web", "worker", "proxy"]
    assert services["web"]["environment"]["NYHAVN_ROLE"] == "web"
    assert services["worker"]["environment"]["NYHAVN_ROLE"] == "worker"
    for name in ("web", "worker"):
        assert services[name]["image"] == "nyhavn"
        assert services[name]["environment"]["NYHAVN_DB"].startswith("postgresql://")
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in services["database"]
    assert "HEALTHCHECK" in text("deploy/Containerfile")
    build = services["web"]["build"]
    assert (ROOT / build["context"] / build["dockerfile"]).is_file()
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    assert all(name in compose()["volumes"] or (ROOT / name).is_file() for name in mounted)
    published = [name for name, service in services.items() if "ports" in service]
    assert published == ["proxy"], "metrics and the database are for this network only"
    assert (
        services["web"]["environment"]["NYHAVN_TRUST"] == compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    )


def test_a_container_is_built_with_the_commands_of_the_documentation() -> None:
    """What is tested of these (`tests/server/test_host_page.py`) holds for the image as well."""

    container = re.sub(r" -q\b| --no-cache-dir\b| --no-compile\b|\\\n", "", text("deploy/Containerfile"))
    page = text("docs/host.md")
    for command in (
        "../tools/bin/pip install --require-hashes --only-binary :all: -r locks/build.txt",
        "../tools/bin/pip wheel --no-deps --no-build-isolation -w ../wheel .",
        "python3 -m venv /opt/nyhavn",
        "/opt/nyhavn/bin/pip install --require-hashes --only-binary :all: -r source/locks/server.txt",
        "/opt/nyhavn/bin/pip install --no-deps wheel/nyhavn-*.whl",
    ):
        assert command in " ".join(container.split()), command
        assert command in page, command


def test_what_an_image_needs_is_not_ignored() -> None:
    ignored = [line for line in text(".containerignore").splitlines() if line and not line.startswith("#")]
    assert (DEPLOY / "Containerfile.dockerignore").read_text() == text(".containerignore"), "docker reads this one"
    for needed in ("src", "client", "locks", "pyproject.toml", "README.md", "LICENSE", "constraints.txt", "deploy"):
        assert needed not in ignored
    assert {".git", ".venv", "tests", "client/node_modules"} <= set(ignored)


def test_nginx_chooses_processes_by_the_letters_that_choose_channels() -> None:
    (pattern,) = re.findall(r'^ *"~(.*\(\?<name>.*\))"  \$name;$', text("deploy/nginx.conf"), re.MULTILINE)
    table = new_id()
    for path in (f"/api/v1/tables/{table}/live", f"/nyhavn/api/v1/tables/{table}", f"/api/v1/reviews/{table}"):
        found = re.search(pattern.replace("?<", "?P<"), path)
        assert found, path
        assert found["name"] == table[:LETTERS]
        assert channel_of(table).endswith(f" {found['name']}")


def test_pools_are_as_the_documentation_says() -> None:
    page = text("docs/host.md")
    assert f"at most {POOL + OVERFLOW + 1} connections" in page


@pytest.mark.parametrize("name", ["nyhavn.service", "nyhavn@.service", "nyhavn-worker.service"])
def test_units_put_nothing_on_the_command_line_that_is_secret(name: str) -> None:
    unit = (DEPLOY / name).read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert "--db" not in command
    assert ("LimitNOFILE=65536" in unit) or "worker" in name
    assert "NYHAVN_CONFIG=/etc/nyhavn/nyhavn.toml" in unit
