/// Reader for numbers in a sequence of bytes.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        (self.bytes, position) = (bytes, bytes.startIndex)
    }

    /// Number of bytes left.
    var remaining: Int { bytes.endIndex - position }

    /// Reads the next bytes.
    mutating func take(_ count: Int) throws(PictureError) -> ArraySlice<UInt8> {
        guard count <= remaining else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(PictureError) -> UInt8 {
        guard position < bytes.endIndex else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a big-endian number of at most four bytes.
    mutating func bigEndian(_ count: Int) throws(PictureError) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a little-endian number of at most four bytes.
    mutating func littleEndian(_ count: Int) throws(PictureError) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Skips the bytes before the next `byte`.
    mutating func skip(to byte: UInt8) throws(PictureError) {
        while position < bytes.endIndex, bytes[position] != byte { position += 1 }
        guard position < bytes.endIndex else { throw .truncated }
    }
}
