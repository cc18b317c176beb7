import CPostgres
import FleetSQL

/// The current row of a query, valid within its callback.
final class PostgresRow: SQLRow {
    private let connection: PostgresConnection
    private let result: OpaquePointer
    private let statement: PreparedStatement

    init(connection: PostgresConnection, result: OpaquePointer, statement: PreparedStatement) {
        (self.connection, self.result, self.statement) = (connection, result, statement)
    }

    /// Returns whole numbers, times, numbers without their fraction, and booleans as 0 or 1.
    func integer(_ column: Int) -> Int64? {
        guard let bytes = bytes(column) else { return nil }
        switch type(column) {
        case .boolean: return bytes.first == 1 ? 1 : 0
        case .smallint, .integer, .bigint: return Self.integer(bytes)
        case .real, .double: return Int64(exactly: Self.real(bytes).rounded(.towardZero))
        case .text, .varchar, .bytes, .other: return Int64(String(decoding: bytes, as: UTF8.self))
        }
    }

    func real(_ column: Int) -> Double? {
        guard let bytes = bytes(column) else { return nil }
        switch type(column) {
        case .boolean, .smallint, .integer, .bigint: return integer(column).map(Double.init)
        case .real, .double: return Self.real(bytes)
        case .text, .varchar, .bytes, .other: return Double(String(decoding: bytes, as: UTF8.self))
        }
    }

    func text(_ column: Int) -> String? {
        guard let bytes = bytes(column) else { return nil }
        switch type(column) {
        case .boolean: return bytes.first == 1 ? "t" : "f"
        case .smallint, .integer, .bigint: return "\(Self.integer(bytes))"
        case .real, .double: return "\(Self.real(bytes))"
        case .text, .varchar, .bytes, .other: return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns a `bytea`; rows in text form have none.
    func blob(_ column: Int) -> [UInt8]? { bytes(column).map(Array.init) }

    /// Calls `body` with the bytes of a text or `bytea`, empty for NULL, without copying them.
    func withText<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        body(bytes(column) ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// Returns a boolean.
    func boolean(_ column: Int) -> Bool? { integer(column).map { $0 != 0 } }

    /// Returns the value as the server sent it; `nil` for NULL.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        let (pq, column) = (connection.pq, CInt(column))
        guard pq.PQgetisnull(result, 0, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: pq.PQgetvalue(result, 0, column), count: Int(pq.PQgetlength(result, 0, column)))
    }

    /// The type of a column; a row in text form has only text.
    private func type(_ column: Int) -> PostgresType {
        statement.isBinary ? statement.types[column] : .other
    }

    private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        switch bytes.count {
        case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        default: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        }
    }

    private static func real(_ bytes: UnsafeRawBufferPointer) -> Double {
        bytes.count == 4
            ? Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
            : Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
}
