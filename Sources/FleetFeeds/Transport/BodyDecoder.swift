import FleetCore

/// Decoder of a response body, which removes its content codings as it arrives, within limits.
struct BodyDecoder {
    private let inflaters: [Inflater]
    private let limit: ByteLimit
    private let maxRatio: Int
    /// Number of bytes before decoding, and after each layer.
    private var counts: [Int]

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - layers: Number of compressed streams in one another.
    ///   - limit: Maximum number of bytes in each layer.
    ///   - maxRatio: Maximum ratio of each layer to the bytes received.
    init(layers: Int, limit: ByteLimit, maxRatio: Int) {
        inflaters = (0..<layers).map { _ in Inflater() }
        counts = Array(repeating: 0, count: layers + 1)
        self.limit = limit
        self.maxRatio = maxRatio
    }

    /// Decodes the next part of the body, and appends the data to the bytes.
    mutating func decode(_ part: UnsafeRawBufferPointer, into bytes: inout [UInt8]) throws {
        try pass(part, to: 0, into: &bytes)
    }

    /// Checks that all streams are complete.
    func finish() throws {
        for inflater in inflaters { try inflater.finish() }
    }

    private mutating func pass(
        _ part: UnsafeRawBufferPointer, to layer: Int, into bytes: inout [UInt8]
    ) throws {
        counts[layer] += part.count
        guard counts[layer] / maxRatio <= counts[0] else {
            throw ResponseBody.ReadError(.size(.suspiciousCompression))
        }
        guard counts[layer] <= limit.bytes else { throw ResponseBody.ReadError(limit.reason()) }
        guard layer < inflaters.count else { return bytes.append(contentsOf: part) }
        let inflater = inflaters[layer]
        try inflater.decode(part) { try pass($0, to: layer + 1, into: &bytes) }
    }
}
