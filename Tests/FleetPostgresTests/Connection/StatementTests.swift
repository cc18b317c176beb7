import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct StatementTests {
    @Test("parameters are numbered with a dollar sign, except in quotes")
    func numbered() {
        let sql = #"SELECT '?1', "?2", ?1, ?12 || '''?3' WHERE a ? 'x' AND b = ?2"#
        #expect(
            PreparedStatement.numbered(sql)
                == #"SELECT '?1', "?2", $1, $12 || '''?3' WHERE a ? 'x' AND b = $2"#)
    }

    @Test("values come back as they were sent, in binary and in text form")
    func values() async throws {
        let test = try TestDatabase()
        let values: [SQLValue] = [
            .integer(.min), .integer(.max), .real(-0.1), .real(.infinity), .text("ü'\"🚲\n$1"),
            .text(""), .null,
        ]
        let columns = """
            CAST(?1 AS bigint), CAST(?2 AS bigint), CAST(?3 AS double precision),
            CAST(?4 AS double precision), CAST(?5 AS text), CAST(?6 AS text), CAST(?7 AS text), true
            """
        for sql in ["SELECT \(columns)", "SELECT \(columns), CAST('1' AS numeric)"] {
            try await test.database.read { transaction in
                try transaction.query(sql, values) { row in
                    #expect(row.integer(0) == .min && row.integer(1) == .max)
                    #expect(row.real(2) == -0.1 && row.real(3) == .infinity)
                    #expect(row.text(4) == "ü'\"🚲\n$1" && row.text(5) == "")
                    #expect(row.text(6) == nil && row.integer(6) == nil && row.real(6) == nil)
                    #expect(row.withText(4) { $0.count } == "ü'\"🚲\n$1".utf8.count)
                    #expect(row.text(7) == "t")
                    #expect(row.text(0) == "\(Int64.min)")
                }
            }
        }
    }

    @Test("a text with a NUL finds nothing, and does not end there")
    func nul() async throws {
        let test = try TestDatabase()
        let found = try await test.database.read { transaction in
            try transaction.rows("SELECT CAST(?1 AS text)", [.text("a\0b")]) { $0.text(0) }
        }
        #expect(found == ["a\u{FFFD}b"])
    }

    @Test("an error in the middle of the rows leaves the connection usable")
    func abandoned() async throws {
        let test = try TestDatabase(connections: 1)
        for _ in 0..<2 {
            await #expect(throws: CancellationError.self) {
                try await test.database.read { transaction in
                    try transaction.query("SELECT generate_series(1, 100000)", []) { row in
                        if row.integer(0) == 10 { throw CancellationError() }
                    }
                }
            }
        }
        let count = try await test.database.read { transaction in
            try? transaction.query("SELECT generate_series(1, 10)", []) { _ in
                throw CancellationError()
            }
            return try transaction.integer("SELECT 7", [])
        }
        #expect(count == 7)
    }

    @Test("a statement inside of another one's rows is refused")
    func nested() async throws {
        let test = try TestDatabase(connections: 1)
        await #expect(throws: StoreError.self) {
            try await test.database.read { transaction in
                try transaction.query("SELECT 1", []) { _ in
                    _ = try transaction.integer("SELECT 2", [])
                }
            }
        }
        #expect(try await test.database.read { try $0.integer("SELECT 7", []) } == 7)
    }

    @Test("any number of different statements can be run on one connection")
    func many() async throws {
        let test = try TestDatabase(connections: 1)
        let sum = try await test.database.read { transaction in
            try (1...1000).reduce(into: Int64(0)) {
                $0 += try transaction.integer("SELECT CAST(?1 AS bigint) + \($1)", [.integer(1)])
            }
        }
        #expect(sum == 501_500)
    }

    @Test("a change of the tables does not break the statements that were prepared before")
    func changedTables() async throws {
        let test = try TestDatabase(connections: 1)
        try await test.database.write { try $0.run("CREATE TABLE a (x bigint)") }
        func columns() async throws -> Int64 {
            try await test.database.read { transaction in
                try transaction.integer("SELECT count(*) FROM (SELECT * FROM a) AS a", [])
            }
        }
        #expect(try await columns() == 0)
        try await test.database.write {
            try $0.run("ALTER TABLE a ADD COLUMN y bigint; INSERT INTO a VALUES (1, 2)")
        }
        #expect(try await columns() == 1)
    }

    @Test("copied rows come back as they were written")
    func copied() async throws {
        let test = try TestDatabase()
        let count = try await test.database.write { transaction in
            try transaction.run(
                """
                CREATE TABLE a (i bigint, j integer, k smallint, x double precision, b boolean,
                    t text COLLATE "C", d bytea)
                """)
            return try transaction.copy(into: "COPY a FROM STDIN (FORMAT binary)") { writer in
                for number in 0..<10_000 {
                    try writer.beginRow(columns: 7)
                    writer.bind(Int64(number) * 1_000_000_007)
                    writer.bind(Int32(-number))
                    writer.bind(Int16(number % 1000))
                    writer.bind(number == 0 ? .nan : Double(number) / 3)
                    writer.bind(number.isMultiple(of: 2))
                    writer.bind(number == 0 ? nil : "ü\t\n\\N\(number)")
                    writer.bind(bytes: [0, UInt8(truncatingIfNeeded: number)])
                }
            }
        }
        #expect(count == 10_000)
        let wrong = try await test.database.read { transaction in
            try transaction.rows("SELECT i, j, k, x, b, t, d FROM a ORDER BY i", []) { row in
                let number = Int(row.integer(0) ?? -1) / 1_000_000_007
                let isRight =
                    row.integer(1) == Int64(-number) && row.integer(2) == Int64(number % 1000)
                    && row.real(3) == (number == 0 ? nil : Double(number) / 3)
                    && row.integer(4) == (number.isMultiple(of: 2) ? 1 : 0)
                    && row.text(5) == (number == 0 ? nil : "ü\t\n\\N\(number)")
                    && row.withText(6) { Array($0) } == [0, UInt8(truncatingIfNeeded: number)]
                return isRight ? nil : number
            }
        }
        #expect(wrong == [])
    }

    @Test("a copy that fails changes nothing and leaves the connection usable")
    func failedCopy() async throws {
        let test = try TestDatabase(connections: 1)
        try await test.database.write { try $0.run("CREATE TABLE a (i bigint PRIMARY KEY)") }
        let copy = "COPY a FROM STDIN (FORMAT binary)"
        await #expect(throws: CancellationError.self) {
            try await test.database.write { transaction in
                try transaction.copy(into: copy) { writer in
                    try writer.beginRow(columns: 1)
                    writer.bind(Int64(1))
                    throw CancellationError()
                }
            }
        }
        await #expect(throws: StoreError.self) {
            try await test.database.write { transaction in
                try transaction.copy(into: copy) { writer in
                    for _ in 0..<2 {
                        try writer.beginRow(columns: 1)
                        writer.bind(Int64(1))
                    }
                }
            }
        }
        #expect(try await test.database.read { try $0.integer("SELECT count(*) FROM a", []) } == 0)
    }
}
