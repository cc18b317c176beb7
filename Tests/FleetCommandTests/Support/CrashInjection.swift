import FleetTestSupport

#if os(Linux)
/// A preloaded library that kills a program before one of its calls that change files, or send
/// something.
///
/// It counts calls from the moment when the program opens a file with a given name, or from the
/// start of another program.
enum CrashInjection {
    /// What is killed.
    enum Victim: String {
        /// The program that counts.
        case itself
        /// The one that started it.
        case parent
        /// Both, and all that they started.
        case group
    }

    /// Returns environment variables that kill something with `SIGKILL` before call number `call`
    /// of a program that the command starts; its number of calls is in `report` when it has ended.
    static func environment(
        beforeCall call: Int, of program: String, killing victim: Victim, report: String
    ) async throws -> [String: String] {
        [
            "LD_PRELOAD": try await library.value, "CRASH_PROGRAM": program,
            "CRASH_CALL": "\(call)", "CRASH_VICTIM": victim.rawValue, "CRASH_REPORT": report,
        ]
    }

    /// Returns environment variables that kill a program with `SIGKILL` before call number `call`.
    static func environment(
        beforeCall call: Int, after name: String
    ) async throws -> [String: String] {
        [
            "LD_PRELOAD": try await library.value, "CRASH_AFTER": name, "CRASH_CALL": "\(call)",
        ]
    }

    private static let library = Task {
        let path = FleetHome.products + "/crash-injection.so"
        let arguments = ["-shared", "-fPIC", "-O1", "-o", path, "-x", "c", "-", "-ldl"]
        _ = try await Tool.run(["clang"] + arguments, input: Array(source.utf8))
        return path
    }

    /// Source in C: each function counts the call, then forwards it to the C library.
    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <sys/stat.h>
        #include <sys/types.h>
        #include <unistd.h>

        static int begun, calls;

        static void count(void) {
            const char *call = getenv("CRASH_CALL");
            if (__atomic_load_n(&begun, __ATOMIC_SEQ_CST) && call
                && __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) == atoi(call)) {
                const char *victim = getenv("CRASH_VICTIM");
                if (victim && strcmp(victim, "group") == 0) kill(0, SIGKILL);
                else if (victim && strcmp(victim, "parent") == 0) kill(getppid(), SIGKILL);
                else kill(getpid(), SIGKILL);
            }
        }

        static int counts_from_start(void) {
            const char *program = getenv("CRASH_PROGRAM");
            return program && strcmp(program, program_invocation_short_name) == 0;
        }

        __attribute__((constructor)) static void start(void) {
            if (counts_from_start()) begun = 1;
        }

        __attribute__((destructor)) static void report(void) {
            const char *path = getenv("CRASH_REPORT");
            if (!path || !counts_from_start()) return;
            FILE *file = fopen(path, "w");
            if (!file) return;
            fprintf(file, "%d", calls);
            fclose(file);
        }

        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
        #define COUNTED(type, name, parameters, arguments) \
            type name parameters { count(); return NEXT(name) arguments; }

        COUNTED(ssize_t, write, (int f, const void *b, size_t n), (f, b, n))
        COUNTED(ssize_t, pwrite, (int f, const void *b, size_t n, off_t o), (f, b, n, o))
        COUNTED(ssize_t, pwrite64, (int f, const void *b, size_t n, off64_t o), (f, b, n, o))
        COUNTED(ssize_t, send, (int f, const void *b, size_t n, int o), (f, b, n, o))
        COUNTED(int, fsync, (int f), (f))
        COUNTED(int, fdatasync, (int f), (f))
        COUNTED(int, ftruncate, (int f, off_t n), (f, n))
        COUNTED(int, ftruncate64, (int f, off64_t n), (f, n))
        COUNTED(int, unlink, (const char *p), (p))
        COUNTED(int, unlinkat, (int d, const char *p, int x), (d, p, x))
        COUNTED(int, renameat, (int d, const char *p, int e, const char *q), (d, p, e, q))

        static int opening(const char *name, int flags) {
            const char *after = getenv("CRASH_AFTER");
            const char *end = strrchr(name, '/');
            if (after && strcmp(end ? end + 1 : name, after) == 0)
                __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);
            else if (flags & O_CREAT)
                count();
            return flags & O_CREAT;
        }

        #define OPEN(function) \
            int function(const char *name, int flags, ...) { \
                mode_t mode = 0; \
                if (opening(name, flags)) { \
                    va_list list; \
                    va_start(list, flags); \
                    mode = va_arg(list, mode_t); \
                    va_end(list); \
                } \
                return NEXT(function)(name, flags, mode); \
            }

        OPEN(open)
        OPEN(open64)

        int openat(int folder, const char *name, int flags, ...) {
            mode_t mode = 0;
            if (opening(name, flags)) {
                va_list list;
                va_start(list, flags);
                mode = va_arg(list, mode_t);
                va_end(list);
            }
            return NEXT(openat)(folder, name, flags, mode);
        }
        """#
}
#endif
