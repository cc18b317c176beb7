import FleetTestSupport
import Foundation
import Testing

@testable import fleet

@Suite("The shells complete hostile names without running them", .slots)
struct CompletionTests {
    private static let ids = [
        "$(touch pwned)", "`touch pwned`", "a b'c\"d", "co:lon", "back\\slash",
    ]

    /// Creates a home with hostile vehicle IDs in the snapshot of `town`, and the scripts.
    private func home() async throws -> FleetHome {
        let home = try FleetHome()
        let vehicles = Self.ids.map { ["identificationCode": $0, "color": "Red"] }
        let document = try JSONSerialization.data(withJSONObject: ["vehicles": vehicles])
        try home.write(String(decoding: document, as: UTF8.self), to: "feed.json")
        _ = try await home.run("source", "add", "town", home.path(of: "feed.json")).succeeded()
        _ = try await home.run("list", "--source", "town").succeeded()
        for shell in ["bash", "zsh", "fish"] {
            let script = try await home.run("--generate-completion-script", shell).succeeded()
            try home.write(script.text, to: shell == "zsh" ? "_fleet" : "complete.\(shell)")
        }
        return home
    }

    @Test("bash offers the names as they are")
    func bash() async throws {
        let home = try await home()
        let script = """
            source ./complete.bash
            COMP_WORDS=(fleet detail --source town '') COMP_CWORD=4
            COMP_LINE='fleet detail --source town ' COMP_POINT=27
            _fleet fleet '' town
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        try home.write(script, to: "test.bash")
        let result = try await home.shell("bash test.bash").succeeded()
        #expect(Set(result.lines) == Set(Self.ids))
        #expect(try !home.files.contains("pwned"))
    }

    @Test("fish offers the names as they are", .enabled(if: hasShell("fish")))
    func fish() async throws {
        let home = try await home()
        let result = try await home.shell(
            "fish --no-config -c 'source complete.fish; complete -C \"fleet detail --source town \"'"
        ).succeeded()
        // fish prints what it would insert.
        #expect(
            Set(result.lines.map { $0.replacing("\\", with: "") })
                .isSuperset(of: ["$(touch pwned)", "`touch pwned`", "a b'c\"d", "co:lon"]))
        #expect(try !home.files.contains("pwned"))
    }

    @Test(
        "zsh inserts the name quoted", .enabled(if: hasShell("zsh")),
        arguments: [
            ("'\\$'", "\\$\\(touch\\ pwned\\)"), ("a", "a\\ b\\'c\\\"d"), ("co", "co:lon"),
            ("back", "back\\\\slash"),
        ])
    func zsh(typed: String, inserted: String) async throws {
        let home = try await home()
        let script = """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell 'fpath=(. $fpath); autoload -Uz compinit; compinit -u -D'
            zpty -w shell 'save() { print -r -- "$BUFFER" > inserted; exit }; zle -N save'
            zpty -w shell 'bindkey "^I" complete-word "^X" save; touch ready'
            until [ -e ready ]; do zpty -rt shell line; done
            zpty -n -w shell 'fleet detail --source town '\(typed)$'\\t\\x18'
            while zpty -r shell line; do :; done
            cat inserted
            """
        try home.write(script, to: "test.zsh")
        let result = try await home.shell("zsh -f test.zsh").succeeded()
        #expect(
            result.lines.map { $0.trimmingCharacters(in: .whitespaces) }
                == ["fleet detail --source town " + inserted])
        #expect(try !home.files.contains("pwned"))
    }
}

private func hasShell(_ name: String) -> Bool {
    ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
}
