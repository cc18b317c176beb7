/// Output buffer that is flushed in chunks, so that memory stays bounded.
///
/// Appending never throws. Call ``endRow()`` after every row to flush a full buffer, and
/// ``finish()`` to flush the rest.
public struct ByteSink {
    /// Bytes that are not flushed yet.
    public var text = UTF8Buffer()
    private let capacity: Int
    private let flush: (UnsafeRawBufferPointer) throws -> Void

    /// Creates a sink that calls `flush` once at least `capacity` bytes are buffered.
    ///
    /// The buffer passed to `flush` is valid during the call only. ``endRow()`` and ``finish()``
    /// rethrow its errors.
    public init(
        capacity: Int = 64 * 1024, flush: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.capacity = max(capacity, 1)
        self.flush = flush
        text.bytes.reserveCapacity(self.capacity + 4096)
    }

    /// Appends text as is.
    public mutating func append(_ string: String) {
        text.append(string)
    }

    /// Appends bytes.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        text.bytes.append(contentsOf: bytes)
    }

    /// Flushes the buffer if it is full.
    public mutating func endRow() throws {
        if text.bytes.count >= capacity { try finish() }
    }

    /// Flushes the buffer; more bytes may follow.
    public mutating func finish() throws {
        guard !text.bytes.isEmpty else { return }
        defer { text.bytes.removeAll(keepingCapacity: true) }
        try text.bytes.withUnsafeBytes(flush)
    }
}
