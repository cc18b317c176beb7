package import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Calls that concern the whole process.
package enum CurrentProcess {
    /// Exits the process.
    package static func exit(_ code: CInt) -> Never {
        #if canImport(Glibc)
        Glibc.exit(code)
        #elseif canImport(Musl)
        Musl.exit(code)
        #else
        Darwin.exit(code)
        #endif
    }

    /// Exits the process immediately, without exit handlers.
    package static func exitNow(_ code: CInt) -> Never {
        _exit(code)
    }

    /// Ignores SIGPIPE and SIGXFSZ, so that writes to a closed pipe or beyond the file size limit
    /// fail with an error instead of killing the process.
    package static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// File of the running program, without symbolic links; `nil` if the system does not name it.
    package static var program: FilePath? {
        #if canImport(Darwin)
        var size = UInt32(PATH_MAX)
        var name = [CChar](repeating: 0, count: Int(size))
        guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
        #else
        let name = "/proc/self/exe"
        #endif
        guard let path = realpath(name, nil) else { return nil }
        defer { free(path) }
        return FilePath(platformString: path)
    }

    /// Replaces the program of this process (execv(3)); returns only if that fails.
    /// - Parameter arguments: The arguments after the name of the program.
    package static func replace(by program: FilePath, arguments: [String]) -> Errno {
        program.withPlatformString { path in
            var words: [UnsafeMutablePointer<CChar>?] = [strdup(path)]
            words += arguments.map { strdup($0) } + [nil]
            defer { words.forEach { free($0) } }
            execv(path, words)
            return Errno(rawValue: errno)
        }
    }

    /// Signals that request termination.
    package static let terminationSignals = [SIGINT, SIGTERM, SIGHUP]

    /// Signal that the terminal was closed, and that a server reads its files again.
    package static let hangupSignal = SIGHUP

    /// Signal that the size of the terminal has changed.
    package static let resizeSignal = SIGWINCH

    /// Disables a signal's default action, so that a dispatch source can handle it; returns whether
    /// the program should handle it.
    ///
    /// An ignored SIGHUP, as under `nohup`, stays ignored. The other signals are handled even if
    /// they were ignored: a shell without job control ignores SIGINT in background jobs, and a
    /// script may send it later.
    package static func claimSignal(_ number: CInt) -> Bool {
        let previous = signal(number, SIG_IGN)
        // SAFETY: only the addresses are compared.
        return number != SIGHUP
            || unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Kills process groups.
    package static func kill(groups: some Sequence<CInt>) {
        for group in groups { killpg(group, SIGKILL) }
    }

    /// Opens closed standard descriptors, so that no file or connection opened later takes their
    /// place.
    ///
    /// Reading and writing there still fail.
    package static func reserveStandardDescriptors() {
        // `open` returns the lowest free descriptor.
        for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Limits how much free memory glibc's allocator keeps (mallopt(3)).
    ///
    /// By default each thread has an arena of its own, which rarely shrinks, so a long-running
    /// process would grow whenever another thread happens to load a large fleet. And blocks of up
    /// to 32 MiB would leave holes among the small ones.
    package static func limitFreeMemory() {
        #if canImport(Glibc)
        guard let symbol = dlsym(nil, "mallopt") else { return }
        // SAFETY: `int mallopt(int, int)` is in malloc.h, which the Glibc module omits, as it does
        // M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD.
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        _ = mallopt(-8, 1)
        _ = mallopt(-3, 512 << 10)
        _ = mallopt(-1, 1 << 20)
        #endif
    }

    /// Gives the free memory of glibc's allocator back to the system, also what lies between blocks
    /// that are used (malloc_trim(3)).
    package static func releaseFreeMemory() {
        #if canImport(Glibc)
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        // SAFETY: `int malloc_trim(size_t)` is in malloc.h, which the Glibc module omits.
        let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
        _ = trim(0)
        #endif
    }

    /// Memory that the process may use, in bytes: that of the machine, or of a control group of Linux
    /// with less (cgroups(7)).
    package static var memory: Int64 {
        let physical = Int64(sysconf(CInt(_SC_PHYS_PAGES))) * Int64(sysconf(CInt(_SC_PAGESIZE)))
        let groups = FileSystem.text(of: "/proc/self/cgroup", limit: 65_536) ?? ""
        let limits = MemoryGroup.all(in: groups).flatMap(\.limitPaths).compactMap { path in
            FileSystem.text(of: FilePath(path), limit: 64).flatMap {
                Int64($0.prefix { $0.isNumber })
            }
        }
        return ([physical] + limits).filter { $0 > 0 }.min() ?? .max
    }

    /// Number of available processors.
    package static var processorCount: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

    /// Returns the UTC offset of the system's time zone at a time, in seconds.
    package static func localOffset(atSeconds seconds: Int64) -> Int {
        var time = time_t(seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }

    /// ID of the effective user.
    package static var userID: UInt32 { geteuid() }

    /// Home folder of the effective user from the user database; `nil` if it has none.
    package static var registeredHome: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        // SAFETY: the entry points into the buffer, which outlives the copied string.
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            getpwuid_r(geteuid(), &entry, start, buffer.count, &found)
            guard found != nil, let folder = entry.pw_dir else { return nil }
            return String(cString: folder)
        }
    }
}
