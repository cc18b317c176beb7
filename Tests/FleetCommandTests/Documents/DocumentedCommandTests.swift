import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import fleet

@Suite("The commands of the documents", .slots)
struct DocumentedCommandTests {
    /// The pages, by their paths in the project.
    static let pages: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: Project.folder + "/Documentation")
        return ["README.md", "SECURITY.md"]
            + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
    }()

    /// Returns the command lines of fleet in the shell blocks of a page.
    private static func commands(in page: String) throws -> [String] {
        let text = try String(contentsOfFile: Project.folder + "/" + page, encoding: .utf8)
            .replacing("\\\n", with: " ")
        var (commands, isShell): ([String], Bool) = ([], false)
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isShell = line == "```sh" }
            guard isShell, let match = line.firstMatch(of: Self.command) else { continue }
            let arguments = match.2.prefix { !"<>|&".contains($0) }
            commands.append("fleet " + arguments.trimmingCharacters(in: .whitespaces))
        }
        return commands
    }

    /// A line that runs fleet itself, also in a container or as the user of the service.
    private static nonisolated(unsafe) let command =
        /^(?:[^#']*[ \/])?(fleet|fleet-admin) ((?:[^#]|[^ ]#)+)/

    @Test("every command is accepted", arguments: pages)
    func accepted(page: String) throws {
        for line in try Self.commands(in: page) {
            // These are no commands, but units and users.
            if line.hasPrefix("fleet fleet") { continue }
            let words = try #require(ShellCommand(line), "\(line)")
            guard Fleet.isCommand(words.arguments.first ?? "") else { continue }
            #expect(throws: Never.self, "\(page): \(line)") {
                try Fleet.command(of: words.arguments)
            }
        }
    }

    @Test("the test finds the commands")
    func found() throws {
        #expect(try Self.commands(in: "README.md").contains { $0.hasPrefix("fleet serve") })
        #expect(
            try Self.commands(in: "Documentation/install.md").contains(
                "fleet user invite --role member"))
        let all = try Self.pages.flatMap { try Self.commands(in: $0) }
        #expect(all.count > 50)
    }
}
