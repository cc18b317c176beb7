/// Generated `geofencing_zones.json` of a GBFS 2.3 feed: zones without parking, in rows.
struct ZoneFile {
    static let name = "geofencing_zones.json"
    /// Number of points of a zone; the last one repeats the first.
    static let pointsOfZone = 500
    private static let zonesOfRow = 20
    let count: Int

    /// Number of points of all zones.
    var points: Int { count * Self.pointsOfZone }

    func write(to path: String) throws {
        let file = try FileWriter(path: path)
        try file.append(
            #"{"last_updated":\#(FeedFile.firstUpdate),"ttl":3600,"version":"2.3","data":{"#
                + #""geofencing_zones":{"type":"FeatureCollection","features":["#)
        for number in 0..<count {
            try file.append((number == 0 ? "" : ",") + Self.feature(number))
        }
        try file.append("]}}}\n")
        try file.finish()
    }

    /// Returns a zone whose outline is a comb with teeth of many heights, so that no point is
    /// between its neighbors.
    private static func feature(_ number: Int) -> String {
        var random = SplitMix64(seed: UInt64(number))
        let (row, column) = (number / zonesOfRow, number % zonesOfRow)
        let (south, west) = (48_800_000 + row * 10_000, 2_300_000 + column * 10_000)
        let teeth = (0..<pointsOfZone - 3).map { index in
            (west + index * 18, south + 4_000 + Int(random.next(below: 4_000)))
        }
        let corners = [(west + (pointsOfZone - 3) * 18, south), (west, south)]
        let ring = (teeth + corners + [teeth[0]]).map { "[\(degrees($0.0)),\(degrees($0.1))]" }
        return
            #"{"type":"Feature","properties":{"name":"Zone \#(number)","rules":[{"ride_allowed":true,"#
            + #""ride_through_allowed":true,"station_parking":false}]},"geometry":{"type":"MultiPolygon","#
            + #""coordinates":[[[\#(ring.joined(separator: ","))]]]}}"#
    }

    private static func degrees(_ millionths: Int) -> String {
        (Double(millionths) / 1_000_000).text(decimals: 6)
    }
}
