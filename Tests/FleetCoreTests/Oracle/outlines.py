"""Compares outlines with simpler ones, by shapely: prints for each pair the largest distance of either to the other, in tolerances.

usage: outlines.py < [{"full": MultiPolygon coordinates, "shown": MultiPolygon coordinates, "tolerance": degrees,
                       "box": [west, south, east, north] or null}, …]

Degrees of latitude are as long as on maps, and distances are measured within the box.
"""

import json
import math
import sys

import shapely


def outlines(polygons, stretch):
    return shapely.MultiLineString(
        [[(lon, lat * stretch) for lon, lat in ring + ring[:1]] for polygon in polygons for ring in polygon]
    )


def farthest(lines, others, area, step):
    inside = shapely.segmentize(lines if area is None else lines.intersection(area), step)
    points = shapely.points(shapely.get_coordinates(inside))
    edges = [shapely.LineString(edge) for line in others.geoms for edge in zip(line.coords, line.coords[1:])]
    _, distances = shapely.STRtree(edges).query_nearest(points, return_distance=True)
    return max(distances, default=0)


for pair in json.load(sys.stdin):
    latitudes = [abs(lat) for polygon in pair["full"] for ring in polygon for _, lat in ring]
    stretch = 1 / math.cos(math.radians(max(latitudes)))
    full, shown = outlines(pair["full"], stretch), outlines(pair["shown"], stretch)
    area = None
    if pair["box"]:
        west, south, east, north = pair["box"]
        area = shapely.box(west, south * stretch, east, north * stretch)
    tolerance = pair["tolerance"]
    step = max(tolerance / 4, (full.bounds[2] - full.bounds[0]) / 5_000)
    print(max(farthest(full, shown, area, step), farthest(shown, full, area, step)) / tolerance)
