/// Writer of the rows of a `COPY … FROM STDIN (FORMAT binary)`
/// (https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format").
///
/// Each row begins with ``beginRow(columns:)``; then one value is appended for each column, of
/// exactly its type.
struct CopyWriter {
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

    /// Begins a row, after the values of the one before were appended.
    mutating func beginRow(columns: Int) throws {
        if bytes.count >= Self.size { try flush() }
        append(bits: UInt16(columns))
    }

    /// Appends a `bigint`.
    mutating func append(_ value: Int64?) {
        guard let value else { return appendNull() }
        append(bits: UInt32(8))
        append(bits: UInt64(bitPattern: value))
    }

    /// Appends an `integer`.
    mutating func append(_ value: Int32?) {
        guard let value else { return appendNull() }
        append(bits: UInt32(4))
        append(bits: UInt32(bitPattern: value))
    }

    /// Appends a `smallint`.
    mutating func append(_ value: Int16?) {
        guard let value else { return appendNull() }
        append(bits: UInt32(2))
        append(bits: UInt16(bitPattern: value))
    }

    /// Appends a `double precision`; NaN is NULL.
    mutating func append(_ value: Double?) {
        guard let value, !value.isNaN else { return appendNull() }
        append(bits: UInt32(8))
        append(bits: value.bitPattern)
    }

    /// Appends a `boolean`.
    mutating func append(_ value: Bool?) {
        guard let value else { return appendNull() }
        append(bits: UInt32(1))
        bytes.append(value ? 1 : 0)
    }

    /// Appends a `text`, which has no NUL character.
    mutating func append(_ value: String?) {
        guard let value else { return appendNull() }
        append(bits: UInt32(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// Appends a `bytea`, or a `text` in UTF-8.
    mutating func append(bytes value: (some Collection<UInt8>)?) {
        guard let value else { return appendNull() }
        append(bits: UInt32(value.count))
        bytes.append(contentsOf: value)
    }

    /// Appends a NULL of any type.
    mutating func appendNull() { append(bits: UInt32.max) }

    /// Ends the rows.
    mutating func finish() throws {
        append(bits: UInt16.max)
        try flush()
    }

    private mutating func flush() throws {
        try connection.send(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func append(bits: some FixedWidthInteger) {
        withUnsafeBytes(of: bits.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Bytes after which the rows are sent.
    private static let size = 64 << 10
}
