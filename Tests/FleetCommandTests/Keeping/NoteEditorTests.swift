import Testing

@Suite("Notes are written in an editor that has the terminal", .serialized, .slots)
struct NoteEditorTests {
    private static let feed = #"{"vehicles":[{"id":"A-1"}]}"#

    /// An editor that asks on the terminal what to write.
    private static let editor = """
        sh -c 'echo "it has: $(cat "$0")"; printf "new: "; read line; echo "$line" > "$0"'
        """

    @Test("what is typed there is kept, and the terminal is as it was", arguments: ["", "VISUAL"])
    func edited(_ variable: String) async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let environment =
            variable.isEmpty
            ? ["EDITOR": Self.editor] : ["VISUAL": Self.editor, "EDITOR": "false"]
        let screen = try await TmuxScreen(home, "note", "edit", "1", environment: environment)
        try await screen.until("it has: first", "new:")
        try await screen.type("second\n")
        try await screen.until("changed note 1", "ended 0, modes same")
        #expect(try await home.run("note").text.contains("    second\n"))
    }

    @Test("an editor that halts its group halts the program too, and both go on")
    func halted() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let screen = try await TmuxScreen(home, command: ["env", "PS1=next> ", "bash", "--norc"])
        try await screen.until("next>")
        try await screen.type(
            "EDITOR='sh -c \"echo typed; kill -TSTP 0; cp words \\$0\"' fleet note edit 1\n")
        try await screen.until("typed", "Stopped")
        try home.write("second", to: "words")
        try await screen.type("fg\n")
        try await screen.until("changed note 1")
        #expect(try await home.run("note").text.contains("    second\n"))
    }

    @Test("an editor that leaves a pipe in place of its file is not waited for")
    func pipe() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let editor = "sh -c 'rm \"$0\"; mkfifo \"$0\"'"
        let screen = try await TmuxScreen(
            home, "note", "edit", "1", environment: ["EDITOR": editor])
        try await screen.until("error: the editor", "be read, or is larger", "ended 74")
        #expect(try await home.run("note").text.contains("    first\n"))
    }

    @Test("an editor of spaces alone is none: the next one that is set is used")
    func blank() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let screen = try await TmuxScreen(
            home, "note", "edit", "1", environment: ["VISUAL": "  \t", "EDITOR": Self.editor])
        try await screen.until("it has: first", "new:")
        try await screen.type("second\n")
        try await screen.until("changed note 1", "ended 0, modes same")
    }

    @Test("an editor that fails changes nothing", arguments: ["false", "kill -9 $$; true"])
    func failing(_ editor: String) async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let screen = try await TmuxScreen(
            home, "note", "edit", "1", environment: ["EDITOR": editor])
        try await screen.until(
            "error: the editor", editor == "false" ? "it ended with status 1" : "by signal 9",
            "ended 74")
        #expect(try await home.run("note").text.contains("    first\n"))
    }
}
