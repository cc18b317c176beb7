/// Bytes on their way out, handed on in pieces so that memory stays bounded.
///
/// Text is added without an error to handle; ``endRow()`` after every row hands the bytes on once
/// there are enough of them, and ``finish()`` hands on the rest.
public struct ByteSink {
    /// The bytes that were not handed on yet.
    public var text = ByteText()
    private let capacity: Int
    private let flush: (UnsafeRawBufferPointer) throws -> Void

    /// Creates a sink that calls `flush` whenever `capacity` bytes came together.
    ///
    /// The buffer that `flush` is given is good for the call only. What it throws comes out of
    /// ``endRow()`` or ``finish()``.
    public init(
        capacity: Int = 64 * 1024, flush: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.capacity = max(capacity, 1)
        self.flush = flush
        text.bytes.reserveCapacity(self.capacity + 4096)
    }

    /// Adds text as it is.
    public mutating func append(_ string: String) {
        text.append(string)
    }

    /// Adds bytes.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        text.bytes.append(contentsOf: bytes)
    }

    /// Hands the bytes on if there are enough of them.
    public mutating func endRow() throws {
        if text.bytes.count >= capacity { try finish() }
    }

    /// Hands on what is left; more may follow.
    public mutating func finish() throws {
        guard !text.bytes.isEmpty else { return }
        defer { text.bytes.removeAll(keepingCapacity: true) }
        try text.bytes.withUnsafeBytes(flush)
    }
}
