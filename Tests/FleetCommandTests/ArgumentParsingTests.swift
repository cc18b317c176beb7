import Testing

@testable import fleet

@Suite("A named command parses its arguments as the root does")
struct ArgumentParsingTests {
    @Test(
        "a named command reads the same values as the root",
        arguments: [
            "list", "list --offline --limit=3", "list --search --help", "list -- ",
            "list --color red,blue --color unknown --near -48.8,2.3 --within 500 --format csv",
            "list --state available --min-battery 30 --sort battery --favorites --no-save",
            "detail help --qr x.png --no-verify --level h", "map --size 80x20 --theme light",
            "browse map --no-mouse", "watch --events --for 3", "labels --ids - --out x.pdf",
            "filter", "filter --format json", "filter clear", "favorite --source demo --offline",
            "note add ABP-PHY text --photo a b", "note edit 1", "site --offline",
            "site show depot-nord --ansi never", "source add a b.json --ids stable", "source use a",
        ])
    func accepted(line: String) throws {
        let named = try #require(Fleet.namedCommand(of: arguments(line)))
        let root = try #require(try Fleet.rootCommand(of: arguments(line)))
        #expect(String(describing: named) == String(describing: root))
    }

    @Test(
        "all other arguments are left to the root",
        arguments: [
            "", "lst", "-x", "help list", "-- list", "--offline list", "list --help", "list -h",
            "list --version", "list --nope", "list extra", "list --limit x", "list --within 5",
            "list --search --generate-completion-script", "filter help", "filter nope",
            "filter --format json show", "detail", "note add", "---completion list -- --color 0 0",
        ])
    func refused(line: String) {
        #expect(Fleet.namedCommand(of: arguments(line)) == nil)
    }

    private func arguments(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init)
    }
}
