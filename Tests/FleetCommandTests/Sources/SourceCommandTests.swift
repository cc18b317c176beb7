import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@Suite("Sources are added, listed, shown, selected and removed", .slots)
struct SourceCommandTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func source(_ arguments: String...) async throws -> Outcome {
        try await home.run(["source"] + arguments)
    }

    @Test("Adding a source makes its path absolute, and with --no-check fetches nothing")
    func adding() async throws {
        let add = try await source(
            "add", "own", "feed.json", "--color-of", "t1=red", "--ids", "stable", "--no-check")
        #expect(
            add.succeeded().errorLines == [
                "added own: \(home.path)/feed.json", "own is now the default source",
            ])
        let preferences = home.bytes(of: "preferences.json")
        #expect(
            try await Tool.jq(".sources.own | del(.uuid)", preferences)
                == [
                    #"{"colorOf":{"t1":"red"},"ids":"stable","location":"\#(home.path)/feed.json"}"#
                ])
        #expect(try await Tool.jq(".sources.own.uuid | length", preferences) == ["36"])
        #expect(home.bytes(of: "fleet.sqlite").isEmpty)
        try home.write(
            #"{"data":{"bikes":[{"bike_id":"A","vehicle_type_id":"t1"}]}}"#, to: "feed.json")
        let list = try await home.run(
            "list", "--source", "own", "--color", "red", "--format", "json")
        #expect(list.succeeded().ids == ["A"])
        let shown = try await source("show", "own").succeeded()
        #expect(shown.lines.contains("color of t1: red"))
        #expect(shown.lines.contains("ids: stable"))
    }

    @Test("The default source is used without --source and is marked with a star")
    func selecting() async throws {
        try await source("add", "small", "sim://?vehicles=3", "--no-check").succeeded()
        #expect(
            try await source("list").succeeded().lines == [
                "   NAME   LOCATION", "   demo   sim://demo", "*  small  sim://?vehicles=3",
            ])
        try await source("use", "demo").succeeded()
        #expect(
            try await source("list").succeeded().lines == [
                "   NAME   LOCATION", "*  demo   sim://demo", "   small  sim://?vehicles=3",
            ])
        try await source("use", "small").succeeded()
        #expect(try await home.run("list", "--format", "json").succeeded().ids.count == 3)
        let json = try await source("list", "--format", "json").succeeded()
        #expect(try await Tool.jq(".sources[] | select(.default).name", json.data) == ["small"])
        let table = try await source("list").succeeded().lines
        #expect(table[0].contains(/LOCATION +READ +DATA$/))
        #expect(table[1] == "   demo   sim://demo")
        #expect(table[2].contains(/^\*  small  sim:\/\/\?vehicles=3  \d+ s ago +\d+ s ago$/))
        #expect(
            try await Tool.jq(
                ".sources[] | [.name, has(\"fetched_at\"), has(\"last_updated\")]", json.data)
                == [#"["demo",false,false]"#, #"["small",true,true]"#])
    }

    @Test("Removing a source removes its credentials and its snapshot")
    func removing() async throws {
        try await source("add", "s", "sim://?vehicles=3", "--header", "X-Key: hush").succeeded()
        try await home.run("refresh", "--source", "s").succeeded()
        try await source("remove", "s").succeeded()
        #expect(try await Tool.jq(".sources.s", home.bytes(of: "preferences.json")) == ["null"])
        #expect(!home.text(of: "credentials.json").contains("hush"))
        #expect(
            try await Tool.sqlite("SELECT count(*) FROM vehicle", home.path + "/fleet.sqlite") == [
                "0"
            ])
        try await source("remove", "s").failed(
            66, "no source named s", "use one of: demo")
    }

    @Test("Favorites and notes are removed only after a question, or with --yes")
    func removingNotes() async throws {
        try await source("add", "s", "sim://?vehicles=3").succeeded()
        let id = try await addNotes()
        try await source("remove", "s").failed(
            64, "s has 1 favorite and 1 note, which would be removed",
            "--yes removes them, --keep-notes keeps them")
        try await source("remove", "s", "--yes").succeeded()
        for (table, file) in [
            ("favorite", "team"), ("note", "team"), ("notice", "fleet"), ("vehicle", "fleet"),
            ("source", "fleet"),
        ] {
            #expect(
                try await Tool.sqlite(
                    "SELECT count(*) FROM \(table)", home.path + "/\(file).sqlite") == ["0"])
        }
        try await source("add", "s", "sim://?vehicles=3").succeeded()
        let detail = try await home.run("detail", id, "--source", "s", "--format", "json")
        #expect(try await Tool.jq(".notes | length", detail.succeeded().data) == ["0"])
    }

    @Test("With --keep-notes favorites and notes wait for a source with their UUID")
    func keepingNotes() async throws {
        try await source("add", "s", "sim://?vehicles=3").succeeded()
        _ = try await addNotes()
        let removed = try await source("remove", "s", "--keep-notes").succeeded()
        #expect(removed.errorLines.first == "removed s")
        #expect(removed.errorLines.last?.hasPrefix("kept 1 favorite and 1 note: ") == true)
        let uuid = try #require(removed.errorText.firstMatch(of: /--uuid ([0-9a-f-]{36})/)?.1)
        try await source("add", "s", "sim://?vehicles=3").succeeded()
        let notes = { try await self.home.run("note", "list", "--source", $0).succeeded().lines }
        #expect(try await notes("s").joined().contains("flat tire") == false)
        try await source("add", "t", "sim://?vehicles=3", "--uuid", String(uuid)).succeeded()
        #expect(try await notes("t").joined().contains("flat tire"))
        try await source("add", "u", "sim://demo", "--uuid", String(uuid)).failed(
            64, "t has this UUID", "use another UUID, or remove t first")
    }

    /// Adds a favorite and a note to the first vehicle of the source `s`, and returns its ID.
    private func addNotes() async throws -> String {
        let list = try await home.run("list", "--source", "s", "--format", "json").succeeded()
        let id = try #require(list.ids.first)
        try await home.run("favorite", "add", id, "--source", "s").succeeded()
        try await home.run("note", "add", id, "flat tire", "--source", "s").succeeded()
        return id
    }

    @Test("A removal that was killed is finished by the next command that reads a source")
    func killedRemoval() async throws {
        try await source("add", "s", "sim://?vehicles=3").succeeded()
        _ = try await addNotes()
        let uuids = try await Tool.jq(".sources.s.uuid", home.bytes(of: "preferences.json"))
        let uuid = try #require(uuids.first)
        let pending = try await Tool.jq(
            #"del(.sources.s) | .pendingRemovals = {"\#(uuid)": "everything"}"#,
            home.bytes(of: "preferences.json"))
        try home.write(pending.joined(separator: "\n"), to: "preferences.json")
        try await home.run("list", "--source", "demo").succeeded()
        #expect(
            try await Tool.sqlite(
                "SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM favorite)",
                home.path + "/team.sqlite") == ["0|0"])
        #expect(!home.text(of: "preferences.json").contains("pendingRemovals"))
    }

    @Test("Credentials of another definition of the source, after a killed change, are not used")
    func foreignCredentials() async throws {
        try await source("add", "s", "sim://?vehicles=3", "--header", "X-Key: hush").succeeded()
        let credentials = home.bytes(of: "credentials.json")
        try await source(
            "add", "s", "sim://?vehicles=4", "--header", "X-Key: new", "--replace"
        ).succeeded()
        func restore() throws {
            try home.write(String(decoding: credentials, as: UTF8.self), to: "credentials.json")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: home.path + "/credentials.json")
        }
        try restore()
        try await home.run("list", "--source", "s").failed(
            77, "the credentials of s are missing",
            "run the command again, or `fleet source add s … --replace`")
        try await source("add", "s", "sim://?vehicles=4", "--replace").succeeded()
        try restore()
        try await home.run("list", "--source", "s").succeeded()
    }

    @Test("An existing source is replaced only with --replace")
    func replacing() async throws {
        try await source("add", "s", "sim://?vehicles=3", "--header", "X-Key: first").succeeded()
        try await source("add", "s", "sim://?vehicles=4", "--header", "X-Key: second").failed(
            64, "source s already exists",
            "use --replace to replace it; `fleet source show s` shows it")
        #expect(home.text(of: "credentials.json").contains("first"))
        #expect(!home.text(of: "credentials.json").contains("second"))
        try await source("add", "s", "sim://?vehicles=4", "--replace").succeeded()
        #expect(
            try await home.run("list", "--source", "s", "--format", "json").succeeded().ids.count
                == 4)
        #expect(!home.text(of: "credentials.json").contains("first"))
    }

    @Test(
        "Invalid arguments are refused",
        arguments: [
            (
                ["add", "Big", "sim://demo"], 64,
                "a source name has lowercase letters, digits, - and _, and starts with a letter or digit"
            ),
            (
                ["add", "", "sim://demo"], 64,
                "a source name has lowercase letters, digits, - and _, and starts with a letter or digit"
            ),
            (["add", "s", "-"], 64, "standard input cannot have a name"),
            (["add", "s", "/dev/null"], 64, "a pipe or a device cannot have a name"),
            (["add", "s", "gopher://x"], 64, "'gopher://x' is not a location"),
            (
                ["add", "s", "sim://demo", "--query-env", "x"], 64,
                "--query-env must be KEY=VARIABLE"
            ),
            (
                ["add", "s", "sim://demo", "--header", "x"], 64,
                "--header has no colon: write 'Name: value'"
            ),
            (
                ["add", "s", "sim://demo", "--header", "X: a\nY: b"], 64,
                "credentials: the header X contains a line break or control character"
            ),
            (
                [
                    "add", "s", "sim://demo", "--header",
                    "X: " + String(repeating: "a", count: 9000),
                ],
                64, "credentials: the header X is longer than 8192 bytes"
            ),
            (
                ["add", "s", "sim://demo", "--header", ": a"], 64,
                "credentials: invalid header name"
            ),
            (["use", "nope"], 66, "no source named nope"),
            (["show", "nope"], 66, "no source named nope"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, cause: String) async throws {
        let run = try await home.run(["source"] + arguments)
        #expect(run.status == status)
        #expect(run.errorLines.first == "error: " + cause)
        #expect(run.errorLines.count == 2)
        #expect(run.errorLines.last?.hasPrefix("hint: ") == true)
    }

    @Test("The form for reports of finders needs the public page")
    func reports() async throws {
        try await home.run("source", "edit", "demo", "--publish", "reports").failed(
            64, "the form for reports of finders is on the public page of a vehicle",
            "publish the page, too: --publish page,reports")
        _ = try await home.run("source", "edit", "demo", "--publish", "page,reports").succeeded()
        let shown = try await home.run("source", "show", "demo").succeeded()
        #expect(shown.text.contains("reports"))
    }

    @Test("Publishing GBFS without a contact address says that it waits for one")
    func contact() async throws {
        let warning = "warning: GBFS of demo is published once the server has an email address"
        let published = try await home.run("source", "edit", "demo", "--publish", "gbfs")
            .succeeded()
        #expect(published.errorText.contains(warning))
        let page = try await home.run("source", "edit", "demo", "--publish", "page").succeeded()
        #expect(!page.errorText.contains("email"))
        let settings = ServerFile(home: try Home { ["FLEET_HOME": home.path][$0] })
        try await settings.setContact("ops@example.com")
        let known = try await home.run("source", "edit", "demo", "--publish", "gbfs").succeeded()
        #expect(known.errorLines == ["changed demo"])
        for location in ["row", "none"] {
            _ = try await home.run("source", "edit", "demo", "--publish-location", location)
                .succeeded()
            let shown = try await home.run("source", "show", "demo").succeeded().text
            #expect(shown.contains("published location: row\n") == (location == "row"))
        }
    }

    @Test("A document over the budget fails with its size, and the budget can be set")
    func budget() async throws {
        let bikes = (0..<3000).map { _ in #"{"bike_id":"\#(UUID().uuidString)"}"# }
        let padding = String(repeating: " ", count: 1 << 20)
        let path = try home.write(
            #"{"data":{"bikes":[\#(bikes.joined(separator: ","))]}}\#(padding)"#, to: "feed.json")
        let add = try await home.run("source", "add", "big", path, "--budget", "document=1MiB")
        #expect(add.status == 65)
        #expect(
            add.errorLines.first
                == "error: \(path): has 2 MiB; the budget of the source is 1 MiB")
        #expect(add.errorLines.last?.contains("--budget document=2MiB`") == true)
        try await home.run(
            "source", "add", "big", path, "--budget", "document=2MiB", "--budget", "vehicles=2999",
            "--no-check"
        ).succeeded()
        try await home.run("list", "--source", "big").failed(
            65, "\(path): has 3,000 vehicles; the budget of the source is 2,999 vehicles",
            "if this is right, run `fleet source edit NAME --budget vehicles=5998`")
        let show = try await home.run("source", "show", "big").succeeded()
        #expect(show.text.contains("budget: document: 2MiB\nbudget: vehicles: 2999\n"))
        try await home.run(
            "source", "edit", "big", "--budget", "vehicles=default", "--budget", "document=3MiB"
        ).succeeded()
        let json = try await home.run("source", "show", "big", "--format", "json").succeeded()
        #expect(json.text.contains(#""budget":{"document":"3MiB"}"#))
        try await home.run("refresh", "--source", "big").succeeded()
        #expect(try await home.run("count", "--source", "big").succeeded().text == "3000\n")
    }

    @Test("A name that is neither a source nor a file is an error")
    func unknown() async throws {
        try await home.run("list", "--source", "nope").failed(
            66, "no source or file named nope", "use one of: demo")
    }

    @Test("a pattern that RE2 refuses is refused with its message, and nothing is saved")
    func labelPattern() async throws {
        let home = try FleetHome()
        for (field, cause) in [
            ("rental_uris.web:(a", "missing ): (a"), ("rental_uris.web:(?=a)", "(?="),
            ("vehicle", "write a field such as vehicle_id, code or name, or property:NAME"),
        ] {
            let add = try await home.run(
                "source", "add", "x", "https://example.org/", "--label-field", field)
            #expect(add.status == 64)
            #expect(add.errorLines.first?.contains(cause) == true, "\(add.errorText)")
            #expect(add.errorLines.last == "hint: run `fleet source add --help`")
        }
        #expect(try !home.files.contains("preferences.json"))
    }
}
