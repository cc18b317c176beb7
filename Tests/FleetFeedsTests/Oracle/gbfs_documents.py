"""Prints documents of GBFS in all versions, good ones and mutations, with what the official schemas find in them.

Each line is a JSON object: version, name, mutation, document (its text), and errors as pairs of a JSON pointer and a class.
The schemas are those of the package gbfs-validator, which has 1.0 to 3.1-RC3.

usage: gbfs_documents.py
"""

import copy
import json
import pathlib
import random

import gbfs_validator
from gbfs_validator.schema.engine import validate_schema

SCHEMAS = pathlib.Path(gbfs_validator.__file__).parent / "data" / "schemas"
FORMATS = {
    "uri": "https://example.com/a?b=c#d", "email": "info@example.com", "date": "2026-02-28",
    "date-time": "2026-05-01T08:00:00+02:00",
}
PATTERNS = {
    r"^[a-z]{2,3}(-[A-Z]{2})?$": "en-US", r"^[a-z]{2}$": "en", r"^#([a-fA-F0-9]{6})$": "#00FFaa",
    r"^\w{3}$": "EUR", r"^[A-Z]{2}": "FR", r"^\+[1-9]\d{1,14}$": "+33123456789",
    r"^[0-9]{2}:[0-9]{2}:[0-9]{2}$": "06:30:00",
    r"^([0-1][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$": "06:30:00",
    r"^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(([+-]([0-9]{2}):([0-9]{2}))|Z)$": "2026-05-01T08:00:00Z",
}
# Texts for fields with a format or a pattern, each valid for some of them.
TEXTS = [
    "", " ", "x", "en", "EN", "eng", "en-us", "en-US", "EUR", "EU", "€uro", "https://example.com", "http:", "http://", "//a.b",
    "mailto:a@b.c", "https://example.com/ä", "https://exa mple.com", "https://[::1]/x", "https://a/%zz", "https://a/%20#x#y",
    "a@b", "a@b.c", "a b@c.de", "a..b@c.de", ".a@c.de", "a@-c.de", "2026-02-29", "2024-02-29", "2026-13-01", "2026-1-1",
    "2026-05-01T08:00:00Z", "2026-05-01t08:00:00z", "2026-05-01 08:00:00Z", "2026-05-01T08:00:00", "2026-05-01T24:00:00Z",
    "2026-05-01T23:59:60Z", "2026-05-01T08:00:00.5Z", "2026-05-01T08:00:00.Z", "2026-05-01T08:00:00+02", "2026-05-01T08:00Z",
    "2026-05-01T08:00:00+0200", "2026-05-01T08:00:00+02:00", "06:30:00", "6:30:00", "25:00:00", "06:60:00", "+33123456789",
    "33123456789", "+0123", "+1", "+12", "+1234567890123456", "#00FF00", "#0F0", "00FF00", "#00FF00a", "FR", "FRA", "Fr", "1450155600",
]


