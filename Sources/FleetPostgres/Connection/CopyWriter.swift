import FleetSQL

/// Writer of the rows of a `COPY … FROM STDIN (FORMAT binary)`
/// (https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format").
///
/// Each row begins with ``beginRow(columns:)``; then one value is written for each column, of
/// exactly its type.
final class CopyWriter: SQLRowWriter {
    private let connection: PostgresConnection
    private var bytes: [UInt8]

    init(connection: PostgresConnection) {
        self.connection = connection
        bytes = []
        bytes.reserveCapacity(Self.size + 4096)
        bytes += [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
        // No flags, no extension of the header.
        bytes += [UInt8](repeating: 0, count: 8)
    }

    /// Begins a row, after the values of the one before were written.
    func beginRow(columns: Int) throws {
        if bytes.count >= Self.size { try flush() }
        append(bits: UInt16(columns))
    }

    /// Writes a `bigint`.
    func bind(_ value: Int64?) {
        guard let value else { return bindNull() }
        append(bits: UInt32(8))
        append(bits: UInt64(bitPattern: value))
    }

    /// Writes an `integer`.
    func bind(_ value: Int32?) {
        guard let value else { return bindNull() }
        append(bits: UInt32(4))
        append(bits: UInt32(bitPattern: value))
    }

    /// Writes a `smallint`.
    func bind(_ value: Int16?) {
        guard let value else { return bindNull() }
        append(bits: UInt32(2))
        append(bits: UInt16(bitPattern: value))
    }

    /// Writes a `double precision`; NaN is NULL.
    func bind(_ value: Double?) {
        guard let value, !value.isNaN else { return bindNull() }
        append(bits: UInt32(8))
        append(bits: value.bitPattern)
    }

    /// Writes a `boolean`.
    func bind(_ value: Bool?) {
        guard let value else { return bindNull() }
        append(bits: UInt32(1))
        bytes.append(value ? 1 : 0)
    }

    /// Writes a `text`; PostgreSQL stores no NUL character, which the readers of feeds refuse, too.
    func bind(_ value: String?) {
        guard var value else { return bindNull() }
        if value.utf8.contains(0) { value = value.replacing("\0", with: "\u{FFFD}") }
        append(bits: UInt32(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// Writes a `bytea`, or a `text` in UTF-8.
    func bind(bytes value: (some Collection<UInt8>)?) {
        guard let value else { return bindNull() }
        append(bits: UInt32(value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes a NULL of any type.
    func bindNull() { append(bits: UInt32.max) }

    /// Ends the rows.
    func finish() throws {
        append(bits: UInt16.max)
        try flush()
    }

    private func flush() throws {
        try connection.send(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private func append(bits: some FixedWidthInteger) {
        withUnsafeBytes(of: bits.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Bytes after which the rows are sent.
    private static let size = 64 << 10
}
