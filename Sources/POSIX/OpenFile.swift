package import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Owner of an open file descriptor: closes it on deinitialization, and child processes do not
/// inherit it.
package struct OpenFile: ~Copyable {
    /// The descriptor, which is valid as long as this value.
    package let descriptor: FileDescriptor

    /// Takes over an open descriptor.
    package init(owning descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Opens a file; a new one gets the permissions, reduced by the umask.
    ///
    /// A terminal does not become the controlling one.
    package init(
        _ path: FilePath, _ access: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
    ) throws(Errno) {
        let options = options.union([.closeOnExec, FileDescriptor.OpenOptions(rawValue: O_NOCTTY)])
        descriptor = try rethrowingErrno {
            try FileDescriptor.open(path, access, options: options, permissions: permissions)
        }
    }

    /// Opens a file for reading; opening a pipe without a writer does not block.
    package init(reading path: FilePath) throws(Errno) {
        try self.init(path, .readOnly, options: .nonBlocking)
    }

    /// Opens the file of another descriptor a second time, with the same position.
    package init(duplicating other: FileDescriptor) throws(Errno) {
        let copy = try retryingInterrupted { fcntl(other.rawValue, F_DUPFD_CLOEXEC, 0) }
        descriptor = FileDescriptor(rawValue: copy)
    }

    /// Creates an unnamed temporary file for reading and writing.
    package static func temporary() throws(Errno) -> OpenFile {
        guard let stream = tmpfile() else { throw .last }
        defer { fclose(stream) }
        return try OpenFile(duplicating: FileDescriptor(rawValue: fileno(stream)))
    }

    deinit {
        try? descriptor.close()
    }

    /// Returns the status of the file.
    package func status() throws(Errno) -> Stat { try descriptor.stat() }

    /// Reads at most `limit` bytes; returns none at the end.
    package func read(upTo limit: Int) throws(Errno) -> [UInt8] {
        try rethrowingErrno {
            // SAFETY: `count` is the number of bytes read into the array's own storage.
            try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Reads the rest of the file; returns `nil` if it has more than `limit` bytes.
    package func bytes(limit: Int) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            let chunk = try read(upTo: 65_536)
            if chunk.isEmpty { return bytes }
            guard bytes.count + chunk.count <= limit else { return nil }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
    }

    /// Moves to the beginning; fails for a pipe.
    package func rewind() throws(Errno) {
        _ = try rethrowingErrno { try descriptor.seek(offset: 0, from: .start) }
    }

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(Errno) { try descriptor.write(all: bytes) }

    /// Sets the permissions of another file and, if allowed, its owner.
    package func setPermissions(of status: Stat) throws(Errno) {
        // Only root may change the owner; a failure is harmless.
        if try self.status().userID != status.userID {
            _ = fchown(descriptor.rawValue, status.userID.rawValue, status.groupID.rawValue)
        }
        _ = try retryingInterrupted { fchmod(descriptor.rawValue, status.permissions.rawValue) }
    }

    /// Sets the access and modification times to now.
    package func touch() {
        futimens(descriptor.rawValue, nil)
    }

    /// Flushes the file, or the entries of a folder, to disk; devices and some file systems need
    /// not support it.
    package func synchronize() throws(Errno) {
        do throws(Errno) {
            _ = try retryingInterrupted { fsync(descriptor.rawValue) }
        } catch {
            if error != .invalidArgument, error != .readOnlyFileSystem { throw error }
        }
    }

    /// Locks the whole file (`flock`), or fails at once with `Errno.wouldBlock`.
    ///
    /// Any number of processes may hold a shared lock while no process holds an exclusive one.
    package func lock(isShared: Bool = false) throws(Errno) {
        let operation = (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB
        _ = try retryingInterrupted { flock(descriptor.rawValue, operation) }
    }

    /// Releases the lock.
    package func unlock() {
        _ = flock(descriptor.rawValue, LOCK_UN)
    }

    /// Closes the file and reports delayed write errors.
    package consuming func close() throws(Errno) {
        let descriptor = descriptor
        discard self
        try rethrowingErrno { try descriptor.close() }
    }
}

extension FileDescriptor {
    /// Writes all bytes; unlike `writeAll(_:)`, declares its error and is not generic.
    package func write(all bytes: [UInt8]) throws(Errno) {
        var count = 0
        while count < bytes.count {
            count += try rethrowingErrno {
                try bytes.withUnsafeBytes { bytes in
                    try write(UnsafeRawBufferPointer(rebasing: bytes[count...]))
                }
            }
        }
    }
}

extension Errno {
    /// Error of the last failed call.
    static var last: Errno { Errno(rawValue: errno) }

    /// Whether the disk is full, or a quota or file size limit is exceeded.
    package var isDiskFull: Bool {
        [.noSpace, .diskQuotaExceeded, .fileTooLarge].contains(self)
    }
}

/// Calls a function of the C library again if a signal interrupted it; throws its error.
func retryingInterrupted(_ call: () -> CInt) throws(Errno) -> CInt {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = Errno.last
        if error != .interrupted { throw error }
    }
}

/// Calls a function of SystemPackage, whose functions throw `Errno` but mostly do not declare it.
func rethrowingErrno<Value>(_ body: () throws -> Value) throws(Errno) -> Value {
    do {
        return try body()
    } catch let error as Errno {
        throw error
    } catch {
        throw .ioError
    }
}
