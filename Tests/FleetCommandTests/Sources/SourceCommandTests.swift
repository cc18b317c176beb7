import Testing

@Suite("Sources are added, listed, shown, chosen and removed", .slots)
struct SourceCommandTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func source(_ arguments: String...) async throws -> Outcome {
        try await home.run(["source"] + arguments)
    }

    @Test("adding makes a path absolute and fetches nothing")
    func adding() async throws {
        let add = try await source(
            "add", "own", "feed.json", "--color-of", "t1=red", "--ids", "stable")
        #expect(add.succeeded().talk == "added own: \(home.path)/feed.json\n")
        let preferences = home.bytes(of: "preferences.json")
        #expect(
            try await Tool.jq(".sources.own", preferences)
                == [
                    #"{"colorOf":{"t1":"red"},"ids":"stable","location":"\#(home.path)/feed.json"}"#
                ])
        #expect(home.bytes(of: "fleet.sqlite").isEmpty)
        try home.write(
            #"{"data":{"bikes":[{"bike_id":"A","vehicle_type_id":"t1"}]}}"#, to: "feed.json")
        let list = try await home.run(
            "list", "--source", "own", "--color", "red", "--format", "json")
        #expect(list.succeeded().codes == ["A"])
        let shown = try await source("show", "own").succeeded()
        #expect(shown.lines.contains("color of t1: red"))
        #expect(shown.lines.contains("ids: stable"))
    }

    @Test("the chosen one is read when none is given, and has a star")
    func choosing() async throws {
        try await source("add", "small", "sim://?vehicles=3").succeeded()
        #expect(
            try await source("list").succeeded().lines == [
                "* demo   sim://demo", "  small  sim://?vehicles=3",
            ])
        try await source("use", "small").succeeded()
        #expect(
            try await source("list").succeeded().lines == [
                "  demo   sim://demo", "* small  sim://?vehicles=3",
            ])
        #expect(try await home.run("list", "--format", "json").succeeded().codes.count == 3)
        let json = try await source("list", "--format", "json").succeeded()
        #expect(try await Tool.jq(".sources[] | select(.default).name", json.data) == ["small"])
    }

    @Test("removing forgets the source, its credentials and its snapshot")
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
            66, "there is no source called s", "the sources are: demo")
    }

    @Test("a name that is taken stays, unless it is to be replaced")
    func replacing() async throws {
        try await source("add", "s", "sim://?vehicles=3", "--header", "X-Key: first").succeeded()
        try await source("add", "s", "sim://?vehicles=4", "--header", "X-Key: second").failed(
            64, "there is a source called s already",
            "`--replace` puts this one in its place; `fleet source show s` shows it")
        #expect(home.text(of: "credentials.json").contains("first"))
        #expect(!home.text(of: "credentials.json").contains("second"))
        try await source("add", "s", "sim://?vehicles=4", "--replace").succeeded()
        #expect(
            try await home.run("list", "--source", "s", "--format", "json").succeeded().codes.count
                == 4)
        #expect(!home.text(of: "credentials.json").contains("first"))
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            (
                ["add", "Big", "sim://demo"], 64,
                "a name has small letters, digits, - and _, and begins with a letter or digit"
            ),
            (
                ["add", "", "sim://demo"], 64,
                "a name has small letters, digits, - and _, and begins with a letter or digit"
            ),
            (["add", "s", "-"], 64, "the standard input cannot have a name"),
            (["add", "s", "gopher://x"], 64, "`gopher://x` is no location"),
            (["add", "s", "sim://demo", "--query-env", "x"], 64, "--query-env takes KEY=VARIABLE"),
            (
                ["add", "s", "sim://demo", "--header", "x"], 64,
                "--header takes one line, 'Name: value'"
            ),
            (["use", "nope"], 66, "there is no source called nope"),
            (["show", "nope"], 66, "there is no source called nope"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, cause: String) async throws {
        let run = try await home.run(["source"] + arguments)
        #expect(run.status == status)
        #expect(run.talkLines.first == "error: " + cause)
        #expect(run.talkLines.count == 2)
        #expect(run.talkLines.last?.hasPrefix("hint: ") == true)
    }

    @Test("a name that is neither a source nor a file")
    func unknown() async throws {
        try await home.run("list", "--source", "nope").failed(
            66, "there is no source called nope, and no such file", "the sources are: demo")
    }
}
