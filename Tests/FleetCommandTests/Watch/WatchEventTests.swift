import FleetTestSupport
import Foundation
import Testing

@Suite("An event watch reports the events of vehicles", .slots)
struct WatchEventTests {
    /// Returns a vehicles document with these vehicles and `other`, each at its own location.
    ///
    /// - Parameter moved: The ID of a vehicle that is elsewhere.
    private func feed(_ ids: [String], moved: String? = nil, reserved: String? = nil) -> String {
        let vehicles = (ids + ["other"]).enumerated().map { index, id in
            let latitude = 59.9 + Double(index) / 100 + (id == moved ? 0.005 : 0)
            return """
                {"id":"\(id)","lat":\(latitude),"lng":10.75,"is_reserved":\(id == reserved),\
                "is_disabled":false,"battery":\(50 + index)}
                """
        }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    /// Returns the lines of an event watch after its feed is replaced, without those about `other`.
    ///
    /// - Parameter lines: The number of lines after which the watch is stopped.
    private func events(
        of ids: [String], then second: String, lines: Int, _ options: String...
    ) async throws -> [String] {
        let home = try await FleetHome.town(feed(ids), ["--ids", "stable"])
        let watch = try home.start(["watch", "--events", "--interval", "0.02"] + options)
        // An event of the other vehicle shows that the watch has compared the first feed.
        var other = false
        try await waitUntil("an event of the other vehicle") {
            other.toggle()
            try home.write(feed(ids, reserved: other ? "other" : nil), to: "feed.json")
            _ = try await home.run("list", "--offline")
            return watch.output.text.contains("other")
        }
        try home.write(second, to: "feed.json")
        let events = { (outcome: Outcome) in outcome.lines.filter { !$0.contains("other") } }
        await watch.waitUntil { events($0).count >= lines }
        watch.send(SIGTERM)
        return events(await watch.outcome())
    }

    private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    @Test("Moves, reservations, appearances and disappearances are reported with their basis")
    func kinds() async throws {
        let ids = (0..<12).map { "V\($0)" }
        let lines = try await events(
            of: ids,
            then: feed(ids.dropLast() + ["NEW"], moved: "V3", reserved: "V5")
                .replacing(#""id":"NEW","lat":60.01"#, with: #""id":"NEW","lat":61"#),
            lines: 4, "--format", "ndjson")
        let reported = try await Tool.jq("[.event, .vehicle_id, .basis]", bytes(lines))
        #expect(
            Set(reported) == [
                #"["moved","V3","inferred"]"#, #"["reserved","V5","observed"]"#,
                #"["appeared","NEW","inferred"]"#, #"["disappeared","V11","inferred"]"#,
            ])
        let moved = try await Tool.jq(
            #"select(.event == "moved") | [.distance_meters, .at != null, .lat]"#, bytes(lines))
        #expect(moved == ["[556,true,59.935]"])
    }

    @Test("A turnover of all IDs is one event with counts")
    func turnover() async throws {
        let (before, after) = ((0..<60).map { "A\($0)" }, (0..<60).map { "B\($0)" })
        let lines = try await events(
            of: before, then: feed(after), lines: 1, "--format", "ndjson")
        let reported = try await Tool.jq("[.event, .renamed, .went, .came]", bytes(lines))
        #expect(reported == [#"["turnover",60,0,0]"#])
    }

    @Test("As text each event is a line")
    func text() async throws {
        let ids = (0..<12).map { "V\($0)" }
        let lines = try await events(
            of: ids, then: feed(ids, moved: "V3"), lines: 1)
        let line = "  moved            V3  556 m  at 59.93500, 10.75000  inferred"
        #expect(lines.count { $0.hasSuffix(line) } == 1)
    }

    @Test("An ID by its beginning narrows the events, until after the vehicle left")
    func narrowed() async throws {
        let ids = (0..<12).map { "V\($0)" }
        let lines = try await events(
            of: ids, then: feed(Array(ids.dropLast()), moved: "V3", reserved: "V5"), lines: 1,
            "--format", "ndjson", "v11", "other")
        let reported = try await Tool.jq("[.event, .vehicle_id]", bytes(lines))
        #expect(reported == [#"["disappeared","V11"]"#])
    }
}
