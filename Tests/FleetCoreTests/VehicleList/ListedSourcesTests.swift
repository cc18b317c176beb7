import Testing

@testable import FleetCore

@Suite("Several sources are one list")
struct ListedSourcesTests {
    /// A vehicle with its source, as the oracle sorts them.
    private typealias Listed = (vehicle: Vehicle, source: Int)

    /// Vehicles of three sources, of which many have the same values and IDs; one has none.
    private static let sources: [[Vehicle]] = {
        var state: UInt64 = 7
        func random(_ count: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % count
        }
        func vehicle(_ number: Int) -> Vehicle {
            var vehicle = Vehicle(id: ["", "é", "Z"][Int(random(3))] + "v\(number)")
            if random(4) > 0 {
                vehicle.battery = Battery(percent: Double(random(5) * 20), isEstimated: false)
            }
            if random(4) > 0 { vehicle.currentRangeMeters = Double(random(3)) }
            if random(4) > 0 {
                vehicle.position = Position(latitude: Double(random(3)), longitude: 1)
            }
            if random(4) > 0 { vehicle.lastReported = Timestamp(seconds: Double(random(3))) }
            vehicle.properties = CustomProperties([
                ("Shelf", ["", "7", "12", "0.5", "B"][Int(random(5))])
            ])
            return vehicle
        }
        return [40, 0, 25, 60].map { count in (0..<count).map(vehicle) }
    }()

    private static let orders: [VehicleOrder] = [
        .id, .battery, .range, .lastReported, .property("Shelf"),
        .distance(from: Position(latitude: 0, longitude: 0) ?? Self.anywhere),
    ]

    private static var anywhere: Position { Position(latitude: 1, longitude: 1)! }

    private static func query(_ order: VehicleOrder, isReversed: Bool) -> VehicleQuery {
        var query = VehicleQuery()
        (query.order, query.isReversed) = (order, isReversed)
        return query
    }

    /// The vehicles of all sources in order: concatenated and sorted, without the code under test.
    private static func oracle(_ order: VehicleOrder, isReversed: Bool) -> [Listed] {
        func value(_ vehicle: Vehicle) -> Double? {
            switch order {
            case .id: 0
            case .battery: vehicle.battery?.percent
            case .range: vehicle.currentRangeMeters
            case .lastReported: vehicle.lastReported.map { -$0.seconds }
            // The shelves are numbers and one letter.
            case .property(let name): vehicle.properties[name].map { Double($0) ?? 1000 }
            case .distance(let origin): vehicle.position.map { origin.distance(to: $0) }
            }
        }
        let all = sources.enumerated().flatMap { source, vehicles in vehicles.map { ($0, source) } }
        return all.sorted { left, right in
            switch (value(left.0), value(right.0)) {
            case (let a?, let b?) where a != b: return isReversed ? a > b : a < b
            case (_?, nil): return true
            case (nil, _?): return false
            default: break
            }
            let (a, b) = (Array(left.0.id.utf8), Array(right.0.id.utf8))
            if a != b {
                let isBefore = a.lexicographicallyPrecedes(b)
                return order == .id && isReversed ? !isBefore : isBefore
            }
            return left.1 < right.1
        }
    }

    /// Returns the vehicles of each source in the order of its query.
    private static func cursors(_ queries: [VehicleQuery]) -> [VehicleCursor] {
        zip(sources, queries).map { vehicles, query in
            var feed = FeedDescription(format: "test")
            feed.properties = [CustomProperty("Shelf")]
            let snapshot = Snapshot(
                vehicles: vehicles, feed: feed,
                parseReport: ParseReport())
            var rest = query.selection(in: snapshot).indices[...]
            return { rest.popFirst().map { vehicles[$0] } }
        }
    }

    private static func merged(
        _ query: VehicleQuery, _ queries: [VehicleQuery]
    ) throws -> [Listed] {
        var merged: [Listed] = []
        try query.merge(cursors(queries)) { merged.append(($0, $1)) }
        return merged
    }

    private static func text(_ listed: [Listed]) -> [String] {
        listed.map { "\($0.source) \($0.vehicle.id)" }
    }

