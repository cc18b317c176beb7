import FleetTestSupport
import Foundation
import Testing

/// Examples of the documents; `FLEET_RECORD=1 make test` updates their
/// output.
@Suite("The README and the pages it names show the actual output of the program", .slots)
struct ReadmeTests {
    @Test(
        "every command in a console block prints the output below it",
        arguments: ["README.md", "Documentation/labels.md", "Documentation/scripting.md"])
    func examples(document: String) async throws {
        let path = Project.folder + "/" + document
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var readme = Readme(text)
        try #require(readme.commands.contains { $0.line.hasPrefix("fleet ") })
        let home = try FleetHome()
        let folder = home.path + "/ada"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/Fixtures", withDestinationPath: Project.folder + "/Fixtures")
        for (index, command) in readme.commands.enumerated() where !command.line.hasPrefix("make") {
            let printed = try await run(command.line, in: folder, of: home)
            readme.commands[index].output = printed
            if !isRecording { #expect(command.output == printed, "\(command.line)") }
        }
        if isRecording {
            try readme.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    @Test("all links to files of the project lead to one, and no page is forgotten")
    func links() throws {
        let folder = URL(filePath: Project.folder)
        var named: Set<String> = []
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/Documentation"
        )
        .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
        for document in ["README.md", "CONTRIBUTING.md"] + pages {
            let file = folder.appending(path: document)
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/#) {
                let target = file.deletingLastPathComponent().appending(path: String(match.1))
                    .standardized.path
                #expect(FileManager.default.fileExists(atPath: target), "\(document): \(match.1)")
                if document == "README.md" { named.insert(String(match.1)) }
            }
        }
        #expect(named.isSuperset(of: pages))
    }

    @Test("the recorded session in a terminal is what the program prints, and pictures are small")
    func pictures() throws {
        let pictures = Project.folder + "/Documentation/pictures/"
        let folder = try TemporaryFolder()
        let recorded = isRecording ? pictures + "session.svg" : folder.path + "/session.svg"
        _ = try Tool.output(of: [
            Tool.python, Project.folder + "/Tests/Browser/session.py",
            FleetHome.programs + "/fleet", recorded,
        ])
        #expect(
            FileManager.default.contents(atPath: recorded)
                == FileManager.default.contents(atPath: pictures + "session.svg"))
        let sheets = ["labels-sheet.png", "labels-tape.png", "labels-test.png"]
        for name in ["list.png", "map.png", "vehicle.png", "session.svg"] + sheets {
            let size = FileManager.default.contents(atPath: pictures + name)?.count ?? 0
            #expect((1000...200_000).contains(size), "\(name): \(size) bytes")
        }
    }

    private var isRecording: Bool { ProcessInfo.processInfo.environment["FLEET_RECORD"] != nil }

    /// Runs a line in a checkout; returns its output with `~` for the path of the checkout.
    private func run(_ line: String, in folder: String, of home: FleetHome) async throws -> [String]
    {
        let outcome = try await home.shell(
            "cd ada && { \(line)\n} 2>&1",
            environment: ["FLEET_NOW": "2026-01-31T12:00:00Z", "COLUMNS": "80"])
        return outcome.lines.map { $0.replacing(folder, with: "~") }
    }
}

/// A Markdown text whose console blocks contain commands (after `$ `) and their output.
private struct Readme {
    struct Command {
        let line: String
        var output: [String] = []
    }

    var commands: [Command] = []
    /// Lines outside commands and output; `nil` marks the position of a command.
    private var frame: [String?] = []

    init(_ text: String) {
        var isConsole = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") { isConsole = line == "```console" }
            if isConsole, line.hasPrefix("$ ") {
                commands.append(Command(line: String(line.dropFirst(2))))
                frame.append(nil)
            } else if isConsole, !line.hasPrefix("```"), frame.last == .some(nil) {
                commands[commands.count - 1].output.append(line)
            } else {
                frame.append(line)
            }
        }
    }

    var text: String {
        var rest = commands[...]
        return frame.flatMap { line -> [String] in
            guard line == nil, let command = rest.popFirst() else { return [line ?? ""] }
            return ["$ " + command.line] + command.output
        }.joined(separator: "\n")
    }
}
