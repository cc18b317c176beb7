"""Prints the rules that hold at points, by shapely: for each point a line with the maximum speeds of all rules.

usage: zones.py < {"document": geofencing_zones.json of GBFS 3.0, "points": [[lon, lat, type or null], …], "time": seconds}
"""

import json
import sys

import shapely
from shapely.geometry import shape

given = json.load(sys.stdin)
data, time = given["document"]["data"], given["time"]
zones = []
for feature in data["geofencing_zones"]["features"]:
    properties = feature["properties"]
    if properties.get("start", 0) <= time < properties.get("end", float("inf")):
        zones.append((shape(feature["geometry"]), properties["rules"]))


def is_inside(area, lon, lat):
    return any(area.contains(shapely.Point(lon + turn, lat)) for turn in (0, 360, -360))


for lon, lat, vehicle_type in given["points"]:
    inside = [rule for area, rules in zones if is_inside(area, lon, lat) for rule in rules]
    held = [
        rule["maximum_speed_kph"]
        for rule in inside + data["global_rules"]
        if not rule.get("vehicle_type_ids") or vehicle_type in rule["vehicle_type_ids"]
    ]
    print(" ".join(map(str, held)) or "none")
