/// Program with its arguments and its complete environment.
struct Command {
    /// Path, or a name to find in the search path.
    let program: String
    let arguments: [String]
    /// Variables as `NAME=value`.
    let environment: [String]

    init(_ program: String, _ arguments: [String], _ environment: [String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

extension Command: CustomStringConvertible {
    /// Command as typed, without the program's folder.
    var description: String {
        let name = program.split(separator: "/").last.map(String.init) ?? program
        return ([name] + arguments).joined(separator: " ")
    }
}

extension Command {
    /// Returns the command with one line of input.
    func withInput(_ line: String) -> Command {
        let script = #"line=$1; shift; printf '%s\n' "$line" | "$@""#
        return Command("sh", ["-c", script, "sh", line, program] + arguments, environment)
    }
}
