"""Computes the indicators of a report, or the counts of limits, from the documents of a series only.

usage: history.py < {"evidence", "zone", "bucket", "group", "from", "to", "areas", "documents", "gaps", "limits"}

`documents` are [time, {id: {"state", "lat", "lon", "type", "since"?, "state_since"?}}], `gaps` [start, end, failed until or
null], times milliseconds since 1970. Instead of both, `export` is the path of a file of `fleet history export --format csv`,
which DuckDB reads. Prints the values of each bucket and group as JSON, or for each limit its outcome,
the worst count, its time and the coverage. Everything is computed by walking over the documents again for each question.
"""

import datetime
import json
import math
import sys
import zoneinfo

task = json.load(sys.stdin)
zone = zoneinfo.ZoneInfo(task["zone"])


def exported(path):
    """Returns the documents and the gaps that follow from exported rows; a document without a change is not among them."""
    import duckdb

    rows = duckdb.execute(
        """
        SELECT epoch_ms(CAST("at" AS TIMESTAMP)), event, vehicle_id, state, CAST(lat AS DOUBLE), CAST(lon AS DOUBLE),
            type_id, epoch_ms(CAST(until AS TIMESTAMP))
        FROM read_csv(?, header = true, all_varchar = true)
        """, [path]).fetchall()
    gaps = [[row[0], row[7], None] for row in rows if row[1] == "gap"]
    changes = {}
    for time, event, *row in rows:
        if event != "gap":
            changes.setdefault(time, []).append((event, row))
    documents, vehicles = [], {}
    for time in sorted(set(changes) | {gap[0] for gap in gaps} | {gap[1] for gap in gaps}):
        vehicles = dict(vehicles)
        for event, (id, state, lat, lon, type_id, _) in changes.get(time, []):
            if event == "removed":
                del vehicles[id]
                continue
            vehicles[id] = {"state": state, "lat": lat, "lon": lon, "type": type_id}
            if event == "state":
                vehicles[id]["since"] = time
        documents.append([time, vehicles])
    return documents, gaps


evidence = task["evidence"]
documents, gaps = exported(task["export"]) if "export" in task else (task["documents"], task["gaps"])
gap_starts = {gap[0] for gap in gaps}
start, end = task["from"], task["to"]
DAY = 86_400_000
PUBLIC = {"available", "reserved", "disabled", "unknown", "on_trip", "stopped", "non_operational", "non_contactable"}
TRIP = {"on_trip", "stopped"}
BROKEN = {"disabled", "non_operational"}


def local(time):
    return datetime.datetime.fromtimestamp(time / 1000, zone)


def midnight(date):
    return int(datetime.datetime.combine(date, datetime.time(), zone).timestamp() * 1000)


# The time for which each document holds, up to the next one or the gap.
intervals = []
for (time, vehicles), after in zip(documents, documents[1:] + [None]):
    until = time if time in gap_starts else after[0] if after else max(end, time)
    intervals.append((time, until, vehicles))


def group(vehicle):
    if task["group"] == "type":
        return vehicle["type"] or "unknown"
    if task["group"] == "zone":
        if vehicle["lat"] is None:
            return "unknown"
        for name, west, south, east, north in task["areas"]:
            if west <= vehicle["lon"] < east and south <= vehicle["lat"] < north:
                return name
        return "outside"
    return None


def slices():
    date = local(start).date()
    while midnight(date) < end:
        first, last = midnight(date), midnight(date + datetime.timedelta(days=1))
        step = 3_600_000 if task["bucket"] == "hour" else last - first
        for time in range(first, last, step):
            low, high = max(time, start), min(time + step, last, end)
            if low < high:
                yield low, high, last - first
        date += datetime.timedelta(days=1)


slices = list(slices())
buckets = [(start, end)] if task["bucket"] == "whole" else [(low, high) for low, high, _ in slices]


def overlap(a, b):
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def covered(part):
    return sum(overlap(part, interval) for interval in intervals)


