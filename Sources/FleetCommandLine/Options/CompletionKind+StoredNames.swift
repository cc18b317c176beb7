package import ArgumentParser
package import FleetRuntime

extension CompletionKind {
    /// Completes an argument with stored names, of the source that the command line names.
    package static func stored(_ kind: StoredNames.Kind) -> CompletionKind {
        .custom { words, _, prefix in
            guard
                let context = try? CommandContext(
                    output: Output(terminalType: nil), isVerbose: false)
            else { return [] }
            let names = StoredNames(of: source(in: words), in: context)
            let shell = CompletionShell.requesting
            let ignoresCase = kind.ignoresCase && shell != .fish
            return names.described(kind, beginning: prefix).map { name in
                let text =
                    ignoresCase && !name.isPath
                    ? StoredNames.name(name.text, continuing: prefix) : name.text
                return line(quoted(text, for: shell), name.description, for: shell)
            }
        }
    }

    /// Quotes a name, which may come from a feed, for the script of ArgumentParser.
    ///
    /// The script for bash passes the names to `compgen -W`, which expands each of them, also
    /// command substitutions. The script for zsh passes them to `_describe`, where a colon starts a
    /// description. The shells quote the name that the user selects.
    package static func quoted(_ name: String, for shell: CompletionShell?) -> String {
        switch shell {
        case .bash?: "'" + name.replacing("'", with: #"'\''"#) + "'"
        case .zsh?: name.replacing("\\", with: #"\\"#).replacing(":", with: #"\:"#)
        default: name
        }
    }

    /// Returns a quoted name with its description, which bash does not show.
    private static func line(
        _ name: String, _ description: String?, for shell: CompletionShell?
    ) -> String {
        guard let description else { return name }
        return switch shell {
        case .zsh?: "\(name):\(description)"
        case .fish?: "\(name)\t\(description)"
        default: name
        }
    }

    /// Returns the value of `--source` among the words of a command line, or else the link among
    /// them; bash also splits words at `=` and `:`.
    package static func source(in words: [String]) -> String? {
        option(in: words) ?? link(in: words)
    }

    /// Returns the first link that does not follow an option, whose value it may be.
    private static func link(in words: [String]) -> String? {
        words.indices.lazy.compactMap { index -> String? in
            guard index > 0, !words[index - 1].hasPrefix("-") else { return nil }
            return [words[index], words[index...].prefix(3).joined()]
                .first(where: SourceArgument.isAddress)
        }.first
    }

    private static func option(in words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            if word.hasPrefix("--source=") { return String(word.dropFirst("--source=".count)) }
            guard word == "--source" else { continue }
            let value = words[(index + 1)...].drop { $0 == "=" }
            if value.dropFirst().first == ":" { return value.prefix(3).joined() }
            return value.first.flatMap { $0.isEmpty ? nil : $0 }
        }
        return nil
    }
}
