#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Surroundings of the process that it cannot run in: limits (`ulimit`) that are too low, or a
/// missing /proc.
///
/// The libraries for events, threads and connections stop the process when they get no descriptor,
/// thread or memory, so this is checked before anything uses them.
package enum ProcessLimitError: Error, Equatable {
    /// Too few files can be opened.
    case descriptors(free: Int, needed: Int)
    /// The address space is too small.
    case memory(mebibytes: Int, needed: Int)
    /// There is no `/proc`, as in a bare chroot.
    case noProcessFiles
}

/// Check of the process's limits.
package enum ProcessLimits {
    /// Descriptors that the most demanding command needs, with a margin.
    private static let neededDescriptors = 32
    /// Address space of the libraries, and of the stacks that each processor's threads have.
    private static let neededMebibytes = 256 + 16 * CurrentProcess.processorCount

    /// Raises the limit of open files as far as allowed, and throws if a limit is too low.
    ///
    /// With a memory limit, a failed allocation, which stops the process, ends with an error line.
    package static func check() throws(ProcessLimitError) {
        raiseDescriptorLimit(to: 256)
        let free = freeDescriptors(upTo: neededDescriptors)
        guard free == neededDescriptors else {
            throw .descriptors(free: free, needed: neededDescriptors)
        }
        var limit = rlimit()
        guard getrlimit(addressSpace, &limit) == 0 else { return }
        let mebibytes = Int(clamping: limit.rlim_cur) >> 20
        guard mebibytes >= neededMebibytes else {
            throw .memory(mebibytes: mebibytes, needed: neededMebibytes)
        }
        if mebibytes < 1 << 30 { explainFailedAllocations() }
    }

    /// Throws if `/proc` is not mounted on Linux, before any thread is created.
    ///
    /// libdispatch counts its running threads there, and stops the process if it cannot, at random.
    package static func checkProcessFiles() throws(ProcessLimitError) {
        #if os(Linux)
        guard access("/proc/self/task", R_OK | X_OK) == 0 else { throw .noProcessFiles }
        #endif
    }

    /// Whether a file can be opened.
    package static var hasFreeDescriptor: Bool { freeDescriptors(upTo: 1) > 0 }

    /// Raises the limit of open files to `count`, or as far as allowed, and returns it.
    @discardableResult
    package static func raiseDescriptorLimit(to count: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return count }
        guard limit.rlim_cur < count else { return Int(clamping: limit.rlim_cur) }
        let current = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
        return Int(clamping: setrlimit(openFiles, &limit) == 0 ? limit.rlim_cur : current)
    }

    /// Returns the number of descriptors that can be opened, at most `count`.
    private static func freeDescriptors(upTo count: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return count }
        var (free, descriptor) = (0, CInt(0))
        while free < count, descriptor < limit.rlim_cur {
            if fcntl(descriptor, F_GETFD) == -1 { free += 1 }
            descriptor += 1
        }
        return free
    }

    /// Handles the signals with which the runtimes of Swift and C++ stop the process.
    private static func explainFailedAllocations() {
        for number in [SIGILL, SIGTRAP, SIGABRT] {
            signal(number) { _ in
                let message: StaticString = """
                    error: fleet stopped, probably because its memory is limited
                    hint: raise the limit of the address space, as with `ulimit -v unlimited`

                    """
                _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
                _exit(74)
            }
        }
    }

    #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    private static let addressSpace = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
    private static let openFiles = RLIMIT_NOFILE
    private static let addressSpace = RLIMIT_AS
    #endif
}
