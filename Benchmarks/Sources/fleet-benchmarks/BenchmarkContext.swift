/// Program, workspace and sizes that all benchmarks share.
struct BenchmarkContext {
    /// Absolute path of the program.
    let fleet: String
    /// Folder for feeds, homes and error output.
    let workspace: Workspace
    let sizes: Sizes

    /// Returns the lines above the table: the machine and the versions.
    func heading() throws -> String {
        let fleet = try firstLine(of: fleet(["--version"], home: "version"))
        let jq = try firstLine(of: jq(["--version"]))
        return "cores: \(Machine.cores) · \(fleet) · \(jq)\n\n"
    }

    private func firstLine(of command: Command) throws -> String {
        try output(of: command).first ?? "(unknown version)"
    }
}

extension BenchmarkContext {
    /// Returns a command that runs the program with a home in the workspace.
    /// - Parameter database: Address of a PostgreSQL database that has the sources and vehicles.
    func fleet(_ arguments: [String], home: String, database: String? = nil) -> Command {
        let home = workspace.path(of: "home-" + home)
        let variables = ["FLEET_HOME=" + home] + (database.map { ["FLEET_DATABASE=" + $0] } ?? [])
        return Command(fleet, arguments, environment + variables)
    }

    /// Returns a command that runs jq.
    func jq(_ arguments: [String]) -> Command { command("jq", arguments) }

    /// Returns a command that runs another program.
    func command(_ program: String, _ arguments: [String]) -> Command {
        Command(program, arguments, environment)
    }

    /// Returns a command that runs sqlite3 on the database of a home.
    func sqlite(_ statement: String, home: String) -> Command {
        let database = workspace.path(of: "home-\(home)/fleet.sqlite")
        return Command("sqlite3", ["-batch", database, statement], environment)
    }

    private var environment: [String] {
        ["PATH=" + Machine.searchPath, "HOME=" + workspace.root, "LC_ALL=C.UTF-8"]
    }
}

extension BenchmarkContext {
    /// Runs a command, discards its output and returns its resource usage.
    @discardableResult
    func run(_ command: Command) throws -> Usage {
        let child = try Child(command, output: .discarded, errors: workspace.errors)
        return try usage(of: command, after: child.wait())
    }

    /// Runs a command like `run` and measures its peak memory, too; a small program starts it,
    /// whose time is included.
    func runForPeak(_ command: Command) throws -> Usage {
        let file = workspace.path(of: "peak")
        let launcher = Machine.programFolder + "/peak-memory"
        var usage = try run(
            Command(launcher, [file, command.program] + command.arguments, command.environment))
        let text = Files.beginning(of: file).prefix { $0 != "\n" }
        guard let peak = Double(text) else {
            throw BenchmarkError.unexpectedResult("no peak memory of \(command)")
        }
        usage.peak = peak
        return usage
    }

    /// Runs a command, passes every line of its output to `body` and returns its resource usage.
    @discardableResult
    func run(
        _ command: Command, _ body: (_ line: String, _ child: ProcessID) -> Void
    ) throws -> Usage {
        let child = try Child(command, output: .read, errors: workspace.errors)
        let id = child.id
        try child.forEachLine { body($0, id) }
        return try usage(of: command, after: child.wait())
    }

    /// Runs a command and returns the lines of its output.
    func output(of command: Command) throws -> [String] {
        var lines: [String] = []
        try run(command) { line, _ in lines.append(line) }
        return lines
    }

    /// - Throws: `.commandFailed` if the command did not exit with 0.
    private func usage(of command: Command, after termination: Termination) throws -> Usage {
        try Interrupts.check()
        if let reason = termination.failureDescription {
            let errors = Files.beginning(of: workspace.errors)
            throw BenchmarkError.commandFailed(
                command: command.description, reason: reason, errors: errors)
        }
        return termination.usage
    }
}
