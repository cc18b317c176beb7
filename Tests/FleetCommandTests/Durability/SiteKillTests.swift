import FleetTestSupport
import Testing

@Suite("A killed site watch leaves consistent sites", .slots)
struct SiteKillTests {
    /// Counts the histories whose last sample differs from the latest value of the site.
    private static let mismatches = """
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

    @Test("a kill at any moment leaves site values and histories of the same snapshot")
    func moments() async throws {
        let home = try FleetHome()
        let path = home.path + "/fleet.sqlite"
        let quick = "sim://?vehicles=0&min_interval=0.02&max_interval=0.02"
        try await home.run("source", "add", "s", quick, "--no-check").succeeded()
        for step in 0..<8 {
            let watch = try home.start("site", "watch", "--source", "s")
            await watch.waitUntil { $0.lines.count >= 12 + step % 4 }
            await watch.forceKill()
            #expect(try await Tool.sqlite("PRAGMA integrity_check", path) == ["ok"])
            #expect(try await Tool.sqlite(Self.mismatches, path) == ["0"])
            #expect(try await Tool.sqlite(Self.total, path) == ["2/2"])
            // Otherwise the next watch would not poll the source yet.
            try await home.ageRequests()
        }
        #expect(
            try await Tool.sqlite("SELECT count(DISTINCT site || quantity) FROM sample", path)
                == ["12"])
    }
}
