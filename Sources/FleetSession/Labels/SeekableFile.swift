import Foundation

/// A file that can be read from its beginning any number of times.
final class SeekableFile {
    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens a file, or standard input for nil.
    ///
    /// A file that cannot be read twice is copied to an unnamed temporary file. On failure, returns the
    /// system's error number.
    static func open(_ path: String?) -> (SeekableFile?, error: Int32) {
        let source = path.map { systemOpen($0, O_RDONLY | O_CLOEXEC) } ?? dup(0)
        guard source >= 0 else { return (nil, errno) }
        if lseek(source, 0, SEEK_SET) == 0 {
            var status = stat()
            let isFolder = fstat(source, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            guard isFolder else { return (SeekableFile(source), 0) }
            close(source)
            return (nil, EISDIR)
        }
        defer { close(source) }
        return copy(of: source)
    }

    private static func copy(of source: Int32) -> (SeekableFile?, error: Int32) {
        guard let temporary = tmpfile() else { return (nil, errno) }
        defer { fclose(temporary) }
        let input = SeekableFile(dup(source))
        while true {
            let (chunk, error) = input.read(65_536)
            guard error == 0 else { return (nil, error) }
            if chunk.isEmpty { break }
            let writeError = chunk.withUnsafeBytes { writeAll($0, to: fileno(temporary)) }
            guard writeError == 0 else { return (nil, writeError) }
        }
        return (SeekableFile(dup(fileno(temporary))), 0)
    }

    /// Moves to the beginning; returns whether that succeeded.
    func rewind() -> Bool {
        lseek(descriptor, 0, SEEK_SET) == 0
    }

    /// Returns at most `limit` bytes, none at the end, and 0 or the system's error number.
    func read(_ limit: Int) -> (bytes: [UInt8], error: Int32) {
        var error: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var read = systemRead(descriptor, buffer.baseAddress, limit)
            while read < 0, errno == EINTR {
                read = systemRead(descriptor, buffer.baseAddress, limit)
            }
            if read < 0 { error = errno }
            count = max(0, read)
        }
        return (bytes, error)
    }
}

// System calls that methods of the same name would hide.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemRead(_ file: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int
{
    read(file, buffer, count)
}
