#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard streams of a program: input and output are descriptors or `/dev/null`, errors go to a
/// file.
struct Redirection {
    var input: Int32?
    let output: Int32?
    let errors: String

    #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    private static let noActions: Actions = nil
    private static let noAttributes: Attributes = nil
    #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    private static var noActions: Actions { Actions() }
    private static var noAttributes: Attributes { Attributes() }
    #endif

    /// Starts a program with no signal blocked.
    func spawn(_ command: Command) throws -> ProcessID {
        var actions = Self.noActions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions)
        var attributes = Self.noAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        unblockSignals(&attributes)
        var id: ProcessID = 0
        let arguments = CStrings([command.program] + command.arguments)
        let environment = CStrings(command.environment)
        let cause = posix_spawnp(
            &id, command.program, &actions, &attributes, arguments.pointers, environment.pointers)
        guard cause == 0 else {
            throw BenchmarkError.system(
                call: command.program, cause: String(cString: strerror(cause)))
        }
        return id
    }

    private func redirect(_ actions: inout Actions) {
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(
            &actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }

    private func unblockSignals(_ attributes: inout Attributes) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    }
}

/// Null-terminated array of C strings, freed on deinitialization.
private final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
