"""Prints the changes of the clocks of all zones from 2024 to 2030, as Python's zoneinfo knows them.

usage: zones.py

Each line has a zone, the time of a change in seconds since 1970, the offsets before and after it, and the start and the
end of its local day, all separated by spaces; a zone without changes has one line with an offset instead of all these.
"""

import datetime
import zoneinfo

UTC = datetime.timezone.utc
FIRST = int(datetime.datetime(2024, 1, 1, tzinfo=UTC).timestamp())
LAST = int(datetime.datetime(2031, 1, 1, tzinfo=UTC).timestamp())
DAY = 86_400


def offset(zone, time):
    return int(datetime.datetime.fromtimestamp(time, zone).utcoffset().total_seconds())


def change(zone, low, high):
    """Returns the second from which the offset differs from that at `low`."""
    before = offset(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        if offset(zone, middle) == before:
            low = middle
        else:
            high = middle
    return high


def midnight(zone, date, time):
    """Returns the first second of a date, near which the clocks may change at `time`."""
    local = datetime.datetime.combine(date, datetime.time(), zone)
    seconds = int(local.timestamp())
    return seconds if datetime.datetime.fromtimestamp(seconds, zone).replace(tzinfo=None) == local.replace(tzinfo=None) else time


for name in sorted(zoneinfo.available_timezones() - {"Factory", "localtime"}):
    zone = zoneinfo.ZoneInfo(name)
    times = [change(zone, day, day + DAY) for day in range(FIRST, LAST, DAY) if offset(zone, day) != offset(zone, day + DAY)]
    if not times:
        print(name, offset(zone, FIRST))
    for time in times:
        date = datetime.datetime.fromtimestamp(time, zone).date()
        tomorrow = date + datetime.timedelta(days=1)
        print(name, time, offset(zone, time - 1), offset(zone, time), midnight(zone, date, time), midnight(zone, tomorrow, time))
