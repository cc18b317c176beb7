import FleetTestSupport
import Testing

@Suite("No option is ignored silently", .slots)
struct UnusedOptionTests {
    @Test(
        "An option without effect beside others is refused",
        arguments: [
            ("list --at 08:00 --strict", "--strict cannot be used with --at"),
            ("count --at 08:00 --strict", "--strict cannot be used with --at"),
            ("map --at 08:00 --strict", "--strict cannot be used with --at"),
            ("site list --at 08:00 --strict", "--strict cannot be used with --at"),
            ("site show x --at 08:00 --strict", "--strict cannot be used with --at"),
            ("list --json --no-header", "--no-header cannot be used with --json"),
            (
                "list --format geojson --no-header",
                "--no-header cannot be used with --format geojson"
            ),
            (
                "count --format ndjson --no-header",
                "--no-header cannot be used with --format ndjson"
            ),
            ("list --csv-locale de --json", "--csv-locale needs --format csv"),
            ("list --format gbfs --fields lat", "--fields cannot be used with --format gbfs"),
            ("map --plain --theme dark", "--theme cannot be used with --plain"),
            ("browse --plain --theme dark", "--theme cannot be used with --plain"),
            ("browse --plain --graphics kitty", "--graphics cannot be used with --plain"),
            ("browse --plain --no-mouse", "--no-mouse cannot be used with --plain"),
            ("watch --events --sort battery", "--sort cannot be used with --events"),
            ("watch --format ndjson --limit 3", "--limit cannot be used with --format ndjson"),
            ("watch --notify-rate 60", "--notify-rate needs --notify"),
            ("watch --notify-timeout 10s", "--notify-timeout needs --notify"),
            (
                "watch --notify true --on moved --low-battery 30",
                "--low-battery needs --on battery_low or battery_charged"
            ),
            (
                "watch --notify true --on smoke --full-battery 80",
                "--full-battery needs --on battery_low or battery_charged"
            ),
            ("note list --no-header", "--no-header cannot be used with --format text"),
            ("note add --site x text --unseen", "--unseen cannot be used with --site"),
            ("note add --location 1,2 text --unseen", "--unseen cannot be used with --location"),
            (
                "history show x --format geojson --fields lat",
                "--fields cannot be used with --format geojson"
            ),
            (
                "history show x --format geojson --no-header",
                "--no-header cannot be used with --format geojson"
            ),
            ("history export --format ndjson --spreadsheet", "--spreadsheet needs --format csv"),
            ("report --violations", "--violations needs --policy"),
        ])
    func refused(line: String, cause: String) async throws { try await check(line, cause) }

    @Test(
        "--json and another format are refused in every command",
        arguments: [
            "site show x --json --format text", "filter show --json --format text",
            "source show --json --format text", "refresh --json --format text",
            "whoami --json --format text", "check --json --format table",
            "detail x --json --format text", "note list --json --format text",
            "labels --layouts --json --format csv",
        ])
    func formats(line: String) async throws {
        try await check(line, "--json and --format cannot be used together")
    }

    @Test(
        "An option of a QR code that is not made, or is no image, is refused",
        arguments: [
            ("--qr - --json", "--json cannot be used with --qr -"),
            ("--qr - --format text", "--format cannot be used with --qr -"),
            ("--report json --events", "--events cannot be used with --report json"),
            ("--picture - --art full", "--art cannot be used with --picture -"),
            ("--qr - --graphics kitty", "--graphics cannot be used with --qr -"),
            ("--json --art ascii", "--art cannot be used with --json"),
            ("--format json --content uri", "--content cannot be used with --format json"),
            ("--art none --level h", "--level cannot be used with --art none"),
            ("--art none --no-boost", "--no-boost cannot be used with --art none"),
            ("--json --quiet-zone 2", "--quiet-zone cannot be used with --json"),
            ("--json --report r.json --foreground navy", "--foreground cannot be used with --json"),
            ("--art half --scale 3", "--scale cannot be used with --art half"),
            ("--graphics none --dpi 600", "--dpi cannot be used with --graphics none"),
            ("--qr x.txt --size-mm 20", "--size-mm cannot be used with a .txt file"),
            ("--qr x.txt --background #ff0", "--background cannot be used with a .txt file"),
            ("--no-verify", "--no-verify needs --qr"),
        ])
    func symbol(options: String, cause: String) async throws {
        try await check("detail x " + options, cause)
    }

    @Test(
        "An option of a QR code that has an effect is not refused",
        arguments: [
            "--json --report r.json --scale 3 --level h", "--json --qr x.txt --art full",
            "--art none --graphics kitty --foreground navy", "--qr - --art none --scale 3",
            "--json --art none", "--qr x.txt --quiet-zone 2 --no-verify",
        ])
    func usedSymbol(options: String) async throws {
        let words = ("detail x " + options).split(separator: " ").map(String.init)
        let outcome = try await FleetHome().run(words)
        #expect(outcome.status == 66, "\(outcome.errorText)")
    }

