"""Prints small systems of GBFS 2.1 to 3.1-RC3 with what the canonical rules across documents find in them.

Each line is a JSON object: version, documents (their texts by name), and errors as document, JSON pointer and class.
The rules are those of the package gbfs-validator.

usage: gbfs_systems.py
"""

import json
import random

from gbfs_validator.conditionals import conditional_context, partials_for
from gbfs_validator.feedhelpers import load_schema
from gbfs_validator.validate import validate_file

random.seed(19)


def maybe(share, value):
    return value if random.random() < share else {}


def system(version):
    is_new = version.startswith("3")
    text = (lambda value: [{"text": value, "language": "en"}]) if is_new else (lambda value: value)
    time = "2026-05-01T08:00:00Z" if is_new else 1777622400

    def document(data):
        return {"last_updated": time, "ttl": 60, "version": version, "data": data}

    plans = [
        {
            "plan_id": f"p{number}", "name": text("plan"), "currency": "EUR", "price": 1, "is_taxable": True, "description": text("x"),
            **(random.choice([{}, {"reservation_price_per_min": 0.2}, {"reservation_price_flat_rate": 0}]) if version == "3.1-RC3" else {}),
        }
        for number in range(random.choice([1, 2]))
    ]
    types = [
        {
            "vehicle_type_id": f"t{number}", "form_factor": "bicycle", "propulsion_type": kind,
            **({} if kind == "human" else {"max_range_meters": 30000}),
            **(
                {
                    **maybe(0.5, {"default_pricing_plan_id": random.choice(["p0", "p1", "other"])}),
                    **maybe(0.5, {"pricing_plan_ids": random.choice([["p0"], ["p1", "p0"], []])}),
                    **maybe(0.5, {"default_reserve_time": 10}),
                }
                if version >= "2.3" else {}
            ),
        }
        for number, kind in enumerate(random.sample(["human", "electric", "electric_assist", "combustion"], random.choice([0, 2, 3])))
    ]
    links = {} if is_new else maybe(0.4, {"rental_uris": random.choice([{"ios": "x://a"}, {"android": "x://a"}, {"web": "x://a"}, {"ios": ""}])})
    vehicles = [
        {
            "vehicle_id" if is_new else "bike_id": f"v{number}", "lat": 48.85123, "lon": 2.35123, "is_reserved": False, "is_disabled": False,
            **maybe(0.8, {"vehicle_type_id": random.choice(["t0", "t1", "t2", "other"])}), **maybe(0.7, {"current_range_meters": 100}), **links,
        }
        for number in range(3)
    ]
    stations = [
        {
            "station_id": f"s{number}", "name": text("x"), "lat": 48.85123, "lon": 2.35123,
            **maybe(0.2, {"rental_uris": random.choice([{"ios": "x://a"}, {"android": "x://a", "ios": "x://b"}])}),
        }
        for number in range(2)
    ]
    states = [
        {
            "station_id": f"s{number}", "is_installed": True, "is_renting": True, "is_returning": True, "last_reported": time,
            "num_vehicles_available" if is_new else "num_bikes_available": 1,
            **maybe(0.8, {"vehicle_types_available": [{"vehicle_type_id": random.choice(["t0", "t1", "other"]), "count": 1}]}),
        }
        for number in range(2)
    ]
    app = {"store_uri": "https://a.b", "discovery_uri": "x://a"}
    information = {
        "system_id": "s", "name": text("x"), "timezone": "Europe/Oslo",
        **({"languages": ["en"], "opening_hours": "24/7", "feed_contact_email": "a@b.cd"} if is_new else {"language": "en"}),
        **maybe(0.5, {"rental_apps": random.choice([{}, {"ios": app}, {"android": app}, {"ios": app, "android": app}])}),
    }
    documents = {
        "system_information": document(information), "station_information": document({"stations": stations}),
        "station_status": document({"stations": states}),
        "vehicle_status" if is_new else "free_bike_status": document({"vehicles" if is_new else "bikes": vehicles}),
    }
    if random.random() < 0.8:
        documents["vehicle_types"] = document({"vehicle_types": types})
    if random.random() < 0.8:
        documents["system_pricing_plans"] = document({"plans": plans})
    return documents


def errors(version, documents):
    files = [
        {"type": name, "body": [{"body": body, "exists": True}], "required": False} for name, body in documents.items()
    ]
    context = conditional_context(files)
    found = set()
    for file in files:
        added, _ = partials_for(version, file, context)
        body = file["body"][0]["body"]
        for error in validate_file(load_schema(version, file["type"]), body, added)["errors"] or []:
            name, path = error["params"].get("missingProperty"), error["instancePath"]
            if error["keyword"] == "errorMessage":
                # The message replaces the error of a required field.
                for original in error["params"]["errors"]:
                    found.add((file["type"], path, original["params"].get("missingProperty", "")))
            elif path.startswith("/data/rental_apps") or name == "rental_apps":
                found.add((file["type"], "/data/rental_apps", "store"))
            else:
                found.add((file["type"], path, name or error["keyword"]))
    return sorted(found)


for version in ["2.1", "2.2", "2.3", "3.0", "3.1-RC3"]:
    for _ in range(200):
        given = system(version)
        print(json.dumps({
            "version": version, "documents": {name: json.dumps(body) for name, body in given.items()}, "errors": errors(version, given),
        }))
