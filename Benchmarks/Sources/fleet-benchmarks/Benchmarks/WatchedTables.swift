/// Large tables of a home's database, with triggers that count every written row.
///
/// Triggers take time, so no run on such a database is timed.
struct WatchedTables {
    private static let log = "benchmark_writes"
    private let context: BenchmarkContext
    private let home: String
    private let tables: [String]

    /// Adds the triggers to all tables with at least `minimumRows` rows.
    init(of home: String, minimumRows: Int, in context: BenchmarkContext) throws {
        self.context = context
        self.home = home
        let names = try context.output(of: context.sqlite(Self.allTables, home: home))
        var large: [String] = []
        for name in names {
            let rows = try context.output(
                of: context.sqlite(#"SELECT count(*) FROM "\#(name)""#, home: home))
            if let count = rows.first.flatMap({ Int($0) }), count >= minimumRows {
                large.append(name)
            }
        }
        guard !large.isEmpty else {
            throw BenchmarkError.unexpectedResult("no table has \(minimumRows) rows")
        }
        tables = large
        try context.run(context.sqlite(Self.triggers(large), home: home))
    }

    /// Returns the number of rows written since then to the table with the most writes.
    func writtenRows() throws -> Int {
        let statement =
            "SELECT count(*) AS n FROM \(Self.log) GROUP BY name ORDER BY n DESC LIMIT 1"
        let lines = try context.output(of: context.sqlite(statement, home: home))
        guard let count = lines.first.flatMap({ Int($0) }) else {
            throw BenchmarkError.unexpectedResult(
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
