import Subprocess
import SystemPackage

/// The pager of the user: `PAGER`, otherwise `less`.
struct Pager {
    private let program: Program

    init(_ environment: [String: String]) {
        var environment = environment
        let command = environment["PAGER"]
        // Colors are shown, short output is not paged, and the screen is not cleared, as in git.
        environment["LESS"] = environment["LESS"] ?? "FRX"
        environment["LESSCHARSET"] = environment["LESSCHARSET"] ?? "utf-8"
        program =
            command.map {
                // The variable may contain options, so the shell parses it.
                Program(name: "/bin/sh", arguments: ["-c", $0], environment: environment)
            } ?? Program(name: "less", arguments: [], environment: environment)
    }

    /// Whether the user wants a pager; `PAGER=cat` and an empty `PAGER` disable it.
    static func isWanted(in environment: [String: String]) -> Bool {
        let isDumb = ["", "dumb"].contains(environment["TERM"] ?? "")
        return !isDumb && !["", "cat"].contains(environment["PAGER"] ?? "less")
    }

    /// Shows a file; returns whether the program could be started.
    func show(_ file: FileDescriptor, on terminal: FileDescriptor) async -> Bool {
        switch try? await program.runInForeground(input: file, output: terminal) {
        // The shell cannot find the program, or cannot start it.
        case .exited(126), .exited(127), nil: false
        case .exited, .signaled: true
        }
    }
}
