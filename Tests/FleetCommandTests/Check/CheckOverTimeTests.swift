import FleetTestSupport
import Foundation
import Synchronization
import Testing

@Suite("fleet check finds what goes wrong over time", .slots)
struct CheckOverTimeTests {
    private let home: FleetHome
    private let feed = SettableFeed()

    init() throws { home = try FleetHome() }

    /// The vehicles of a feed of GBFS 2.3, which a test changes.
    private final class SettableFeed: Sendable {
        private let vehicles = Mutex(40)

        func set(_ count: Int) { vehicles.withLock { $0 = count } }

        func answer(_ request: TestServer.Request) -> TestServer.Response {
            let origin = "http://\(request.headers["host"] ?? "")"
            let bikes = (0..<vehicles.withLock(\.self)).map {
                #"{"bike_id":"b\#($0)","lat":\#(59.9 + Double($0) / 1000),"lon":10.75,"is_reserved":false,"is_disabled":false}"#
            }
            // Polls read the discovery document once.
            let ttl = request.isDiscovery ? 3600 : 0
            let data =
                request.isDiscovery
                ? #"{"en":{"feeds":[{"name":"free_bike_status","url":"\#(origin)/bikes.json"}]}}"#
                : #"{"bikes":[\#(bikes.joined(separator: ","))]}"#
            return .text(
                #"{"last_updated":\#(Int(Date().timeIntervalSince1970)),"ttl":\#(ttl),"version":"2.3","data":\#(data)}"#
            )
        }
    }

    private func server() throws -> TestServer {
        try TestServer { [feed] _, request in feed.answer(request) }
    }