def sample(schema):
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return "system_information" if "system_information" in schema["enum"] else schema["enum"][0]
    kind = schema.get("type", "boolean" if "oneOf" in schema else "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        result = {name: sample(value) for name, value in schema.get("properties", {}).items()}
        for pattern, value in schema.get("patternProperties", {}).items():
            result["en"] = sample(value)
        if isinstance(schema.get("additionalProperties"), dict):
            result["type1"] = sample(schema["additionalProperties"])
        if "license_id" in result:
            del result["license_url"]
        if "reservation_price_flat_rate" in result:
            del result["reservation_price_flat_rate"]
        for name in schema.get("required", []):
            result.setdefault(name, ["member"])
        return result
    if kind == "array":
        count = max(schema.get("minItems", 1), 1)
        items = [sample(schema["items"]) for _ in range(count)] if isinstance(schema.get("items"), dict) else []
        if "contains" in schema:
            items[0]["name"] = "system_information"
        return items
    if kind == "string":
        return FORMATS.get(schema.get("format")) or PATTERNS.get(schema.get("pattern")) or ("EUR" if schema.get("maxLength") == 3 else "text")
    if kind == "boolean":
        return True
    return schema.get("minimum", 1)


def paths(schema, instance, path=()):
    """Yields each value of an instance with its schema."""
    yield path, schema, instance
    if isinstance(instance, dict):
        for key, value in instance.items():
            sub = schema.get("properties", {}).get(key)
            if sub is None and schema.get("patternProperties"):
                sub = next(iter(schema["patternProperties"].values()))
            if sub is None and isinstance(schema.get("additionalProperties"), dict):
                sub = schema["additionalProperties"]
            if sub is not None:
                yield from paths(sub, value, (*path, key))
    elif isinstance(instance, list) and isinstance(schema.get("items"), dict):
        for index, value in enumerate(instance[:1]):
            yield from paths(schema["items"], value, (*path, index))


def changed(document, path, value):
    if not path:
        return value
    result = copy.deepcopy(document)
    parent = result
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return result


def removed(document, path):
    result = copy.deepcopy(document)
    parent = result
    for key in path[:-1]:
        parent = parent[key]
    del parent[path[-1]]
    return result


def mutations(schema, document):
    for number, (path, sub, value) in enumerate(paths(schema, document)):
        at = "/" + "/".join(map(str, path))
        if path:
            yield f"removed {at}", removed(document, path)
        # Each value has two other types; all values together have all.
        for other in [[None, [], 1.5, "x"], [{}, True, -3, None], ["", [1], False, {"a": 1}]][number % 3]:
            if type(other) is not type(value):
                yield f"{json.dumps(other)} at {at}", changed(document, path, other)
        for keyword, step in (("minimum", -1), ("maximum", 1)):
            if keyword in sub:
                yield f"{keyword} at {at}", changed(document, path, sub[keyword])
                yield f"beyond {keyword} at {at}", changed(document, path, sub[keyword] + step)
        if sub.get("type") == "integer":
            yield f"3.0 at {at}", changed(document, path, 3.0)
        if "enum" in sub:
            yield f"no value at {at}", changed(document, path, "no_such_value")
            yield f"other case at {at}", changed(document, path, str(sub["enum"][-1]).swapcase())
            yield f"last value at {at}", changed(document, path, sub["enum"][-1])
        if "format" in sub or "pattern" in sub:
            # All texts once for each format, some for each field.
            known = seen.setdefault(sub.get("format") or sub.get("pattern"), [])
            for text in TEXTS if not known else random.sample(TEXTS, 3):
                yield f"{text!r} at {at}", changed(document, path, text)
            known.append(path)
        if isinstance(value, list):
            yield f"empty {at}", changed(document, path, [])
            yield f"many at {at}", changed(document, path, (value or [1]) * 9)
        if isinstance(value, dict):
            yield f"other member at {at}", changed(document, path, {**value, "other_member": 1})
            yield f"odd key at {at}", changed(document, path, {**value, "a/b~c": {"x": 1}})


CLASSES = {
    "enum": "enum", "const": "enum", "minimum": "range", "maximum": "range", "format": "format", "pattern": "format",
    "minLength": "format", "maxLength": "format", "minItems": "length", "maxItems": "length", "minProperties": "length",
    "additionalProperties": "additional", "type": "type", "contains": "contains", "anyOf": "anyOf", "not": "exclusive",
}


def classified(schema, document):
    found = set()
    for error in validate_schema(schema, document):
        keyword, path, where = error["keyword"], error["instancePath"], error["schemaPath"]
        if keyword in ("required", "dependencies"):
            found.add((f"{path}/{error['params']['missingProperty']}", "required"))
        elif keyword == "oneOf":
            found.add((path, "type" if path.split("/")[-1].startswith("is_") else "exclusive"))
        elif keyword in ("if", "errorMessage") or "/contains/" in where or "/anyOf/" in where or "/oneOf/" in where:
            continue
        else:
            found.add((path, CLASSES[keyword]))
    # A value of another type has no other error that matters; the schemas of alerts ask for a start in the list of times itself.
    wrong = {path for path, name in found if name == "type"}
    return sorted(
        [path, name] for path, name in found
        if (name == "type" or path not in wrong) and not any(path.startswith(above + "/") for above in wrong)
    )


random.seed(39)
seen = {}
for folder in sorted(SCHEMAS.iterdir()):
    for file in sorted(folder.glob("*.json")):
        schema = json.loads(file.read_text())
        good = sample(schema)
        assert not validate_schema(schema, good), (file, validate_schema(schema, good))
        cases = [("none", good), *mutations(schema, good)]
        for _ in range(20):
            # A mutation of a mutation.
            _, first = random.choice(cases)
            if isinstance(first, dict):
                cases.append(("two", random.choice([second for _, second in mutations(schema, first)])))
        for mutation, document in cases:
            print(json.dumps({
                "version": folder.name[1:], "name": file.stem, "mutation": mutation,
                "document": json.dumps(document, ensure_ascii=False), "errors": classified(schema, document),
            }))
