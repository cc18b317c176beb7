extension ZoneMap {
    /// The zones as a GeoJSON FeatureCollection (RFC 7946), one feature per line, in the order of
    /// their precedence.
    ///
    /// A reader of `geofencing_zones.json` (GBFS 3.0) gets the same zones: `rules` and
    /// `global_rules` have its members. A rule also has `text`, its restrictions in words, and a
    /// zone has `restriction`, the code of the strictest one (``ZoneRule/Restriction``).
    ///
    /// - Parameter detail: The detail of the outlines; zones that it does not show are left out.
    public func geoJSON(_ detail: ZoneDetail = .full) -> [UInt8] {
        var header = JSONObjectWriter()
        header.add("type", "FeatureCollection")
        header.add("global_rules", globalRules.isEmpty ? nil : globalRules.map(\.json))
        var text = header.unclosed
        text.appendName("features")
        text.append(UInt8(ascii: "["))
        var separator: StaticString = "\n"
        for zone in zones {
            let polygons = zone.area.polygons(detail)
            guard !polygons.isEmpty else { continue }
            text.append(separator)
            separator = ",\n"
            text.append("{\"type\":\"Feature\",\"properties\":")
            text.append(zone.properties)
            text.append(",\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":")
            text.append(polygons)
            text.append("}}")
        }
        text.append("\n]}\n")
        return text.bytes
    }
}

extension Zone {
    /// The zone without its area.
    var properties: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("name", name)
        object.add("restriction", restriction.rawValue)
        object.add("start", start)
        object.add("end", end)
        object.add("rules", rules.map(\.json))
        return object
    }
}

extension ZoneRule {
    /// The rule with the names of GBFS 3.0, and in words.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        add(to: &object)
        object.add("text", Language.inEnglish { text })
        return object
    }
}

extension UTF8Buffer {
    /// Appends the coordinates of polygons, whose rings are closed.
    fileprivate mutating func append(_ polygons: [ZonePolygon]) {
        appendList(polygons) { buffer, polygon in
            buffer.appendList(polygon.rings) { buffer, ring in
                let end = ring.first == ring.last ? [] : ring.prefix(1)
                buffer.appendList(ring + end) { buffer, point in
                    buffer.append(UInt8(ascii: "["))
                    buffer.append(point.longitude)
                    buffer.append(UInt8(ascii: ","))
                    buffer.append(point.latitude)
                    buffer.append(UInt8(ascii: "]"))
                }
            }
        }
    }

    private mutating func appendList<Element>(
        _ elements: [Element], _ element: (inout UTF8Buffer, Element) -> Void
    ) {
        append(UInt8(ascii: "["))
        for (index, one) in elements.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            element(&self, one)
        }
        append(UInt8(ascii: "]"))
    }
}