    @Test(
        "An option that labels do not have is refused",
        arguments: [
            ("--layouts --out x.pdf", "--out cannot be used with --layouts"),
            ("--layouts A-1", "a vehicle ID cannot be used with --layouts"),
            ("--layouts --source demo", "a source cannot be used with --layouts"),
            ("--layouts --color red", "a filter cannot be used with --layouts"),
            ("--layouts --limit 3", "--limit cannot be used with --layouts"),
            ("--layouts --copies 2", "--copies cannot be used with --layouts"),
            ("--layouts --dpi 600", "--dpi cannot be used with --layouts"),
            ("--layouts --skip-existing", "--skip-existing cannot be used with --layouts"),
            ("--layouts --caption x", "--caption cannot be used with --layouts"),
            ("--layouts --page A4", "--page needs --layout custom"),
            ("--layouts --json --no-header", "--no-header cannot be used with --json"),
            ("--layouts --csv-locale de --json", "--csv-locale needs --format csv"),
            ("--out x/ --caption x", "--caption needs a .pdf file"),
            ("--out x/ --text both", "--text needs a .pdf file"),
            ("--out x/ --name x", "--name needs a .pdf file"),
            ("--out x.pdf --name x", "--name needs --text name or both"),
            ("--out x.pdf --spreadsheet", "--spreadsheet needs a folder or --index"),
            (
                "--out x.pdf --ids a --text name",
                "--text name with --ids needs --name or --source"
            ),
            ("--out x.pdf --unknown print", "--unknown needs --ids"),
            ("--out x.pdf --ids a --unknown print", "--unknown needs --source"),
            (
                "--out x.pdf --ids a --content uri --unknown print",
                "--unknown print cannot be used with --content uri"
            ),
            ("--out x.pdf --ids a --allow-rotating", "--allow-rotating cannot be used with --ids"),
            (
                "--out x.pdf --ids a --column b --no-header",
                "--no-header cannot be used with --column"
            ),
            (
                "--out x.pdf --upper-case-host",
                "--upper-case-host needs --content uri, template or page"
            ),
            (
                "--out x.pdf --template https://a.b/{id} --page-url https://a.b",
                "--template cannot be used with --page-url"
            ),
            (
                "--out x.pdf --content page --allow-rotating",
                "--allow-rotating cannot be used with --content page"
            ),
        ])
    func labels(options: String, cause: String) async throws {
        try await check("labels " + options, cause)
    }

    @Test("Cut marks are refused on a roll")
    func rollOfLabels() async throws {
        try await FleetHome().run("labels", "--label", "62x29", "--cut-marks", "--out", "x.pdf")
            .failed(
                64, "--cut-marks cannot be used with a roll, whose labels are cut already",
                "leave out --cut-marks")
    }

    private func check(_ line: String, _ cause: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let named = words.prefix { !$0.hasPrefix("-") }
        let groups = ["site", "note", "history", "filter", "source"]
        let command = named.prefix(groups.contains(words[0]) ? 2 : 1).joined(separator: " ")
        try await FleetHome().run(words).failed(64, cause, "run `fleet \(command) --help`")
    }

    @Test(
        "A location that selects nothing is refused where no distances are shown",
        arguments: [["count"], ["watch", "--events"], ["watch", "--format", "ndjson"]])
    func location(command: [String]) async throws {
        let home = try FleetHome()
        try await home.run("view", "save", "low", "--max-battery", "20").succeeded()
        for options in [[], ["--view", "low"]] {
            try await home.run(command + ["--near", "1,2"] + options).failed(
                64, "--near needs --within, since no distances are shown",
                "add a distance such as `--within 500m`, or leave out --near")
        }
        try await home.run("count", "--near", "1,2", "--within", "1km").succeeded()
    }

    @Test("Options before the name of a subcommand of serve are refused")
    func optionsOfGroup() async throws {
        try await FleetHome().run("serve", "--listen", "127.0.0.1:9", "backup", "x.tar").failed(
            64, "options before 'backup' have no effect",
            "write options after the command: `fleet serve backup OPTIONS`")
    }

    @Test("Credentials for a source that is read without requests are warned of")
    func unsent() async throws {
        let home = try FleetHome()
        let add = try await home.run("source", "add", "s", "sim://demo", "--header", "X-Key: hush")
        let warning = "warning: sim://demo is read without requests, so no credentials are sent"
        #expect(add.succeeded().errorLines.contains(warning))
        let edit = try await home.run("source", "edit", "s", "--header", "X-Key: other")
        #expect(edit.succeeded().errorLines.contains(warning))
    }

    @Test("`fleet attention --strict` fails if a source cannot be read")
    func strictAttention() async throws {
        let home = try FleetHome()
        try home.write(#"{"vehicles":[{"id":"a"}]}"#, to: "feed.json")
        let path = home.path(of: "feed.json")
        try await home.run("source", "add", "s", path).succeeded()
        try home.write("{", to: "feed.json")
        try await home.run("attention", "--source", "s").succeeded()
        let strict = try await home.run("attention", "--source", "s", "--strict")
        #expect(strict.status == 65, "\(strict.errorText)")
        #expect(strict.text.isEmpty)
    }
}
