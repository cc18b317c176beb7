/// What all benchmarks share: the program, a folder and the sizes.
struct Setting {
    /// The absolute path of the program.
    let fleet: String
    /// Where feeds, homes and error output lie.
    let workspace: Workspace
    let sizes: Sizes

    /// The machine and the versions, as the lines above the table.
    func heading() throws -> String {
        let fleet = try firstLine(of: fleet(["--version"], home: "version"))
        let jq = try firstLine(of: jq(["--version"]))
        return "cores: \(Machine.cores) · fleet \(fleet) · \(jq)\n\n"
    }

    private func firstLine(of command: Command) throws -> String {
        try output(of: command).first ?? "of unknown version"
    }
}

extension Setting {
    /// A run of the program, with a home of its own in the workspace.
    func fleet(_ arguments: [String], home: String) -> Command {
        let home = workspace.path(of: "home-" + home)
        return Command(fleet, arguments, environment + ["FLEET_HOME=" + home])
    }

    /// A run of jq.
    func jq(_ arguments: [String]) -> Command { Command("jq", arguments, environment) }

    /// A run of sqlite3 on the database of a home.
    func sqlite(_ statement: String, home: String) -> Command {
        let database = workspace.path(of: "home-\(home)/fleet.sqlite")
        return Command("sqlite3", ["-batch", database, statement], environment)
    }

    private var environment: [String] {
        ["PATH=" + Machine.searchPath, "HOME=" + workspace.root, "LC_ALL=C.UTF-8"]
    }
}

extension Setting {
    /// Runs a command, its output thrown away, and says what it cost.
    @discardableResult
    func cost(of command: Command) throws -> Usage {
        let child = try Child(command, output: .discarded, errors: workspace.errors)
        return try ending(of: child.wait(), command)
    }

    /// Runs a command, hands every line that it writes to `body`, and says what it cost.
    @discardableResult
    func cost(
        of command: Command, _ body: (_ line: String, _ child: ProcessID) -> Void
    ) throws -> Usage {
        let child = try Child(command, output: .read, errors: workspace.errors)
        let id = child.id
        try child.forEachLine { body($0, id) }
        return try ending(of: child.wait(), command)
    }

    /// The lines that a command writes.
    func output(of command: Command) throws -> [String] {
        var lines: [String] = []
        try cost(of: command) { line, _ in lines.append(line) }
        return lines
    }

    private func ending(of ending: Ending, _ command: Command) throws -> Usage {
        try Interrupts.check()
        if let how = ending.misfortune {
            let errors = Files.beginning(of: workspace.errors)
            throw BenchmarkFailure.ended(command: command.description, how: how, errors: errors)
        }
        return ending.usage
    }
}
