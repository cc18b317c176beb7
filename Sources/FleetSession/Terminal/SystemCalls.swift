import Foundation

// Direct system calls, in one file so that only this file selects the C library.

/// Exits the process.
package func exit(with status: ExitStatus) -> Never {
    exit(status.code)
}

/// Exits the process immediately, without exit handlers; async-signal-safe.
func exitNow(_ code: Int32) -> Never {
    _exit(code)
}

/// Ignores SIGPIPE and SIGXFSZ, so that writes to a closed pipe or beyond the file size limit fail
/// with an error instead of killing the process.
package func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Opens closed standard descriptors, so that no file or connection opened later takes their place.
///
/// Reading and writing there still fail.
package func reserveStandardDescriptors() {
    // `open` returns the lowest free descriptor.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
        _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
}

/// Limits glibc's allocator to one arena.
///
/// By default each thread has its own arena, which rarely shrinks, so a long-running process would
/// grow whenever another thread happens to load a large fleet.
package func limitMemoryArenas() {
    #if canImport(Glibc)
    guard let symbol = dlsym(nil, "mallopt") else { return }
    // SAFETY: `int mallopt(int, int)` is in malloc.h, which the Glibc module omits; -8 is
    // M_ARENA_MAX.
    let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
    _ = mallopt(-8, 1)
    #endif
}

/// Returns whether a file descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
}

/// Returns the size of a terminal in characters; nil if it is not a terminal or reports no size.
func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
}

/// Writes all bytes to a file descriptor; returns `errno`, or 0 on success.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
        let written = write(descriptor, rest.baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return written < 0 ? errno : EIO }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    return 0
}

/// Creates a pipe that is closed on exec; returns nil and sets `errno` on failure.
func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

/// Makes a descriptor non-blocking.
func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
}

/// Waits until a descriptor is readable or the timeout passes; returns whether all are still
/// connected.
@discardableResult
func waitForInput(_ descriptors: [Int32], milliseconds: Int32) -> Bool {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
    return requests.allSatisfy { Int32($0.revents) & (POLLHUP | POLLERR | POLLNVAL) == 0 }
}

/// Reads the available bytes, at most 512, from a non-blocking descriptor.
func readAvailable(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
}

/// Writes one byte to a non-blocking pipe to wake its reader; a full pipe already does.
func wake(_ descriptor: Int32) {
    var byte = UInt8(ascii: "e")
    _ = write(descriptor, &byte, 1)
}

/// Closes a descriptor.
func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

/// Returns the system's message for an error number.
func systemErrorMessage(_ number: Int32) -> String {
    String(cString: strerror(number))
}

/// Returns whether an error number means that the reader of a pipe has closed it.
func isBrokenPipe(_ number: Int32) -> Bool {
    number == EPIPE
}

/// Returns the UTC offset of the system's time zone at a time, in seconds.
func localOffset(atSeconds seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
}

/// Returns the path of the working directory.
package func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}

/// Signals that request termination.
let terminationSignals = [SIGINT, SIGTERM, SIGHUP]

/// Disables a signal's default action, so that a dispatch source can handle it; returns whether the
/// program should handle it.
///
/// An ignored SIGHUP, as under `nohup`, stays ignored. The other signals are handled even if they
/// were ignored: a shell without job control ignores SIGINT in background jobs, and a script may
/// send it later.
func claimSignal(_ number: Int32) -> Bool {
    let previous = signal(number, SIG_IGN)
    // SAFETY: only the addresses are compared.
    return number != SIGHUP
        || unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Returns whether a path exists.
func fileExists(_ path: String) -> Bool {
    access(path, F_OK) == 0
}

/// Removes a file if it exists.
func removeFile(_ path: String) {
    unlink(path)
}

/// Returns whether a path is neither a regular file nor a folder, such as a device or a pipe.
package func isSpecialFile(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Returns whether a path is a folder.
func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Returns the number of available processors.
package func processorCount() -> Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// Returns the path of an existing file with all symbolic links resolved.
func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Reads a small text file; returns nil if it cannot be read or is larger than `limit` bytes.
package func readText(_ path: String, limit: Int) -> String? {
    fopen(path, "r").flatMap { text(of: $0, limit: limit) }
}

/// Reads a small regular file like ``readText(_:limit:)``; returns nil for pipes and devices.
func readFile(_ path: String, limit: Int) -> String? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let file = fdopen(descriptor, "r")
    else {
        if descriptor >= 0 { close(descriptor) }
        return nil
    }
    return text(of: file, limit: limit)
}

/// Reads a stream to its end and closes it.
private func text(of file: UnsafeMutablePointer<FILE>, limit: Int) -> String? {
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0, count <= limit else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
}
