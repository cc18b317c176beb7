import FleetRuntime
import Foundation

/// Paths that complete a typed text.
enum PathSuggestions {
    /// Maximum number of paths.
    private static let limit = 200

    /// Returns the paths that begin with a text, in order; folders end with `/`.
    static func paths(for text: String, in context: CommandContext) -> [String] {
        let slash = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        let (folder, beginning) = (String(text[..<slash]), text[slash...])
        let place = folder.isEmpty ? "." : expanded(folder, in: context)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return
            names
            .filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
            .sorted().prefix(limit).map { name in
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(
                    atPath: place + "/" + name, isDirectory: &isFolder)
                return folder + name + (isFolder.boolValue ? "/" : "")
            }
    }

    /// Returns a path with the home folder in place of `~`.
    static func expanded(_ path: String, in context: CommandContext) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = context.environmentVariable("HOME")
        else { return path }
        return home + path.dropFirst()
    }
}