    private func run(_ now: String, _ arguments: String...) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": "2026-05-\(now):00Z"])
    }

    /// A source with a history that was read for half an hour, and whose vehicles then vanished.
    private func emptiedSource() async throws {
        let server = try server()
        try await home.run(
            "source", "add", "town", server.address("/gbfs.json"), "--history", "30d"
        ).succeeded()
        for minute in ["00", "10", "20"] {
            try await run("01T12:\(minute)", "refresh").succeeded()
        }
        feed.set(0)
        for minute in ["30", "40", "50"] {
            try await run("01T12:\(minute)", "refresh").succeeded()
        }
    }

    @Test("What was found is printed with its times and the counts of the day, and ends with 1")
    func stored() async throws {
        try await emptiedSource()
        let outcome = try await run("01T13:00", "check", "town", "--from", "2026-05-01")
        #expect(outcome.status == 1 && outcome.errorText.isEmpty)
        #expect(
            outcome.text.contains("error: there are no vehicles, and there were 40 vehicles before")
        )
        #expect(outcome.text.contains("since 2026-05-01 12:30\n"))
        #expect(outcome.text.contains("[vehicles-empty]"))
        let row = try #require(outcome.lines.last).split(separator: " ").map(String.init)
        #expect(row.prefix(3) == ["2026-05-01", "6", "0"] && row[4...5] == ["0", "40"])

        let json = try await run("01T13:00", "check", "town", "--from", "2026-05-01", "--json")
            .json()
        let finding = try #require((json["findings"] as? [[String: Any]])?.first)
        #expect(finding["rule"] as? String == "vehicles-empty")
        #expect(finding["since"] as? String == "2026-05-01T12:30:00Z")
        #expect((json["days"] as? [[String: Any]])?.first?["readings"] as? Int == 6)
    }

    @Test("A period of which nothing is stored ends with 66, and so does a source without checks")
    func nothingStored() async throws {
        try await emptiedSource()
        let earlier = try await run(
            "01T13:00", "check", "town", "--from", "2026-04-01", "--to", "2026-04-02")
        #expect(earlier.status == 66)
        #expect(
            earlier.errorText.contains("error: there are no stored checks of town in this period"))
        let server = try server()
        try await home.run("source", "add", "other", server.address("/gbfs.json")).succeeded()
        #expect(try await run("01T13:00", "check", "other", "--from", "2026-05-01").status == 66)
    }

    @Test("A silenced rule is shown with its reason, and does not end the command with 1")
    func silenced() async throws {
        try await emptiedSource()
        try await run(
            "01T13:00", "source", "edit", "town", "--silence", "vehicles-empty", "--reason",
            "closed for repairs", "--until", "2026-05-31"
        ).succeeded()
        let silenced = try await run("01T13:00", "check", "town", "--from", "2026-05-01")
            .succeeded()
        #expect(silenced.text.contains("silenced until 2026-05-31: closed for repairs"))
        #expect(try await run("31T23:00", "check", "town", "--from", "2026-05-01").status == 0)
        let after = try await home.run(
            ["check", "town", "--from", "2026-05-01"],
            environment: ["FLEET_NOW": "2026-06-01T00:30:00Z"])
        #expect(after.status == 1)
        #expect(
            try await run("01T13:00", "source", "show", "town").succeeded().text
                .contains("silenced: vehicles-empty until 2026-05-31: closed for repairs"))

        try await run("01T13:00", "source", "edit", "town", "--unsilence", "vehicles-empty")
            .succeeded()
        #expect(try await run("01T13:00", "check", "town", "--from", "2026-05-01").status == 1)
        #expect(
            try await run("01T13:00", "source", "edit", "town", "--unsilence", "vehicles-empty")
                .status
                == 66)
    }

    @Test("A bound of the source decides what is found")
    func bounds() async throws {
        let server = try server()
        try await home.run(
            "source", "add", "town", server.address("/gbfs.json"), "--history", "30d"
        ).succeeded()
        try await home.run("source", "edit", "town", "--check", "jump=20%").succeeded()
        try await run("01T12:00", "refresh").succeeded()
        feed.set(29)
        try await run("01T12:05", "refresh").succeeded()
        let outcome = try await run("01T12:06", "check", "town", "--from", "2026-05-01")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("the number of vehicles fell from 40 to 29"))
    }

    @Test("--check-zone takes a zone that the feed has, in any case")
    func checkZone() async throws {
        let edit = ["source", "edit", "demo", "--check-zone"]
        let unread = try await home.run(edit + ["Center"])
        #expect(unread.status == 66)
        #expect(unread.errorText.contains("demo has no zones\nhint: `fleet refresh --source demo`"))
        try await home.run("refresh").succeeded()
        let other = try await home.run(edit + ["Nowhere"])
        #expect(other.status == 66)
        #expect(other.errorText.contains("no zone Nowhere in demo"))
        let shown = ["source", "show", "demo"]
        try await home.run(edit + ["center"]).succeeded()
        #expect(try await home.run(shown).text.contains("check: zone: center"))
        try await home.run(edit + ["off"]).succeeded()
        #expect(try await home.run(shown).text.contains("check: zone:") == false)
    }

    @Test("--for reads the feed for a time, and its findings have the time since when")
    func time() async throws {
        let server = try server()
        // The time is over after three readings beside that of the documents.
        let outcome = try await home.run(
            ["check", server.address("/gbfs.json"), "--for", "1h", "--json"],
            sleep: { time in
                guard time > .seconds(600) else { return await Task.yield() }
                try await waitUntil("three readings") {
                    server.requests.count { $0.target == "/bikes.json" } >= 4
                }
            })
        #expect(outcome.status == 1, "documents are missing")
        #expect(outcome.errorText.hasPrefix("reading http://127.0.0.1"))
        let findings = try #require(try outcome.json()["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["rule"] as? String == "document-missing" })
        #expect(findings.allSatisfy { $0["since"] is String })
        #expect(try await home.run("source", "list").text.contains("127.0.0.1") == false)
    }

    @Test("Ctrl-C ends --for, and what was found until then is printed")
    func interrupted() async throws {
        let server = try server()
        let program = try home.start(
            "check", server.address("/gbfs.json"), "--for", "1d", "--json")
        await server.waitUntil { server in
            server.requests.count { $0.target == "/bikes.json" } >= 3
        }
        program.send(SIGINT)
        let outcome = await program.outcome()
        #expect(outcome.status == 130)
        let report = try outcome.json()
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["rule"] as? String == "document-missing" })
        let notices = try #require(report["notices"] as? [String])
        #expect(notices.contains { $0.hasPrefix("interrupted after ") }, "\(notices)")
    }

    @Test("Ctrl-C while the documents are read at the end prints what was found until then")
    func interruptedAtEnd() async throws {
        let server = try TestServer { [feed] _, request in
            var response = feed.answer(request)
            // It is read for the first check, for the vehicles, and at the end.
            if request.isDiscovery { response.canSend = { $0.count(where: \.isDiscovery) < 3 } }
            return response
        }
        let program = try home.start(
            "check", server.address("/gbfs.json"), "--for", "1s", "--json")
        await server.waitUntil { $0.requests.count(where: \.isDiscovery) == 3 }
        program.send(SIGINT)
        let outcome = await program.outcome()
        #expect(outcome.status == 130)
        let notices = try #require(try outcome.json()["notices"] as? [String])
        #expect(notices.contains { $0.hasPrefix("interrupted after ") }, "\(notices)")
    }

    @Test(
        "a check over time ends also if no vehicles can be read", arguments: [["--for", "1s"], []])
    func unreadable(time: [String]) async throws {
        let server = try TestServer { [feed] _, request in
            request.target == "/gbfs.json"
                ? feed.answer(request) : .status("503 Service Unavailable")
        }
        let outcome = try await home.run(
            ["check", server.address("/gbfs.json"), "--zone", "none", "--json"] + time)
        #expect(outcome.status == 1)
        let notices = try #require(try outcome.json()["notices"] as? [String])
        #expect(
            notices.contains("no vehicles could be read, so nothing was checked over time"),
            "\(outcome.text)")
    }

    @Test("--zone finds the vehicles outside the area of a file")
    func zone() async throws {
        let server = try server()
        let area = try home.write(
            #"{"type":"Polygon","coordinates":[[[10,59],[12,59],[12,59.9205],[10,59.9205],[10,59]]]}"#,
            to: "city.geojson")
        let outcome = try await home.run(
            "check", server.address("/gbfs.json"), "--zone", area, "--json")
        let findings = try #require(try outcome.json()["findings"] as? [[String: Any]])
        let outside = try #require(findings.first { $0["rule"] as? String == "outside-zone" })
        #expect(outside["count"] as? Int == 19)
    }

    @Test(
        "Options that do not belong together are refused",
        arguments: [
            ["town", "--for", "1s", "--from", "2026-05-01"], ["town", "--bound", "jump=40%"],
            ["town", "--for", "soon"], ["town", "--for", "1s", "--bound", "jump=much"],
        ])
    func usage(arguments: [String]) async throws {
        #expect(try await home.run(["check"] + arguments, environment: [:]).status == 64)
    }
}

extension TestServer.Request {
    fileprivate var isDiscovery: Bool { target == "/gbfs.json" }
}
