import Foundation
import Testing

@Suite("A watch of events tells what happens to vehicles", .slots)
struct WatchEventTests {
    /// A vehicles document with a vehicle for each code, at its own place, and one more; `moved` stands
    /// elsewhere.
    private func feed(_ codes: [String], moved: String? = nil, reserved: String? = nil) -> String {
        let vehicles = (codes + ["other"]).enumerated().map { place, code in
            let latitude = 59.9 + Double(place) / 100 + (code == moved ? 0.005 : 0)
            return """
                {"id":"\(code)","lat":\(latitude),"lng":10.75,"is_reserved":\(code == reserved),\
                "is_disabled":false,"battery":\(50 + place)}
                """
        }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    /// The lines that a watch tells of two feeds in one file, and that are not about the other vehicle; it
    /// is ended when it has told so many.
    private func events(
        of codes: [String], then second: String, lines: Int, _ options: String...
    ) async throws -> [String] {
        let home = try await FleetHome.town(feed(codes), ["--ids", "stable"])
        let watch = try home.start(["watch", "--events", "--interval", "0.02"] + options)
        // It has compared a first feed when it tells of the other vehicle.
        var other = false
        while !watch.soFar.text.contains("other") {
            other.toggle()
            try home.write(feed(codes, reserved: other ? "other" : nil), to: "feed.json")
            _ = try await home.run("list", "--offline")
        }
        try home.write(second, to: "feed.json")
        let told = { (outcome: Outcome) in outcome.lines.filter { !$0.contains("other") } }
        await watch.until { told($0).count >= lines }
        watch.send(SIGTERM)
        return told(await watch.outcome())
    }

    private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    @Test("a move, a reservation, an appearance and a disappearance, each with its basis")
    func kinds() async throws {
        let codes = (0..<12).map { "V\($0)" }
        let lines = try await events(
            of: codes,
            then: feed(codes.dropLast() + ["NEW"], moved: "V3", reserved: "V5")
                .replacing(#""id":"NEW","lat":60.01"#, with: #""id":"NEW","lat":61"#),
            lines: 4, "--format", "ndjson")
        let told = try await Tool.jq("[.event, .vehicle_id, .basis]", bytes(lines))
        #expect(
            Set(told) == [
                #"["moved","V3","inferred"]"#, #"["reserved","V5","observed"]"#,
                #"["appeared","NEW","inferred"]"#, #"["disappeared","V11","inferred"]"#,
            ])
        let moved = try await Tool.jq(
            #"select(.event == "moved") | [.distance_meters, .at != null, .lat]"#, bytes(lines))
        #expect(moved == ["[556,true,59.935]"])
    }

    @Test("a fleet that gets other codes at once is counted, not told vehicle by vehicle")
    func turnover() async throws {
        let (before, after) = ((0..<60).map { "A\($0)" }, (0..<60).map { "B\($0)" })
        let lines = try await events(
            of: before, then: feed(after), lines: 1, "--format", "ndjson")
        let told = try await Tool.jq("[.event, .renamed, .went, .came]", bytes(lines))
        #expect(told == [#"["turnover",60,0,0]"#])
    }

    @Test("as text, a line for each, with words")
    func text() async throws {
        let codes = (0..<12).map { "V\($0)" }
        let lines = try await events(
            of: codes, then: feed(codes, moved: "V3"), lines: 1)
        let line = "  moved            V3  556 m  at 59.93500, 10.75000  inferred"
        #expect(lines.count { $0.hasSuffix(line) } == 1)
    }

    @Test("a filter is refused, since a vehicle that leaves it is not gone")
    func filter() async throws {
        let outcome = try await FleetHome().run("watch", "--events", "--color", "red")
        #expect(outcome.status == 64)
        #expect(
            outcome.talk.hasPrefix(
                "error: a filter narrows a table; leave it out with --events\nhint: "))
    }
}
