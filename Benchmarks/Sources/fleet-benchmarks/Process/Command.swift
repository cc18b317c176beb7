/// A program with its arguments and its whole environment.
struct Command {
    /// A path, or a name that is looked for in the search path.
    let program: String
    let arguments: [String]
    /// `NAME=value` each.
    let environment: [String]

    init(_ program: String, _ arguments: [String], _ environment: [String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

extension Command: CustomStringConvertible {
    /// The command as it would be typed, without its folder.
    var description: String {
        let name = program.split(separator: "/").last.map(String.init) ?? program
        return ([name] + arguments).joined(separator: " ")
    }
}
