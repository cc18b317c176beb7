import FleetTestSupport
import Foundation
import Testing

@Suite("The public catalogue is searched, and systems are added by their ID", .slots)
struct SourceSearchTests {
    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        try home.write(CatalogueSample.csv, to: "systems.csv")
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws
        -> Outcome
    {
        try await home.run(
            ["source"] + arguments,
            environment: ["FLEET_CATALOGUE": home.path(of: "systems.csv")]
                .merging(environment) { $1 })
    }

    @Test("the table has what people need to choose, and the attribution is on standard error")
    func table() async throws {
        let found = try await run("search", "berlin", "rad").succeeded()
        #expect(
            found.lines == [
                "NAME       PLACE       SYSTEM ID  VERSIONS  NEEDS",
                "Spree Rad  Berlin, DE  spree_rad  2.3       header X-Client, X-Key",
            ])
        #expect(
            found.errorLines == [
                "the catalogue of GBFS systems is by MobilityData, CC BY 3.0 "
                    + "(https://github.com/MobilityData/gbfs)"
            ])
        let none = try await run("search", "nowhere").succeeded()
        #expect(none.text.isEmpty)
        #expect(none.errorLines == ["no system of the catalogue matches; try fewer words"])
    }

    @Test("JSON has the columns of the catalogue under the names of GBFS, and its attribution")
    func json() async throws {
        let found = try await run("search", "velo", "BLEU", "--country", "fr", "--json").succeeded()
        let lines = try await Tool.jq(".", found.data)
        let address = home.path(of: "systems.csv")
        #expect(
            lines == [
                #"{"catalogue":{"address":"\#(address)","attribution":"MobilityData","#
                    + #""license":"CC-BY-3.0"},"total":1,"systems":[{"name":"Vélo Bleu","#
                    + #""location":"Saint-Étienne, Loire","country_code":"FR","#
                    + #""system_id":"velo_bleu","#
                    + #""auto_discovery_url":"https://feeds.example/bleu/gbfs.json","#
                    + #""supported_versions":["3.0"],"authentication_type":"query","#
                    + #""authentication_parameter_names":["apikey"],"#
                    + #""authentication_info_url":"https://bleu.example/key","#
                    + #""url":"https://bleu.example/"}]}"#
            ])
        let limited = try await run("search", "--limit", "2", "--json").succeeded()
        #expect(try await Tool.jq(".total, (.systems | length)", limited.data) == ["8", "2"])
        let open = try await run("search", "fjord", "--format", "ndjson").succeeded()
        #expect(
            try await Tool.jq("[.authentication_type, .authentication_info_url]", open.data)
                == [#"["none",null]"#])
        let csv = try await run(
            "search", "--country", "fr", "--format", "csv", "--fields", "system_id,name")
        #expect(
            csv.succeeded().lines == [
                "system_id,name", "rochelle,Citadin", #"rochelle,"Marin ""le Bleu""""#,
                "velo_bleu,Vélo Bleu",
            ])
    }

    @Test("the options are checked, and offline needs a copy or a file")
    func options() async throws {
        try await run("search", "--offline", "oslo").succeeded()
        try await run("search", "--offline", "--update").failed(
            64, "--offline and --update cannot be used together",
            "run `fleet source search --help`")
        try await run("search", "--limit=-1").failed(
            64, "--limit must be 0 or more", "run `fleet source search --help`")
        try await run(
            "search", "--offline", environment: ["FLEET_CATALOGUE": "http://127.0.0.1:1/a.csv"]
        ).failed(
            69, "there is no copy of the catalogue of systems",
            "run once without --offline to download it")
        try await run("search", environment: ["FLEET_CATALOGUE": "http://127.0.0.1:1/a.csv"])
            .failed(
                69, "cannot reach http://127.0.0.1:1/a.csv: connection refused",
                "try again later, or set FLEET_CATALOGUE to another address or file")
        try await run("search", environment: ["FLEET_CATALOGUE": "-"]).failed(
            64, "FLEET_CATALOGUE is not an http(s) address or a file",
            "set it to the address or file of a catalogue, or unset it")
    }

    @Test("a search opens no database and writes nothing but the copy of a download")
    func files() async throws {
        let server = try TestServer { _, _ in .text(CatalogueSample.csv) }
        let environment = ["FLEET_CATALOGUE": server.address("/systems.csv")]
        let before = try home.files
        for _ in 0..<2 {
            let found = try await run("search", "oslo", environment: environment).succeeded()
            #expect(found.lines.count == 3)
            #expect(found.errorText.contains("; downloaded "))
        }
        try await run("search", "--update", environment: environment).succeeded()
        #expect(server.requests.count == 2)
        let new = try home.files.filter { !before.contains($0) }
        #expect(new.count == 3 && new[0] == "cache" && new[1] == "cache/catalogue")
    }

    @Test("hostile names in the catalogue reach a terminal only without their controls")
    func hostile() async throws {
        let rows = (0..<3).map {
            "NO,\"A\n\u{9B}31m\u{202E}B\(String(repeating: "x", count: 1500))\",Oslo,a\($0),,"
                + "https://h.example/\($0),,,,\n"
        }
        try home.write(CatalogueSample.header + rows.joined(), to: "hostile.csv")
        for format in ["table", "json", "csv"] {
            let found = try await run(
                "search", "--format", format,
                environment: ["FLEET_CATALOGUE": home.path(of: "hostile.csv")]
            ).succeeded()
            #expect(!found.text.unicodeScalars.contains { [0x9B, 0x202E].contains($0.value) })
            if format == "table" { #expect(found.lines.count == 4 && found.data.count < 3000) }
        }
    }
}

