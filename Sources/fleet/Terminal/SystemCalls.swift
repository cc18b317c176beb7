#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// The few calls of the operating system that the program makes by itself, in one file, so that the
// choice of the C library is made once.

/// Ends the process.
func exit(with status: ExitStatus) -> Never {
    exit(status.code)
}

/// Ends the process at once, from anywhere.
func exitNow(_ code: Int32) -> Never {
    _exit(code)
}

/// Lets a write that cannot be done fail with an error instead of ending the process: to a closed pipe,
/// or beyond the size that a file may have.
func letWritesFail() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Fills the places of the standard input, output and error that are closed, so that no file or
/// connection that is opened later gets what is meant for a person; reading and writing there still fail.
func fillStandardDescriptors() {
    // The lowest free place is the one that is taken.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
        _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
}

/// Has all threads take their memory from one pool.
///
/// The C library of GNU gives each thread a pool and hands little of it back, so a program that runs
/// long would grow whenever another thread happens to read a large fleet.
func shareMemoryBetweenThreads() {
    #if canImport(Glibc)
    guard let symbol = dlsym(nil, "mallopt") else { return }
    // SAFETY: `int mallopt(int, int)` is in malloc.h, which the module Glibc leaves out; -8 is M_ARENA_MAX.
    let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
    _ = mallopt(-8, 1)
    #endif
}

/// Whether a file descriptor is a terminal.
func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
}

/// The size of the terminal at a file descriptor in characters; `nil` if it is none or does not say.
func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
}

/// Writes all bytes to a file descriptor; returns the system's error number, 0 if all went out.
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

/// A pipe that no program inherits unless it is handed it: what is read from, and what is written to;
/// `nil` with `errno` set if there is none to be had.
func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

/// Lets reading from a descriptor, or writing to it, never wait.
func keepFromBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
}

/// Waits until one of some descriptors can be read, or until the time is up; tells whether all of them
/// still have somebody at the other end.
@discardableResult
func waitForInput(_ descriptors: [Int32], milliseconds: Int32) -> Bool {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
    return requests.allSatisfy { Int32($0.revents) & (POLLHUP | POLLERR | POLLNVAL) == 0 }
}

/// What can be read from a descriptor that does not block.
func readWaiting(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
}

/// Writes one byte to a descriptor that does not block; a full pipe has enough to be read.
func wake(_ descriptor: Int32) {
    var byte = UInt8(ascii: "e")
    _ = write(descriptor, &byte, 1)
}

/// Closes a descriptor.
func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

/// The system's words for an error number.
func systemWords(_ number: Int32) -> String {
    String(cString: strerror(number))
}

/// Whether an error number says that the reader of a pipe has gone.
func isBrokenPipe(_ number: Int32) -> Bool {
    number == EPIPE
}

/// The offset of the system's time zone from UTC at a time, in seconds.
func localOffset(atSeconds seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
}

/// The folder that the process works in.
func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}

/// An environment variable that is set and not empty.
func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// The signals that ask a program to end.
let endingSignals = [SIGINT, SIGTERM, SIGHUP]

/// Leaves a signal to whoever asked to be told of it; tells whether it was not ignored before.
///
/// SIGHUP that was, as under `nohup`, is meant to stay ignored. The others are taken over all the same: a
/// shell without job control ignores SIGINT for what it starts with `&`, and a script may send it later.
func takeOverSignal(_ number: Int32) -> Bool {
    let previous = signal(number, SIG_IGN)
    // SAFETY: only the addresses are compared.
    return number != SIGHUP
        || unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Whether something is at a path.
func fileExists(_ path: String) -> Bool {
    access(path, F_OK) == 0
}

/// Removes a file if it is there.
func removeFile(_ path: String) {
    unlink(path)
}

/// Whether something other than a file or a folder is at a path, such as a device or a pipe.
func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Whether a folder is at a path.
func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// How many threads can work at once.
func processorCount() -> Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// The path of a file that is there, with all links followed.
func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The text of a small file; `nil` if it cannot be read or is larger than `limit`.
func readText(_ path: String, limit: Int) -> String? {
    fopen(path, "r").flatMap { text(of: $0, limit: limit) }
}

/// The text of a small file; `nil` also if it is a pipe, a device or the like, which is not waited for.
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

/// Reads a stream to its end, and closes it.
private func text(of file: UnsafeMutablePointer<FILE>, limit: Int) -> String? {
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0, count <= limit else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
}
