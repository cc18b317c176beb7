"""Compares the documents of a series with the rules of policies, from the documents only.

usage: policies.py < {"zone", "from", "to", "areas", "documents", "gaps", "policies"}

`policies` are those of MDS 2.0 with the names of `areas` as geographies; the rest is as for history.py. Prints for each rule
the milliseconds in effect, observed and compliant, and its violations: start, end, peak and the first time of the peak.
"""

import datetime
import itertools
import json
import sys
import zoneinfo

task = json.load(sys.stdin)
zone = zoneinfo.ZoneInfo(task["zone"])
documents, gaps = task["documents"], task["gaps"]
start, end = task["from"], task["to"]
PUBLIC = {"available", "reserved", "disabled", "unknown", "on_trip", "stopped", "non_operational", "non_contactable"}
UNITS = {"seconds": 1000, "minutes": 60_000, "hours": 3_600_000, "days": 86_400_000}
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
first = min(start, documents[0][0])


def clock(date, time):
    hours, minutes, seconds = map(int, time.split(":"))
    naive = datetime.datetime.combine(date, datetime.time(hours, minutes, seconds))
    return int(naive.replace(tzinfo=zone).timestamp() * 1000)


def windows(policy, rule):
    """Returns the times in effect, by walking over the days."""
    low, high = policy["start_date"], policy.get("end_date") or 1 << 60
    found = []
    date = datetime.datetime.fromtimestamp(first / 1000, zone).date() - datetime.timedelta(days=1)
    while clock(date, "00:00:00") < end:
        if DAYS[date.weekday()] in rule.get("days", DAYS):
            begins, ends = rule.get("start_time", "00:00:00"), rule.get("end_time", "23:59:59")
            next_day = date + datetime.timedelta(days=1)
            until = clock(next_day, "00:00:00") if ends == "23:59:59" else clock(date if ends > begins else next_day, ends)
            found.append((max(low, clock(date, begins)), min(high, until)))
        date += datetime.timedelta(days=1)
    return [window for window in found if window[0] < window[1]]


def is_active(rule, time):
    return any(low <= time < high for low, high in rule["windows"])


def matches(rule, vehicle, time):
    if not is_active(rule, time):
        return False
    state = vehicle["state"]
    states = rule.get("states")
    if states is None:
        if state not in PUBLIC:
            return False
    elif ("non_operational" if state == "disabled" else state) not in states:
        return False
    if rule.get("vehicle_types") and vehicle["type"] not in rule["vehicle_types"]:
        return False
    return any(
        name in rule["geographies"] and west <= vehicle["lon"] < east and south <= vehicle["lat"] < north
        for name, west, south, east, north in task["areas"])


def rule_of(policy, vehicle, time):
    return next((i for i, rule in enumerate(policy["rules"]) if matches(rule, vehicle, time)), None)


def runs(policy):
    """Returns (rule, since, until, earliest) of each time that a vehicle matches a rule without a break."""
    times = {time for time, _ in documents} | {gap[0] for gap in gaps} | {end}
    times |= {time for rule in policy["rules"] for window in rule["windows"] for time in window}
    times = sorted(time for time in times if documents[0][0] <= time <= end)
    gap_ends = {gap[1]: gap[0] for gap in gaps}
    found, open_runs, index = [], {}, 0
    for time in times:
        before = documents[index][1]
        while index + 1 < len(documents) and documents[index + 1][0] <= time:
            index += 1
        vehicles = documents[index][1]
        for id in set(vehicles) | set(open_runs):
            rule = rule_of(policy, vehicles[id], time) if id in vehicles else None
            run = open_runs.get(id)
            if run and run[0] == rule:
                continue
            if run:
                found.append((run[0], run[1], time, run[2]))
                del open_runs[id]
            if rule is not None:
                earliest = time
                if time == documents[0][0]:
                    earliest = -(1 << 60)
                elif time in gap_ends and (id not in before or rule_of(policy, before[id], time) != rule):
                    earliest = gap_ends[time]
                open_runs[id] = (rule, time, earliest)
    return found + [(rule, since, end, earliest) for rule, since, earliest in open_runs.values()]


def certain_since(since, time):
    return max([since] + [gap[1] for gap in gaps if since < gap[1] <= time])


def compare(rule, own):
    limit = rule["maximum"] * UNITS[rule["rule_units"]] if rule["rule_type"] == "time" else None
    times = {start, end} | {time for time, _ in documents} | {gap[0] for gap in gaps}
    times |= {time for window in rule["windows"] for time in window}
    times |= {time for run in own for time in run[1:3]}
    if limit is not None:
        for _, since, until, earliest in own:
            times |= {mark + limit for mark in [since, earliest] + [gap[1] for gap in gaps if since < gap[1] < until]}
    times = sorted(time for time in times if start <= time <= end)
    in_effect = observed = compliant = 0
    violations, is_open = [], False
    for low, high in itertools.pairwise(times):
        middle = (low + high) / 2
        if not is_active(rule, middle):
            is_open = False
            continue
        in_effect += high - low
        present = [run for run in own if run[1] <= middle < run[2]]
        number, is_unclear, is_bad = len(present), False, False
        if limit is None:
            is_bad = number > rule.get("maximum", 1 << 60) or number < rule.get("minimum", 0)
        else:
            number = sum(middle - certain_since(run[1], middle) > limit for run in present)
            is_bad = number > 0
            is_unclear = number == 0 and any(middle - run[3] > limit for run in present)
        if is_unclear or any(gap[0] <= middle < gap[1] for gap in gaps):
            is_open = False
            continue
        observed += high - low
        if not is_bad:
            compliant += high - low
            is_open = False
            continue
        if not is_open:
            violations.append([low, high, number, low])
            is_open = True
        violation = violations[-1]
        violation[1] = high
        is_low = limit is None and number < rule.get("minimum", 0)
        if number < violation[2] if is_low else number > violation[2]:
            violation[2:] = [number, low]
    return [in_effect, observed, compliant, violations]


for policy in task["policies"]:
    for rule in policy["rules"]:
        rule["windows"] = windows(policy, rule)
    all_runs = runs(policy)
    for index, rule in enumerate(policy["rules"]):
        print(json.dumps(compare(rule, [run for run in all_runs if run[0] == index])))
