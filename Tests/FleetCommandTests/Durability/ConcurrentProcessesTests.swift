import FleetTestSupport
import Testing

@Suite("Concurrent processes share a home", .slots)
struct ConcurrentProcessesTests {
    @Test("ten lists that save different colors leave valid preferences and no temporary file")
    func savers() async throws {
        let home = try FleetHome()
        let colors = [
            "red", "blue", "green", "yellow", "pink", "white", "black", "grey", "brown", "orange",
        ]
        let lists = try colors.map { try home.start("list", "--color", $0, "--limit", "1") }
        for list in lists { await list.outcome().succeeded() }
        let saved = try await Tool.jq(".filters[].colors[]", home.bytes(of: "preferences.json"))
        #expect(saved.count == 1 && colors.contains(saved[0]))
        #expect(try !home.files.contains { $0.hasSuffix(".tmp") })
    }

    @Test("ten sources added at the same time are all saved")
    func adders() async throws {
        let home = try FleetHome()
        let adds = try (0..<10).map {
            try home.start(
                "source", "add", "s\($0)", "sim://?seed=\($0)", "--header", "X-Key: \($0)")
        }
        for add in adds { await add.outcome().succeeded() }
        let names = try await Tool.jq(".sources | keys[]", home.bytes(of: "preferences.json"))
        #expect(Set(names).isSuperset(of: (0..<10).map { "s\($0)" }))
        let secrets = try await Tool.jq(
            ".sources | keys | length", home.bytes(of: "credentials.json"))
        #expect(secrets == ["10"])
    }

    @Test("readers see a complete snapshot while another process writes")
    func readers() async throws {
        let home = try FleetHome()
        try await home.run(
            "source", "add", "s", "sim://?vehicles=500&min_interval=0.05&max_interval=0.05"
        )
        .succeeded()
        let watch = try home.start("watch", "--source", "s", "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        let lists = try (0..<10).map { _ in
            try home.start("list", "--source", "s", "--offline", "--format", "json")
        }
        for list in lists {
            let outcome = await list.outcome().succeeded()
            #expect(outcome.ids.count == 500)
        }
        await watch.interrupt()
    }
}
