import Testing

@Suite("The program says what it is and can do", .slots)
struct ProgramTests {
    private static let commands = [
        "list", "detail", "refresh", "watch", "filter", "filter show", "filter clear", "source",
        "source add", "source list", "source show", "source use", "source remove",
    ]

    @Test("its version and its commands")
    func version() async throws {
        let home = try FleetHome()
        let version = try await home.run("--version").succeeded()
        #expect(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
        let help = try await home.run("--help").succeeded()
        #expect(help.talk.isEmpty)
        for command in ["list", "detail", "refresh", "watch", "filter", "source"] {
            #expect(help.text.contains("\n  \(command) "))
        }
        #expect(try home.files == ["user"])
    }

    @Test(
        "every command has a help, and refuses an option that it does not have", arguments: commands
    )
    func help(command: String) async throws {
        let home = try FleetHome()
        let words = command.split(separator: " ").map(String.init)
        let help = try await home.run(words + ["--help"]).succeeded()
        #expect(help.text.contains("USAGE: fleet \(command)"))
        let wrong = try await home.run(words + ["--nonsense"])
        #expect(wrong.status == 64)
        #expect(wrong.talkLines.count == 2)
        #expect(wrong.talkLines.first?.hasPrefix("error: ") == true)
        #expect(wrong.talkLines.last == "hint: run `fleet \(command) --help`")
        #expect(try home.files == ["user"])
    }

    @Test("a command that is none", arguments: ["lst", "-x", ""])
    func unknown(word: String) async throws {
        let run = try await FleetHome().run(word)
        #expect(run.status == 64)
        #expect(run.talkLines.count == 2)
    }

    @Test(
        "every GBFS version is listed by its discovery",
        arguments: ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1-RC3"])
    func versions(version: String) async throws {
        let list = try await FleetHome().run(
            "list", "--source", FleetHome.fixture("gbfs/\(version)/gbfs.json"), "--format", "json")
        #expect(list.succeeded().codes.count == 12)
        #expect(list.talk.isEmpty)
    }

    @Test("a manifest of several systems names them")
    func manifest() async throws {
        let list = try await FleetHome().run(
            "list", "--source", FleetHome.fixture("gbfs/manifest.json"))
        #expect(list.status == 64)
        #expect(list.talkLines.first?.contains(": it lists several systems: ") == true)
        #expect(list.talkLines.last == "hint: give the address of one of them as the source")
    }
}