def meters(a, b):
    lat, lon = math.radians(b[0] - a[0]), math.radians(b[1] - a[1])
    h = math.sin(lat / 2) ** 2 + math.cos(math.radians(a[0])) * math.cos(math.radians(b[0])) * math.sin(lon / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(min(1, math.sqrt(h)))


def trips():
    """Returns (id, start, end, group, is cut) of all that left and came back."""
    found = []
    ids = {id for _, vehicles in documents for id in vehicles}
    for id in sorted(ids):
        away_since, before, last_group, previous = None, None, None, None
        for time, vehicles in documents:
            vehicle = vehicles.get(id)
            if vehicle is None:
                is_away = before is not None and (evidence == "absence" or away_since is not None)
            else:
                is_away = vehicle["state"] in TRIP
            if is_away and before is False and away_since is None:
                away_since, away_group, last_seen = time, last_group, previous
            elif not is_away and away_since is not None:
                is_cut = any(gap[0] >= last_seen and gap[1] <= time for gap in gaps)
                found.append((id, away_since, time, away_group, is_cut))
                away_since = None
            if vehicle is not None or before is not None:
                before = is_away
            if vehicle is not None:
                last_group = group(vehicle)
            previous = time
    return found


def rotated_trips():
    """Returns (time, group, is cut) of the IDs that left and neither returned within a day nor were renamed in place."""
    found, seen = [], set(documents[0][1])
    for index, ((_, old), (time, new)) in enumerate(zip(documents, documents[1:])):
        fresh = {(v["lat"], v["lon"]) for id, v in new.items() if id not in old and id not in seen}
        for id, vehicle in old.items():
            if id in new or vehicle["state"] in BROKEN or vehicle["state"] not in PUBLIC:
                continue
            if (vehicle["lat"], vehicle["lon"]) in fresh:
                continue
            if any(id in later for _, later in documents[index + 2 :]):
                continue
            found.append((time, group(vehicle), any(gap[1] == time for gap in gaps)))
        seen |= set(new)
    return found


def span(id, until, test):
    """Returns since when a vehicle has passed a test, and whether its first document did."""
    since, first, mark = None, False, None
    for index, (time, vehicles) in enumerate(documents):
        if time > until:
            break
        vehicle = vehicles.get(id)
        mark, is_new = test(vehicle, mark)
        if mark is None:
            since, first = None, False
        elif is_new:
            since, first = time, index == 0
    return since, first


def stay(vehicle, mark):
    if vehicle is None or vehicle["lat"] is None:
        return None, False
    here = (vehicle["lat"], vehicle["lon"])
    return (mark, False) if mark and meters(mark, here) < 50 else (here, True)


def broken(vehicle, mark):
    if vehicle is None or vehicle["state"] not in BROKEN:
        return None, False
    return True, mark is None


def lengths(id, document, now, test, known):
    """Returns the observed and the whole length of a span, and whether some of it was not observed."""
    since, first = span(id, document, test)
    if since is None:
        return None
    is_older = False
    if first:
        given = documents[0][1][id].get(known)
        since, is_older = (given, False) if given is not None else (since, True)
    lost = sum(max(0, min(gap[1], now) - max(gap[0], since)) for gap in gaps if gap[1] <= now)
    return now - since - lost, now - since, is_older or lost > 0


all_trips = trips() if evidence != "rotation" else []
gone = rotated_trips() if evidence == "rotation" else []


def report(bucket, name, parts):
    length = covered(bucket)
    own = [(s, u, {id: v for id, v in vs.items() if group(v) == name}) for s, u, vs in intervals]

    def time(test):
        return sum(overlap(bucket, (s, u)) * sum(test(v["state"]) for v in vs.values()) for s, u, vs in own)

    deployed_time = time(lambda state: state in PUBLIC)
    deployed = {id for s, u, vs in own for id, v in vs.items()
                if v["state"] in PUBLIC and (overlap(bucket, (s, u)) or bucket[0] <= s < bucket[1])}
    good = [t for t in all_trips if t[3] == name and not t[4] and t[2] - t[1] >= 60_000]
    started = [t for t in good if bucket[0] <= t[1] < bucket[1]]
    known = [part for part in parts if covered(part[:2])]
    active = sum(len({t[0] for t in started if part[0] <= t[1] < part[1]}) for part in known) / max(1, len(known))
    days = sum(covered(part[:2]) / part[2] for part in parts)
    away = sum(overlap(bucket, (t[1], t[2])) for t in good) if evidence == "absence" else 0
    on_trip = time(lambda state: state in TRIP)
    count = len(started)
    if evidence == "rotation":
        count = sum(1 for at, where, is_cut in gone if where == name and not is_cut and bucket[0] <= at < bucket[1])
    inside = [(s, u, vs) for s, u, vs in own if overlap(bucket, (s, u))]
    last, until, present = inside[-1]
    now = min(until, bucket[1])

    def long(test, known, days, parked):
        sure = maybe = 0
        for id, vehicle in present.items():
            if parked and (vehicle["state"] not in PUBLIC or vehicle["state"] in TRIP):
                continue
            found = lengths(id, last, now, test, known)
            if found:
                sure += found[0] > days * DAY
                maybe += found[2] and found[1] > days * DAY
        return sure, maybe

    parking = {days: long(stay, "since", days, True) for days in (1, 3, 7, 14)}
    nonop = {days: long(broken, "state_since", days, False) for days in (1, 7)}
    is_whole = length == bucket[1] - bucket[0]
    absent = "trips_not_in_feed"
    single = None if evidence == "state" and is_whole else "gap" if evidence == "state" else absent
    rotating = evidence == "rotation"

    def trip_value(value):
        if rotating:
            return None, "rotating_ids"
        return (None, "no_vehicles") if value is None else (value, single)

    def stays(pair, parked):
        return pair[0], "rotating_ids" if rotating and parked else "not_observed" if pair[1] else None

    whole = deployed_time + away
    idle = (100 * (deployed_time - on_trip) / whole, None if evidence == "state" else absent) if whole else (None, "no_vehicles")
    mean = deployed_time / length
    return {
        "vehicles_in_public_space.avg": (mean, None if evidence == "state" else absent),
        "dockless.deployed.avg": (mean, None if evidence == "state" else absent),
        "available.avg": (time(lambda state: state == "available") / length, None),
        "reserved.avg": (time(lambda state: state == "reserved") / length, None),
        "non_operational.avg": (time(lambda state: state in BROKEN) / length, None),
        "dockless.active.avg": trip_value(active),
        "dockless.utilization.idle.percent": (None, "rotating_ids") if rotating else idle,
        "dockless.utilization.active.percent": trip_value(
            100 * len({t[0] for t in started}) / len(deployed) if deployed else None),
        "trips.start_loc.count": (count, "rotating_ids") if rotating else trip_value(count),
        "dockless.trips_per_vehicle.avg": trip_value(count / mean / days if mean else None),
        "parking_duration_1_day": stays(parking[1], True),
        "parking_duration_3_days": stays(parking[3], True),
        "parking_duration_7_days": stays(parking[7], True),
        "parking_duration_14_days": stays(parking[14], True),
        "non_operational_24_h": stays(nonop[1], False),
        "non_operational_7_d": stays(nonop[7], False),
    }


def limit(indicator, days, maximum):
    counts = []
    if indicator in ("vehicle_cap", "vehicles_in_no_parking"):
        times = [(max(s, start), vs, s) for s, u, vs in intervals if overlap((start, end), (s, u))]
    else:
        times = [(t, vs, s) for t in range(start, end, 4 * 3_600_000) for s, u, vs in intervals if s <= t < u]
    for now, vehicles, document in times:
        certain = possible = 0
        for id, vehicle in vehicles.items():
            if vehicle["state"] not in PUBLIC or indicator != "vehicle_cap" and vehicle["state"] in TRIP:
                continue
            if indicator != "vehicle_cap" and group(vehicle) != "west":
                continue
            if indicator == "vehicle_cap" or indicator == "vehicles_in_no_parking":
                certain, possible = certain + 1, possible + 1
                continue
            if indicator == "parking_duration":
                since = span(id, document, stay)
                since = None if since[0] is None else documents[0][1][id].get("since", since[0]) if since[1] else since[0]
                is_long = lambda length: length > days * DAY
            else:
                # The end of its last trip, also of one whose start was not seen, or else its first document.
                short = {t for i, s, t, _, is_cut in all_trips if i == id and not is_cut and t - s < 60_000}
                ends = [t for (_, a), (t, b) in zip(documents, documents[1:]) if t <= now and t not in short
                        and id in a and a[id]["state"] in TRIP and id in b and b[id]["state"] not in TRIP]
                since = max(ends + [min(t for t, vs in documents if id in vs)])
                is_long = lambda length: length >= days * DAY
            if since is None:
                continue
            after = max([since] + [gap[1] for gap in gaps if gap[1] <= now])
            certain += is_long(now - after)
            possible += is_long(now - since)
        counts.append((certain, now, possible))
    worst = max(counts, key=lambda count: (count[0], -count[1]), default=None)
    coverage = covered((start, end)) / (end - start)
    if worst and worst[0] > maximum:
        outcome = "not_met"
    elif coverage < 0.9 or any(count[2] > maximum for count in counts):
        outcome = "unknown"
    else:
        outcome = "met"
    return outcome, worst and worst[0], worst and worst[1], coverage


if "limits" in task:
    for indicator, days, maximum in task["limits"]:
        print(json.dumps(limit(indicator, days, maximum)))
else:
    names = sorted({group(v) for _, vs in documents for v in vs.values()}, key=lambda name: name or "")
    for index, bucket in enumerate(buckets):
        parts = [part for part in slices if bucket[0] <= part[0] < bucket[1]]
        for name in names:
            if covered(bucket):
                for indicator, (value, reason) in report(bucket, name, parts).items():
                    print(json.dumps([index, name, indicator, value, reason]))
    cut = [t for t in all_trips if t[4] and start <= t[1] < end] if evidence != "rotation" else [g for g in gone if g[2] and start <= g[0] < end]
    print(json.dumps(["cut", len(cut), covered((start, end)) / (end - start)]))
