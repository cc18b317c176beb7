import Testing

@Suite("A killed watch leaves whole sites", .serialized, .slots)
struct SiteKillTests {
    /// How many courses end by another value than the one that the site shows as its last.
    private static let halves = """
        SELECT count(*) FROM (
            SELECT site, quantity, max(at) AS last FROM sample GROUP BY site, quantity
        ) JOIN site ON site.id = site
        WHERE NOT (char(10) || measurements)
            GLOB '*' || char(10) || quantity || ' * ' || last || ' *'
        """

    private static let total = """
        SELECT (SELECT count(*) FROM site WHERE site.source = source.id) || '/'
            || json_extract(info, '$.total') FROM source WHERE info IS NOT NULL
        """

    @Test("whatever the moment, the values of the sites and their courses are of one snapshot")
    func moments() async throws {
        let home = try FleetHome()
        let path = home.path + "/fleet.sqlite"
        let quick = "sim://?vehicles=0&min_interval=0.02&max_interval=0.02"
        try await home.run("source", "add", "s", quick).succeeded()
        for step in 0..<8 {
            let watch = try home.start("site", "watch", "--source", "s")
            await watch.until { $0.lines.count >= 12 + step % 4 }
            await watch.killed()
            #expect(try await Tool.sqlite("PRAGMA integrity_check", path) == ["ok"])
            #expect(try await Tool.sqlite(Self.halves, path) == ["0"])
            #expect(try await Tool.sqlite(Self.total, path) == ["2/2"])
            // It is not asked again at once by the next one, but for this.
            try await home.age()
        }
        #expect(
            try await Tool.sqlite("SELECT count(DISTINCT site || quantity) FROM sample", path)
                == ["12"])
    }
}
