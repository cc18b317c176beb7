import CZlib

/// Writer of a zip archive to a sink, in one pass (PKWARE's APPNOTE, version 6.3.10).
///
/// Sizes are behind the data (section 4.3.9), because they are not known before. All times are the
/// first of the format, 1980-01-01, so that equal contents give equal bytes.
final class ZipWriter {
    /// Size of the pieces that are compressed.
    static let pieceSize = 1 << 16
    /// 1980-01-01 as a date of DOS (section 4.4.6).
    private static let date = 1 << 5 | 1
    /// Flags of a data descriptor and of a name in UTF-8 (section 4.4.4).
    private static let flags = 1 << 3 | 1 << 11

    private let sink: WorkbookWriter.Sink
    private let deflater: Deflater
    private var position = 0
    private var directory: [UInt8] = []
    private var entries = 0
    private var unpacked = 0
    // The current entry.
    private var name = ""
    private var start = 0
    private var dataStart = 0
    private var size = 0
    private var checksum = crc32_z(0, nil, 0)

    init(_ sink: @escaping WorkbookWriter.Sink) throws(TableError) {
        self.sink = sink
        deflater = try Deflater()
    }

    /// Writes a whole entry.
    func write(_ text: String, to name: String) throws {
        try begin(name)
        try write(Array(text.utf8))
        try end()
    }

    /// Writes the local header of an entry (section 4.3.7).
    func begin(_ name: String) throws {
        (self.name, start, size, checksum) = (name, position, 0, crc32_z(0, nil, 0))
        var header = Self.number(0x0403_4B50, 4)
        header += Self.common
        header += Self.number(0, 12) + Self.number(name.utf8.count, 2) + Self.number(0, 2)
        try send(header + name.utf8)
        dataStart = position
        deflater.reset()
    }

    func write(_ bytes: [UInt8]) throws {
        unpacked += bytes.count
        guard unpacked <= ZipArchive.maxUnpackedSize else {
            throw TableError.tooLarge(limit: "1 GiB of unpacked data")
        }
        size += bytes.count
        checksum = crc32_z(checksum, bytes, bytes.count)
        try send(deflater.deflate(bytes, isLast: false))
    }

    /// Writes the end of an entry, and remembers its header of the directory (section 4.3.12).
    func end() throws {
        try send(deflater.deflate([], isLast: true))
        let sizes =
            Self.number(Int(checksum), 4) + Self.number(position - dataStart, 4)
            + Self.number(size, 4)
        try send(Self.number(0x0807_4B50, 4) + sizes)
        directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.common + sizes
        directory += Self.number(name.utf8.count, 2) + Self.number(0, 12)
        directory += Self.number(start, 4) + name.utf8
        entries += 1
    }

    /// Writes the directory and its end (section 4.3.16).
    func finish() throws {
        let start = position
        try send(directory)
        try send(
            Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(entries, 2)
                + Self.number(entries, 2) + Self.number(directory.count, 4)
                + Self.number(start, 4) + Self.number(0, 2))
    }

    /// Version needed, flags, method, time and date.
    private static var common: [UInt8] {
        number(20, 2) + number(flags, 2) + number(8, 2) + number(0, 2) + number(date, 2)
    }

    private func send(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        position += bytes.count
        try sink(bytes)
    }

    private static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * $0) : 0) }
    }
}
