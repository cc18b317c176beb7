import FleetTestSupport
import Testing

@Suite("Notes are edited in an editor on the terminal", .slots)
struct NoteEditorTests {
    private static let feed = #"{"vehicles":[{"id":"A-1"}]}"#

    /// An editor that reads the new text from the terminal.
    private static let editor = """
        sh -c 'echo "it has: $(cat "$0")"; printf "new: "; read line; echo "$line" > "$0"'
        """

    @Test("The typed text is saved and the terminal modes are restored", arguments: ["", "VISUAL"])
    func edited(_ variable: String) async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let environment =
            variable.isEmpty
            ? ["EDITOR": Self.editor] : ["VISUAL": Self.editor, "EDITOR": "false"]
        let screen = try await TmuxScreen(home, "note", "edit", "1", environment: environment)
        try await screen.waitUntil("it has: first", "new:")
        try await screen.type("second\n")
        try await screen.waitUntil("changed note 1", "ended 0, modes same")
        #expect(try await home.run("note").text.contains("    second\n"))
    }

    @Test("A text of - is read from standard input, by add and by edit")
    func standardInput() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.shell("printf 'one\\ntwo\\n' | fleet note add A-1 -").succeeded()
        #expect(try await home.run("note").text.contains("    one\n    two\n"))
        try await home.shell("echo three | fleet note edit 1 -").succeeded()
        #expect(try await home.run("note").text.contains("    three\n"))
        let empty = try await home.shell("fleet note edit 1 - < /dev/null")
        #expect(empty.status == 64)
        #expect(empty.errorLines.first == "error: the text is empty")
        #expect(empty.errorLines.last == "hint: remove a note with `fleet note remove N`")
        try await home.run("note", "add", "A-1", " ").failed(
            64, "the text is empty",
            "write the text as an argument, to standard input with -, or in the editor")
        let long = try await home.shell("head -c 2000000 /dev/zero | fleet note edit 1 -")
        #expect(long.status == 64)
        #expect(try await home.run("note").text.contains("    three\n"))
    }

    @Test("An editor that suspends its process group suspends the program too, and both resume")
    func suspended() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let screen = try await TmuxScreen(home, command: ["env", "PS1=next> ", "bash", "--norc"])
        try await screen.waitUntil("next>")
        try await screen.type(
            "EDITOR='sh -c \"echo typed; kill -TSTP 0; cp draft \\$0\"' fleet note edit 1\n")
        try await screen.waitUntil("typed", "Stopped")
        try home.write("second", to: "draft")
        try await screen.type("fg\n")
        try await screen.waitUntil("changed note 1")
        #expect(try await home.run("note").text.contains("    second\n"))
    }

    @Test("An editor that replaces its file with a pipe does not block the program")
    func pipe() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let editor = "sh -c 'rm \"$0\"; mkfifo \"$0\"'"
        let screen = try await TmuxScreen(
            home, "note", "edit", "1", environment: ["EDITOR": editor])
        try await screen.waitUntil("error: the editor", "failed: cannot read its file", "ended 74")
        #expect(try await home.run("note").text.contains("    first\n"))
    }

    @Test("A blank editor variable is ignored in favor of the next one")
    func blank() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let screen = try await TmuxScreen(
            home, "note", "edit", "1", environment: ["VISUAL": "  \t", "EDITOR": Self.editor])
        try await screen.waitUntil("it has: first", "new:")
        try await screen.type("second\n")
        try await screen.waitUntil("changed note 1", "ended 0, modes same")
    }

    @Test("A failing editor leaves the note unchanged", arguments: ["false", "kill -9 $$; true"])
    func failing(_ editor: String) async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "first").succeeded()
        let screen = try await TmuxScreen(
            home, "note", "edit", "1", environment: ["EDITOR": editor])
        try await screen.waitUntil(
            "error: the editor", editor == "false" ? "failed: exit status 1" : "by signal 9",
            "ended 74")
        #expect(try await home.run("note").text.contains("    first\n"))
    }
}