    @Test(
        "the merged list is that of all vehicles concatenated and sorted", arguments: orders,
        [false, true])
    func order(order: VehicleOrder, isReversed: Bool) throws {
        let query = Self.query(order, isReversed: isReversed)
        let merged = try Self.merged(query, Self.sources.map { _ in query })
        #expect(Self.text(merged) == Self.text(Self.oracle(order, isReversed: isReversed)))
        var limited = query
        limited.limit = 30
        #expect(
            Self.text(try Self.merged(limited, Self.sources.map { _ in limited }))
                == Self.text(Array(Self.oracle(order, isReversed: isReversed).prefix(30))))
    }

    @Test(
        "pages, each of which begins after the last vehicle of the one before, are the whole list",
        arguments: orders, [false, true])
    func pages(order: VehicleOrder, isReversed: Bool) throws {
        var query = Self.query(order, isReversed: isReversed)
        query.limit = 7
        var (all, queries) = ([Listed](), Self.sources.map { _ in query })
        while true {
            let page = try Self.merged(query, queries)
            all += page
            guard let last = page.last else { break }
            let text = SourcedPosition(
                source: "s\(last.source)", position: query.position(of: last.vehicle)
            ).text
            let position = try #require(SourcedPosition(text, of: query))
            #expect(position.source == "s\(last.source)")
            queries = Self.sources.indices.map {
                query.after(position.position, isLater: $0 > last.source)
            }
        }
        #expect(Self.text(all) == Self.text(Self.oracle(order, isReversed: isReversed)))
    }

    @Test("a position that is not one of the list is refused")
    func positions() {
        for text in ["", "oslo", "oslo,", "oslo,x,A", "oslo,nan,A"] {
            #expect(SourcedPosition(text, of: VehicleQuery()) == nil)
        }
    }
}

@Suite("The header and the documents of several sources")
struct SeveralSourcesDocumentTests {
    private static func header() throws -> ListHeader {
        var (oslo, bergen) = (Samples.header(2, of: 5), Samples.header(1, of: 3))
        (oslo.source, bergen.source) = ("oslo", "bergen")
        (oslo.rotation, bergen.rotation) = (.yes, .no)
        (bergen.isStale, bergen.skipped) = (true, 4)
        bergen.hasSavedColors = true
        bergen.filter.color = try #require(ColorFilter(["red"]))
        return ListHeader(
            [oslo, bergen], unread: [UnreadSource("paris", cause: "cannot reach paris: refused")],
            of: VehicleQuery())
    }

    private static func text(_ format: ListFormat, _ fields: [String]? = nil) throws -> String {
        let encoder = try VehicleListEncoder(
            format: format, header: try header(), style: Samples.style(),
            selection: ListSelection(fields: fields))
        var text = ""
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        let vehicle = Vehicle(id: "A")
        _ = try encoder.write(
            listed: { body in
                try body(vehicle, 1)
                try body(vehicle, 0)
            }, to: &sink)
        return text
    }

    @Test("a table shows the source beside the ID")
    func table() throws {
        let lines = try Self.text(.table).split(separator: "\n")
        #expect(lines[0].hasPrefix("ID  SOURCE  STATE"))
        #expect(lines[1].hasPrefix("A   bergen  unknown"))
        #expect(lines[2].hasPrefix("A   oslo    unknown"))
    }

    @Test("the documents have the source of each vehicle, with what is known of its own feed")
    func documents() throws {
        let rows = try Self.text(.csv, ["vehicle_id", "source", "rotating_id"])
        #expect(
            rows.split(whereSeparator: \.isNewline)
                == ["vehicle_id,source,rotating_id", "A,bergen,no", "A,oslo,yes"])
        let json = try Self.text(.json, ["vehicle_id", "source"])
        #expect(json.contains(#"{"vehicle_id":"A","source":"bergen"}"#))
        let lines = try Self.text(.ndjson).split(separator: "\n")
        #expect(lines.first?.hasPrefix(#"{"vehicle_id":"A","source":"bergen","#) == true)
        let features = try Self.text(.geojson)
        #expect(features.contains(#""id":"bergen/A""#) && features.contains(#""id":"oslo/A""#))
    }

    @Test("the document of JSON has the sources, also one that could not be read, and the totals")
    func sources() throws {
        let json = try Self.text(.json)
        #expect(!json.contains(#"{"source":"demo""#))
        #expect(
            json.contains(#"{"source":"paris","error":"cannot reach paris: refused"}],"filter""#))
        #expect(json.contains(#""total":5,"skipped":0,"matching":2}"#))
        #expect(json.contains(#""total":8,"skipped":4,"vehicles":["#))
    }

    @Test("a list of one source has no source beside its vehicles")
    func one() throws {
        for format in ListFormat.allCases where format != .table && format != .xlsx {
            let lines = try Samples.lines([Vehicle(id: "A")], as: format)
            #expect(!lines.contains { $0.contains("A") && $0.contains(#""source":"#) })
            #expect(format != .csv || lines.first?.contains("source") == false)
        }
        #expect(try Samples.lines([Vehicle(id: "A")], as: .table)[0].hasPrefix("ID  STATE"))
    }

    @Test("the header of a table names the sources, the sum, and what is special of each source")
    func header() throws {
        let text = TableHeader(try Self.header(), style: Samples.style()).text
        #expect(text.hasPrefix("oslo · bergen · 3 of 8 vehicles · "))
        #expect(text.contains(" · bergen: color red (saved; --color all clears) · "))
        #expect(text.contains(" · bergen stale, fetched "))
        #expect(text.contains(" · 4 unreadable"))
    }
}
