"""The JSON Schema of a config, for editors; made from the tables that read one."""

from collections.abc import Mapping, Sequence

from archlint.config.contract_tables import CONTRACT_KEYS, STRICT
from archlint.config.domain_tables import DOMAIN_KEYS
from archlint.config.family_tables import FAMILY_KEYS
from archlint.config.layer_tables import LAYER_KEYS
from archlint.config.rule_tables import OVERRIDE_KEYS, RULE_KEYS, SEVERITY
from archlint.config.shapes import Key
from archlint.config.top_level import CONTRACTS, DOMAINS, FAMILIES, KEYS, LAYERS, OVERRIDES, RULES

Schema = dict[str, object]


def config_schema(options: Mapping[str, Mapping[str, object]]) -> Schema:
    """The schema of `archlint.toml`; `options` are the schemas of each rule's options, by key.

    It says what has which type. Whether a name exists, and whether the whole makes sense, only a
    run can tell.
    """
    sections: Mapping[str, Schema] = {
        OVERRIDES.name: {"type": "array", "items": _table(OVERRIDE_KEYS)},
        DOMAINS.name: {"type": "object", "additionalProperties": _table(DOMAIN_KEYS)},
        FAMILIES.name: {"type": "object", "additionalProperties": _table(FAMILY_KEYS)},
        LAYERS.name: {"type": "array", "items": _table(LAYER_KEYS)},
        RULES.name: _rules(options),
        CONTRACTS.name: {
            "type": "object",
            "properties": {STRICT.name: STRICT.shape.schema},
            "additionalProperties": _table(CONTRACT_KEYS),
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The config of archlint",
        **_table(KEYS),
        "properties": {key.name: sections.get(key.name, key.shape.schema) for key in KEYS},
    }


def _table(keys: Sequence[Key[object]]) -> Schema:
    return {
        "type": "object",
        "properties": {key.name: key.shape.schema for key in keys},
        "additionalProperties": False,
    }


def _rules(options: Mapping[str, Mapping[str, object]]) -> Schema:
    """A table of its own for each rule; an instance of any other name says its `type`."""
    common = {key.name: key.shape.schema for key in RULE_KEYS}
    return {
        "type": "object",
        "properties": {
            name: {
                "anyOf": [
                    SEVERITY.shape.schema,
                    {
                        "type": "object",
                        "properties": {**common, **own},
                        "additionalProperties": False,
                    },
                ]
            }
            for name, own in sorted(options.items())
        },
        "additionalProperties": {
            "anyOf": [
                SEVERITY.shape.schema,
                {"type": "object", "properties": common, "required": ["type"]},
            ]
        },
    }
