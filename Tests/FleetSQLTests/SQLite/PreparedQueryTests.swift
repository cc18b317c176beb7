import FleetSQL
import Testing

@testable import FleetSQLite

@Suite("Queries whose statements stay prepared")
struct PreparedQueryTests {
    private static let numbers = "SELECT value FROM json_each(?1) ORDER BY value"

    private func numbers(_ json: String, in transaction: any SQLTransaction) throws -> [Int64] {
        try transaction.rows(Self.numbers, [.text(json)]) { $0.integer(0) }
    }

    @Test("a query that runs within itself reads rows of its own")
    func nested() throws {
        let pairs = try SQLiteFile.inMemory().read { transaction in
            var pairs: [[Int64]] = []
            try transaction.query(Self.numbers, [.text("[1,2]")]) { row in
                pairs.append(
                    [try #require(row.integer(0))] + (try numbers("[3,4]", in: transaction)))
            }
            return pairs
        }
        #expect(pairs == [[1, 3, 4], [2, 3, 4]])
    }

    @Test("a query that an error ended reads all rows the next time")
    func ended() throws {
        struct Stop: Error {}
        let rows = try SQLiteFile.inMemory().read { transaction in
            #expect(throws: Stop.self) {
                try transaction.query(Self.numbers, [.text("[1,2,3]")]) { _ in throw Stop() }
            }
            return try numbers("[4,5]", in: transaction)
        }
        #expect(rows == [4, 5])
    }
}
