import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import fleet

@Suite("The program describes its version, commands and options", .slots)
struct ProgramTests {
    private static let commands = [
        "list", "count", "detail", "browse", "map", "refresh", "watch", "labels", "filter",
        "filter show",
        "filter clear", "favorite", "favorite add", "favorite list", "favorite remove", "note",
        "note add", "note edit", "note list", "note remove", "site", "site list", "site show",
        "site watch", "source", "source add", "source search", "source list", "source show",
        "source use",
        "source edit", "source rename", "source remove", "view", "view save", "view list",
        "view remove",
    ]

    @Test("--version prints the version and --help lists the commands")
    func version() async throws {
        let home = try FleetHome()
        let version = try await home.run("--version").succeeded()
        #expect(version.text.wholeMatch(of: /fleet \d+\.\d+\.\d+( \([0-9a-f]{7}\+?\))?\n/) != nil)
        let help = try await home.run("--help").succeeded()
        #expect(help.errorText.isEmpty)
        for command in ["list", "detail", "refresh", "watch", "filter", "source"] {
            #expect(help.text.contains("\n  \(command) "))
        }
        #expect(try home.files == ["user"])
    }

    @Test("--version --verbose lists the libraries that the linker finds, with versions")
    func libraries() async throws {
        let report = try await FleetHome().runProgram("--verbose", "--version").succeeded()
        let version = try await FleetHome().run("--version").succeeded()
        #expect(report.text.hasPrefix(version.text))
        #if os(Linux)
        let linked = try Tool.lines(of: ["ldd", FleetHome.programs + "/fleet"])
            .filter { $0.contains("=>") || $0.contains("ld-linux") }
            .compactMap {
                $0.split(whereSeparator: \.isWhitespace).first?.split(separator: "/").last
            }
        #expect(linked.count > 8)
        let listed = report.lines.drop { $0 != "libraries of the system" }.dropFirst()
            .prefix { !$0.isEmpty }.map { $0.split(separator: " ") }
        #expect(listed.compactMap(\.first).sorted() == linked.sorted())
        let sqlite = try #require(listed.first { $0[0].hasPrefix("libsqlite3.") })
        #expect(
            try await Tool.sqlite("SELECT sqlite_version()", ":memory:")
                == sqlite.dropFirst().map(String.init))
        #expect(listed.first { $0[0].hasPrefix("libre2.") }?.last?.first?.isNumber == true)
        #endif
    }

    @Test("the page of dependencies names every Swift package of the build")
    func packages() async throws {
        let line = try #require(
            try Tool.lines(of: ["bash", Project.folder + "/.ci/versions", "fleet-server"]).first)
        let packages = line.split(separator: ",").map { $0.split(separator: "=") }
        #expect(packages.count > 20)
        #expect(packages.allSatisfy { $0.count == 2 })
        let page = try String(
            contentsOfFile: Project.folder + "/Documentation/dependencies.md", encoding: .utf8
        ).lowercased()
        for package in packages { #expect(page.contains("`\(package[0])`"), "\(package)") }
    }

    @Test(
        "every command has a help text and rejects unknown options", arguments: commands
    )
    func help(command: String) async throws {
        let home = try FleetHome()
        let arguments = command.split(separator: " ").map(String.init)
        let help = try await home.run(arguments + ["--help"]).succeeded()
        #expect(help.text.contains("USAGE: fleet \(command)"))
        let wrong = try await home.run(arguments + ["--nonsense"])
        #expect(wrong.status == 64)
        #expect(wrong.errorLines.count == 2)
        #expect(wrong.errorLines.first?.hasPrefix("error: ") == true)
        #expect(wrong.errorLines.last == "hint: run `fleet \(command) --help`")
        #expect(try home.files == ["user"])
    }

    @Test(
        "the help of every command begins with examples that the program accepts",
        arguments: [""] + commands)
    func examples(command: String) async throws {
        let arguments = command.split(separator: " ").map(String.init)
        let help = try await FleetHome().run(arguments + ["--help"]).succeeded()
        let paragraphs = help.text.split(separator: "\n\n")
        try #require(paragraphs.count > 2)
        #expect(paragraphs[0].hasPrefix("OVERVIEW: "))
        #expect(paragraphs[1].hasPrefix("EXAMPLES:\n  # "))
        let examples = help.lines.filter { $0.hasPrefix("  fleet ") }
        #expect((2...5).contains(examples.count))
        for example in examples {
            // The shell opens a file that follows <.
            let words = try #require(ShellCommand(String(example.prefix { $0 != "<" })))
            #expect(throws: Never.self, "\(example)") { try Fleet.command(of: words.arguments) }
        }
    }

    @Test("help prints the same as --help")
    func helpCommand() async throws {
        let help = try await FleetHome().run("help", "source", "add").succeeded()
        let option = try await FleetHome().run("source", "add", "--help").succeeded()
        #expect(help.text == option.text)
    }

    @Test("an unknown command is rejected", arguments: ["lst", "-x", ""])
    func unknown(command: String) async throws {
        let run = try await FleetHome().run(command)
        #expect(run.status == 64)
        #expect(run.errorLines.count == 2)
    }

    @Test(
        "every GBFS version can be read through its gbfs.json",
        arguments: ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1-RC3"])
    func versions(version: String) async throws {
        let list = try await FleetHome().run(
            "list", "--source", Project.fixture("gbfs/\(version)/gbfs.json"), "--format", "json")
        #expect(list.succeeded().ids.count == 12)
        #expect(list.errorText.isEmpty)
    }

    @Test("a manifest of several systems is rejected with a list of them")
    func manifest() async throws {
        let list = try await FleetHome().run(
            "list", "--source", Project.fixture("gbfs/manifest.json"))
        #expect(list.status == 64)
        #expect(list.errorLines.first?.contains(": this feed lists several systems: ") == true)
        #expect(list.errorLines.last == "hint: use the address of one of them as the source")
    }

    @Test(
        "the help is printed for any width that COLUMNS claims",
        arguments: ["0", "1", "25", "99999999999", "-3", "x"])
    func helpWidth(columns: String) async throws {
        let help = try await FleetHome().runProgram(
            "map", "--help", environment: ["COLUMNS": columns]
        ).succeeded()
        #expect(help.text.contains("USAGE: fleet map"))
    }
}
