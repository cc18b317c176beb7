import Foundation
import Testing

/// A page of documentation in Markdown, whose commands and queries a test runs.
package struct DocumentationPage {
    private let lines: [Substring]
    private let path: String

    /// Reads a page.
    /// - Parameter path: Its path in the project.
    package init(_ path: String) throws {
        let text = try String(contentsOfFile: Project.folder + "/" + path, encoding: .utf8)
        (self.path, lines) = (path, text.split(separator: "\n", omittingEmptySubsequences: false))
    }

    /// Returns the code of a language in a section, which must have some.
    package func blocks(_ language: String, in section: String) throws -> [String] {
        var (blocks, block): ([String], [Substring]?) = ([], nil)
        var isInSection = false
        for line in lines {
            if block == nil, line.hasPrefix("#") {
                isInSection = line.drop { $0 == "#" } == " " + section
            } else if isInSection, block == nil, line == "```" + language {
                block = []
            } else if line == "```", let found = block {
                blocks.append(found.joined(separator: "\n"))
                block = nil
            } else {
                block?.append(line)
            }
        }
        try #require(!blocks.isEmpty, "\(path) has no \(language) in the section \(section)")
        return blocks
    }
}
