/// Reads numbers from bytes, one after the other.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        (self.bytes, position) = (bytes, bytes.startIndex)
    }

    /// How many bytes are left.
    var rest: Int { bytes.endIndex - position }

    /// Takes the next bytes.
    mutating func take(_ count: Int) throws(PictureFault) -> ArraySlice<UInt8> {
        guard count <= rest else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(PictureFault) -> UInt8 {
        guard position < bytes.endIndex else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number of at most four bytes, the highest first.
    mutating func big(_ count: Int) throws(PictureFault) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of at most four bytes, the lowest first.
    mutating func little(_ count: Int) throws(PictureFault) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Skips what comes before a byte.
    mutating func skip(to byte: UInt8) throws(PictureFault) {
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer[(position - bytes.startIndex)...].firstIndex(of: byte)
        }
        guard let found else { throw .truncated }
        position = bytes.startIndex + found
    }
}