@Suite("A system of the catalogue is added by its ID", .slots)
struct SourceAddSystemTests {
    private let home: FleetHome
    private let server: TestServer

    init() throws {
        home = try FleetHome()
        server = try TestServer { _, _ in .text(#"{"vehicles":[{"identificationCode":"A"}]}"#) }
        let address = server.address("/gbfs.json")
        try home.write(CatalogueSample.csv(feedsAt: address), to: "systems.csv")
    }

    private func add(_ arguments: String..., environment: [String: String] = [:]) async throws
        -> Outcome
    {
        try await home.run(
            ["source", "add"] + arguments,
            environment: ["FLEET_CATALOGUE": home.path(of: "systems.csv")]
                .merging(environment) { $1 })
    }

    @Test("its address is checked and saved under its ID, or under a given name")
    func open() async throws {
        let added = try await add("system:fjordsykkel").succeeded()
        #expect(added.errorLines.first == "added fjordsykkel: \(server.address("/gbfs.json"))")
        #expect(added.errorText.contains("found vehicles document, 1 vehicle"))
        try await add("town", "system:FjordSykkel").succeeded()
        let list = try await home.run("list", "--source", "town", "--format", "json")
        #expect(list.succeeded().ids == ["A"])
        try await add("system:fjordsykkel").failed(
            64, "source fjordsykkel already exists",
            "use --replace to replace it; `fleet source show fjordsykkel` shows it")
    }

    @Test("credentials that the catalogue demands are named with their options, and then are sent")
    func credentials() async throws {
        try await add("system:spree_rad").failed(
            77, "spree_rad needs credentials: header X-Client, X-Key",
            "run `fleet source add spree_rad system:spree_rad --header 'X-Client: VALUE' "
                + "--header 'X-Key: VALUE'`; see https://keys.example/docs")
        try await add("system:spree_rad", "--header", "X-Key: hush").failed(
            77, "spree_rad needs credentials: header X-Client, X-Key",
            "run `fleet source add spree_rad system:spree_rad --header 'X-Client: VALUE' "
                + "--header 'X-Key: VALUE'`; see https://keys.example/docs")
        try await add("system:velo_bleu").failed(
            77, "velo_bleu needs credentials: query key apikey",
            "run `fleet source add velo_bleu system:velo_bleu --query-env apikey=VARIABLE`; "
                + "see https://bleu.example/key")
        try await add("system:bärn velo").failed(
            77, "bärn velo needs credentials: header Authorization",
            "run `fleet source add barn-velo 'system:bärn velo' --bearer-env VARIABLE`; "
                + "see https://velo.example/token")
        try await add("system:open_auth").failed(
            77, "open_auth needs credentials: authentication of type 3",
            "use the options of `fleet source add --help` for it; see https://auth.example/oauth")
        #expect(server.requests.isEmpty)
        try await add(
            "system:spree_rad", "--header", "x-client: me", "--header", "X-Key: hush"
        ).succeeded()
        #expect(server.requests.last?.headers["x-key"] == "hush")
        try await add(
            "system:velo_bleu", "--query-env", "apikey=KEY", environment: ["KEY": "hush"]
        ).succeeded()
        #expect(server.requests.last?.target == "/gbfs.json?apikey=hush")
        try await add(
            "system:bärn velo", "--bearer-env", "KEY", environment: ["KEY": "hush"]
        ).succeeded()
        #expect(server.requests.last?.headers["authorization"] == "Bearer hush")
        try await add("system:open_auth", "--header", "X-Any: hush").succeeded()
        let shown = try await home.run("source", "list").succeeded()
        #expect(shown.lines.count == 6 && !shown.text.contains("hush"))
    }

    @Test("an ambiguous ID lists its systems, and an unknown one those that are near")
    func notOne() async throws {
        try await add("system:rochelle").failed(
            66,
            "2 systems have the ID rochelle: Citadin (La Rochelle, FR) at "
                + "https://feeds.example/citadin/gbfs.json; Marin \"le Bleu\" (La Rochelle, FR) at "
                + "https://feeds.example/marin/gbfs.json",
            "add one by its address: `fleet source add rochelle ADDRESS`")
        try await add("system:fjordsykel").failed(
            66, "the catalogue has no system 'fjordsykel'", "did you mean system:fjordsykkel?")
        try await add("system:oslo").failed(
            66, "the catalogue has no system 'oslo'",
            "did you mean system:nord_rad, system:fjordsykkel?")
        try await add("system:zzz").failed(
            66, "the catalogue has no system 'zzz'", "find it with `fleet source search WORDS`")
        try await add("system:").failed(
            66, "the catalogue has no system ''", "find it with `fleet source search WORDS`")
        #expect(try !home.files.contains("preferences.json"))
    }

    @Test("one argument that is not a system lacks the location")
    func missing() async throws {
        try await add("oslo").failed(
            64, "Missing expected argument '<location>'", "run `fleet source add --help`")
        try await add("BIG", "system:fjordsykkel").failed(
            64,
            "a source name has lowercase letters, digits, - and _, and starts with a letter "
                + "or digit", "run `fleet source add --help`")
    }
}
