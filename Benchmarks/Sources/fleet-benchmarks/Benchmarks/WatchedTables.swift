/// The large tables of a home's database, with triggers that count every row that is written.
///
/// Triggers cost time, so nothing is timed on such a database.
struct WatchedTables {
    private static let log = "benchmark_writes"
    private let setting: Setting
    private let home: String
    private let tables: [String]

    /// Adds the triggers to all tables of at least `minimumRows` rows.
    init(of home: String, minimumRows: Int, in setting: Setting) throws {
        self.setting = setting
        self.home = home
        let names = try setting.output(of: setting.sqlite(Self.allTables, home: home))
        var large: [String] = []
        for name in names {
            let rows = try setting.output(
                of: setting.sqlite(#"SELECT count(*) FROM "\#(name)""#, home: home))
            if let count = rows.first.flatMap({ Int($0) }), count >= minimumRows {
                large.append(name)
            }
        }
        guard !large.isEmpty else {
            throw BenchmarkFailure.wrongResult("no table holds \(minimumRows) rows")
        }
        tables = large
        try setting.cost(of: setting.sqlite(Self.triggers(large), home: home))
    }

    /// How many rows were written since, of the table that had most.
    func writtenRows() throws -> Int {
        let statement =
            "SELECT count(*) AS n FROM \(Self.log) GROUP BY name ORDER BY n DESC LIMIT 1"
        let lines = try setting.output(of: setting.sqlite(statement, home: home))
        guard let count = lines.first.flatMap({ Int($0) }) else {
            throw BenchmarkFailure.wrongResult(
                "no row was written to \(tables.joined(separator: ", "))")
        }
        return count
    }

    private static let allTables = """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql LIKE 'CREATE TABLE%'
        """

    private static func triggers(_ tables: [String]) -> String {
        let statements = tables.flatMap { table in
            ["INSERT", "UPDATE", "DELETE"].map { action in
                """
                CREATE TRIGGER "\(log)_\(table)_\(action)" AFTER \(action) ON "\(table)"
                BEGIN INSERT INTO \(log) VALUES ('\(table)'); END;
                """
            }
        }
        return "CREATE TABLE \(log) (name TEXT);" + statements.joined()
    }
}
