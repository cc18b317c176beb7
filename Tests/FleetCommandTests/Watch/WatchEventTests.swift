import Testing

@Suite("A watch of events tells what happens to vehicles", .slots)
struct WatchEventTests {
    /// A vehicles document with a vehicle for each code, at its own place; `moved` stands elsewhere.
    private func feed(_ codes: [String], moved: String? = nil, reserved: String? = nil) -> String {
        let vehicles = codes.enumerated().map { place, code in
            let latitude = 59.9 + Double(place) / 100 + (code == moved ? 0.005 : 0)
            return """
                {"id":"\(code)","lat":\(latitude),"lng":10.75,"is_reserved":\(code == reserved),\
                "is_disabled":false,"battery":\(50 + place)}
                """
        }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    /// What a watch tells of two feeds in one file, the second written when the first is stored; it is
    /// ended when it has told so many lines.
    private func events(
        of first: String, then second: String, lines: Int, _ options: String...
    ) async throws -> Outcome {
        let home = try FleetHome()
        try home.write(first, to: "feed.json")
        try await home.run("source", "add", "town", "feed.json", "--ids", "stable").succeeded()
        let watch = try home.start(
            ["watch", "--events", "--source", "town", "--interval", "0.02"] + options)
        while try await home.run("list", "--source", "town", "--offline").status != 0 {}
        try home.write(second, to: "feed.json")
        await watch.until { $0.text.count(where: \.isNewline) >= lines }
        watch.send(15)
        return await watch.outcome()
    }

    @Test("a move, a reservation, an appearance and a disappearance, each with its basis")
    func kinds() async throws {
        let codes = (0..<12).map { "V\($0)" }
        let outcome = try await events(
            of: feed(codes),
            then: feed(codes.dropLast() + ["NEW"], moved: "V3", reserved: "V5")
                .replacing(#""id":"NEW","lat":60.01"#, with: #""id":"NEW","lat":61"#),
            lines: 4, "--format", "ndjson")
        let told = try await Tool.jq("[.event, .vehicle_id, .basis]", outcome.data)
        #expect(
            Set(told) == [
                #"["moved","V3","inferred"]"#, #"["reserved","V5","observed"]"#,
                #"["appeared","NEW","inferred"]"#, #"["disappeared","V11","inferred"]"#,
            ])
        let moved = try await Tool.jq(
            #"select(.event == "moved") | [.distance_meters, .at != null, .lat]"#, outcome.data)
        #expect(moved == ["[556,true,59.935]"])
    }

    @Test("a fleet that gets other codes at once is counted, not told vehicle by vehicle")
    func turnover() async throws {
        let (before, after) = ((0..<60).map { "A\($0)" }, (0..<60).map { "B\($0)" })
        let outcome = try await events(
            of: feed(before), then: feed(after), lines: 1, "--format", "ndjson")
        let told = try await Tool.jq("[.event, .renamed, .went, .came]", outcome.data)
        #expect(told == [#"["turnover",60,0,0]"#])
    }

    @Test("as text, a line for each, with words")
    func text() async throws {
        let codes = (0..<12).map { "V\($0)" }
        let outcome = try await events(
            of: feed(codes), then: feed(codes, moved: "V3"), lines: 1)
        #expect(
            outcome.text.contains("  moved            V3  556 m  at 59.93500, 10.75000  inferred\n")
        )
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
