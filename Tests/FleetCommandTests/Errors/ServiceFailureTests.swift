import Testing

@Suite("Every failure of a service is told, and loses nothing", .slots)
struct ServiceFailureTests {
    @Test(
        "with nothing stored, the cause, a hint and the exit code are told",
        arguments: ServiceFailure.all)
    func nothingStored(failure: ServiceFailure) async throws {
        let home = try FleetHome()
        let server = try FeedServer { _, _ in failure.answer }
        let address = server.address()
        let list = try await home.run("list", "--source", address)
        list.failed(failure.status, failure.cause(at: address), failure.hint)
        #expect(list.data.isEmpty)
    }

    @Test(
        "what is stored stays, is shown with a warning, and nothing more is asked",
        arguments: ServiceFailure.all)
    func stored(failure: ServiceFailure) async throws {
        let home = try FleetHome()
        let server = try FeedServer { number, _ in
            number == 1 ? .text(Feeds.vehicles("A", "B")) : failure.answer
        }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try await home.age()
        try await home.run("refresh", "--source", address)
            .failed(failure.status, failure.cause(at: address), failure.hint)
        let asked = server.requests.count
        let list = try await home.run("list", "--source", address, "--format", "json").succeeded()
        #expect(
            list.talk.hasPrefix("warning: \(failure.cause(at: address)); showing what was fetched ")
        )
        #expect(list.talkLines.count == 1)
        let json = try list.json()
        #expect(json["stale"] as? Bool == true)
        #expect(list.codes == ["A", "B"])
        #expect(server.requests.count == asked)
    }

    @Test("a strict list of what cannot be read fails, and asks nothing in back-off")
    func strict() async throws {
        let home = try FleetHome()
        let server = try FeedServer { number, _ in
            number == 1 ? .text(Feeds.vehicles("A")) : .status("500 Internal Server Error")
        }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try await home.age()
        for _ in 0..<2 {
            let list = try await home.run("list", "--source", address, "--strict")
            #expect(list.status == 69)
            #expect(list.data.isEmpty)
            #expect(
                list.talkLines.first == "error: the service at \(address) failed: HTTP status 500")
        }
        #expect(server.requests.count == 2)
    }

    @Test("a gzip bomb is refused before it fills the memory")
    func bomb() async throws {
        let body = try await Feeds.bomb()
        let server = try FeedServer { _, _ in
            FeedServer.Answer(headers: ["Content-Encoding: gzip"], body: body)
        }
        let address = server.address()
        try await FleetHome().run("list", "--source", address).failed(
            65, "\(address): it is compressed more tightly than a feed can be",
            "check the address: no fleet's feed is like this")
    }

    @Test("invalid UTF-8 is repaired and told")
    func invalidUTF8() async throws {
        let body =
            Array(#"{"vehicles":[{"id":"A"#.utf8) + [0xFF, 0xFE] + Array(#""},{"id":"B"}]}"#.utf8)
        let server = try FeedServer { _, _ in FeedServer.Answer(body: body) }
        let list = try await FleetHome()
            .run("list", "--source", server.address(), "--format", "json").succeeded()
        let codes = try await Tool.jq(".vehicles[].vehicle_id", list.data)
        #expect(codes == ["A\u{FFFD}\u{FFFD}", "B"])
        #expect(list.talk.hasPrefix("warning: "))
    }

    @Test("a service that asks to be left alone is not asked by a refresh either")
    func leftAlone() async throws {
        let home = try FleetHome()
        let server = try FeedServer { _, _ in .status("429 Too Many Requests", "Retry-After: 600") }
        let address = server.address()
        for _ in 0..<2 {
            let refresh = try await home.run("refresh", "--source", address)
            #expect(refresh.status == 69)
            #expect(
                refresh.talk.hasPrefix("error: the service at \(address) failed: HTTP status 429\n")
            )
            #expect(refresh.talk.contains("hint: the service asks to be left alone for "))
        }
        #expect(server.requests.count == 1)
    }
}
