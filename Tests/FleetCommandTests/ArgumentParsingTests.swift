import FleetRuntime
import Testing

@testable import fleet

@Suite("A named command parses its arguments as the root does")
struct ArgumentParsingTests {
    @Test(
        "a named command reads the same values as the root",
        arguments: [
            "list", "list --offline --limit=3", "list --search --help", "list -- ",
            "list A B --idle 24h",
            "list --color red,blue --color unknown --near -48.8,2.3 --within 500 --format csv",
            "list --state available --min-battery 30 --sort battery --favorites --no-save",
            "detail help --qr x.png --no-verify --level h", "map --size 80x20 --theme light",
            "browse map --no-mouse", "watch --events --for 3", "labels --ids - --out x.pdf",
            "view", "view save low --max-battery 20 --fields id --for-all", "view remove low",
            "list --view low --color red", "filter", "filter --format json", "filter clear",
            "favorite --source demo --offline",
            "note add ABP-PHY text --photo a b", "note edit 1", "site --offline",
            "site show depot-nord --ansi never", "source add a b.json --ids stable", "source use a",
            "serve --source copy --audit-days 3 --reporter-days 30",
            "serve copy --from sqlite --to postgres://h/d --json",
        ])
    func accepted(line: String) throws {
        let named = try #require(try Fleet.namedCommand(of: arguments(line)))
        let root = try #require(try Fleet.rootCommand(of: arguments(line)))
        #expect(String(describing: named) == String(describing: root))
    }

    @Test(
        "all other arguments are left to the root",
        arguments: [
            "", "lst", "-x", "help list", "-- list", "--offline list", "list --help", "list -h",
            "list --version", "list --limit x --version",
            "list --search --generate-completion-script", "filter help", "filter nope",
            "filter --format json show", "---completion list -- --color 0 0",
        ])
    func refused(line: String) throws {
        #expect(try Fleet.namedCommand(of: arguments(line)) == nil)
    }

    @Test(
        "a named command reports mistakes as the root does",
        arguments: [
            "list --nope", "refresh extra", "list --limit x", "list --limit", "list --within 5",
            "list --format jsn", "list --sort bat --color", "list -x", "list --offline=yes",
            "list --near 1", "detail", "detail a b", "note add", "note add A --photo",
            "note remove x", "source add s", "source add BIG sim://demo", "watch --for 0",
            "view save", "view save x --within 5", "view remove", "labels --ids",
            "labels --out x.gif", "map --size 0x0", "site show", "serve x",
            "serve --audit-days 0", "serve --reporter-days 91", "serve copy",
            "serve copy --from sqlite", "serve copy x",
        ])
    func mistakes(line: String) throws {
        let named = #expect(throws: ArgumentParsingError.self) {
            try Fleet.namedCommand(of: arguments(line))
        }
        let root = #expect(throws: ArgumentParsingError.self) {
            try Fleet.rootCommand(of: arguments(line))
        }
        #expect(String(describing: named) == String(describing: root))
    }

    private func arguments(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init)
    }
}
