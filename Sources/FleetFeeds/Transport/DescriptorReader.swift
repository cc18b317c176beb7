import FleetCore
import POSIX
import SystemPackage

/// Reader of an open descriptor to its end, for a thread that may block.
struct DescriptorReader {
    let descriptor: FileDescriptor
    /// Source of the bytes, for error messages.
    let location: String
    /// Maximum number of bytes.
    let limit: ByteLimit
    /// Size reported by the system, or 0; the file may turn out longer or shorter.
    var expectedSize: Int64 = 0
    /// Whether to wait for input, as for a pipe.
    var waitsForInput = false
    /// Maximum time without any input; unlimited if `nil`.
    var timeout: Duration?

    /// Interval between two checks for cancellation during a wait, in milliseconds.
    private static let cancellationCheckInterval: Int32 = 50
    private static let chunkSize = 1 << 18

    init(descriptor: FileDescriptor, location: String, limit: ByteLimit) {
        self.descriptor = descriptor
        self.location = location
        self.limit = limit
    }

    /// Reads all bytes up to the end.
    func readToEnd(isCancelled: () -> Bool) throws -> [UInt8] {
        guard expectedSize <= limit.bytes else {
            throw FeedFailure(limit.reason(size: expectedSize), at: location)
        }
        var bytes = try readExpectedBytes(isCancelled: isCancelled)
        // SAFETY: `read` writes at most the buffer's size; only the bytes it wrote are used.
        try withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 16) { buffer in
            while true {
                let count = try read(into: buffer, isCancelled: isCancelled)
                if count == 0 { break }
                guard Int64(bytes.count + count) <= limit.bytes else {
                    throw FeedFailure(limit.reason(), at: location)
                }
                bytes.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<count])
            }
        }
        guard !bytes.isEmpty else { throw FeedFailure(.content(.empty), at: location) }
        return bytes
    }

    /// Reads up to `expectedSize` bytes directly into the resulting array.
    private func readExpectedBytes(isCancelled: () -> Bool) throws -> [UInt8] {
        let size = Int(clamping: expectedSize)
        guard size > 0 else { return [] }
        // SAFETY: `count` is the number of bytes read into the array's own storage.
        return try [UInt8](unsafeUninitializedCapacity: size + DocumentResponse.padding) {
            array, count in
            while count < size {
                let end = min(count + (Self.chunkSize << 2), size)
                let part = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(array)[count..<end])
                let read = try read(into: part, isCancelled: isCancelled)
                if read == 0 { break }
                count += read
            }
        }
    }

    private func read(
        into buffer: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool
    ) throws -> Int {
        while true {
            if waitsForInput { try wait(isCancelled: isCancelled) }
            if isCancelled() { throw CancellationError() }
            do {
                return try descriptor.read(into: buffer)
            } catch let error as Errno {
                switch error {
                case .resourceTemporarilyUnavailable where waitsForInput: continue
                case .isDirectory: throw FeedFailure(.machine(.isDirectory), at: location)
                default: throw FeedFailure(.unreadable(error), at: location)
                }
            }
        }
    }

    /// Waits for input or the end of the file.
    private func wait(isCancelled: () -> Bool) throws {
        let start = ContinuousClock.now
        while !isCancelled() {
            let input = FileDescriptor.waitForInput(
                descriptor, milliseconds: Self.cancellationCheckInterval)
            if input.isReady { return }
            if let timeout, ContinuousClock.now - start > timeout {
                let seconds = max(Int(clamping: timeout.components.seconds), 1)
                throw FeedFailure(.network(.readTimeout(seconds: seconds)), at: location)
            }
        }
    }
}
