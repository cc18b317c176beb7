import FleetTestSupport
import Foundation
import Testing

@Suite("Labels of the IDs in a file, as people save it", .slots)
struct LabelIDFileTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func labels(_ text: String, _ arguments: String...) async throws -> Outcome {
        let file = try home.write(text, to: "ids.csv")
        return try await home.run(
            ["labels", "--ids", file, "--out", home.path(of: "d/"), "--report", "-"] + arguments)
    }

    private func payloads(_ outcome: Outcome) async throws -> [String] {
        try await Tool.jq(".labels[].payload", outcome.data)
    }

    @Test(
        "A column of IDs is found by its name, whatever separates the cells",
        arguments: [
            "vehicle_id,color\nA-1,red\n\"B,2\",blue\n",
            "color;Vehicle_ID\nred;A-1\n\"blue;\";B,2\n",
            "bike_id\tplate\r\nA-1\tx;y;z\r\nB,2\tz\r\n",
            "\u{FEFF}id;\"note;\nof two lines\"\nA-1;x\n\"B,2\";y\n",
            " id \nA-1\n\"B,2\"\n",
        ])
    func column(text: String) async throws {
        let outcome = try await labels(text).succeeded()
        #expect(try await payloads(outcome) == ["A-1", "B,2"])
        #expect(outcome.errorText.lowercased().hasPrefix("using the column "))
    }

    @Test("A column that is named is found in each form", arguments: [",", ";", "\t"])
    func namedColumn(separator: String) async throws {
        let text = ["Rad,Nr", "1,A-1", "2,B-2"].map { $0.replacing(",", with: separator) }
        let outcome = try await labels(text.joined(separator: "\n"), "--column", "Nr").succeeded()
        #expect(try await payloads(outcome) == ["A-1", "B-2"])
        try await labels(text.joined(separator: "\n"), "--column", "id").failed(
            66, "\(home.path)/ids.csv has no column id", "use one of its columns: Rad, Nr")
    }

    @Test("Columns without an ID are an error that names them, unless each line is an ID")
    func unknownColumns() async throws {
        let text = "Rad;Ort\n1;Bonn\n2;Köln\n"
        try await labels(text).failed(
            65, "no column of \(home.path)/ids.csv is recognized as the ID",
            "use --column with one of its columns: Rad, Ort; or --no-header if each line is an ID")
        let lines = try await labels(text, "--no-header").succeeded()
        #expect(try await payloads(lines) == ["Rad;Ort", "1;Bonn", "2;Köln"])
    }

    @Test(
        "A first line that is no known ID is named, unless it is like the next line, and none is known",
        arguments: [
            ("Rad Nr.\nABP-PHY\n", true), ("Rad\n17\n", true), ("ABP-PHY\nKEI-17\n", false),
            ("X-1\nX-2\n", false), ("DCS-FEO\nDCS-FEP\n", false), ("new\nother\n", true),
            ("Rad\nnew\nABP-PHY\n", true), ("NEW-ONE\nDCS-FEP\nABP-PHY\n", true),
            ("Nr 1\nX-2\nABP-PHY\n", true), ("only\n", false),
        ])
    func title(text: String, isNamed: Bool) async throws {
        try await home.run("list").succeeded()
        let first = try #require(text.split(separator: "\n").first.map(String.init))
        let outcome = try await labels(text).succeeded()
        #expect(try await payloads(outcome).first == first)
        let warning = "warning: the first line of --ids, '\(first)', is not a known vehicle ID"
        #expect(outcome.errorText.contains(warning) == isNamed)
        let certain = try await labels(text, "--no-header").succeeded()
        #expect(!certain.errorText.contains("warning: the first line"))
    }

    @Test("On a terminal, a first line that is no known ID is asked about")
    func question() async throws {
        let file = try home.write("Rad\n17\n18\n", to: "ids.txt")
        let screen = try await TmuxScreen(
            home, "labels", "--ids", file, "--out", home.path(of: "d/"))
        try await screen.waitUntil("Is the first line, 'Rad', a title? [y/N]")
        try await screen.type("y\n")
        try await screen.waitUntil("wrote 2 PNG files")
        try await screen.expectExit(0)
    }

    @Test("A total row without an ID is left out, with its number in a warning")
    func total() async throws {
        let text = "Asset tag;Scooter ID;Farbe\r\n000371;CB-1;rot\r\n;CB-3;grün\r\nSumme;;2\r\n"
        let outcome = try await labels(text, "--column", "Scooter ID").succeeded()
        #expect(try await payloads(outcome) == ["CB-1", "CB-3"])
        #expect(outcome.errorText.contains("warning: --ids: 1 row left out: row 4 (total row)\n"))
        try await labels(text).failed(
            65,
            "several columns of \(home.path)/ids.csv may have the IDs: Asset tag, Scooter ID",
            "choose one of them with --column")
    }

    @Test("Spaces after an ID are removed, with a warning that names the lines")
    func spaces() async throws {
        let outcome = try await labels("ABP-PHY \r\nKEI-XVC\t\r\nVXZ-URX\r\n").succeeded()
        #expect(try await payloads(outcome) == ["ABP-PHY", "KEI-XVC", "VXZ-URX"])
        #expect(
            outcome.errorText.contains(
                "warning: --ids: spaces or invisible characters around the ID were removed in "
                    + "lines 1, 2\n"))
    }

    @Test("NUL and control characters in an ID are refused, with the line")
    func controls() async throws {
        for (character, name) in [("\0", "NUL"), ("\u{1}", "a control character")] {
            try await labels("A-1\nB\(character)2\n").failed(
                65, "line 2 of \(home.path)/ids.csv has \(name) in its ID",
                "remove it from the ID, and save the file again")
        }
        #expect(try home.files.contains("d") == false)
    }

    @Test("The order is that of the file, or by ID")
    func order() async throws {
        let text = "C-3\nA-1\nB-2\n"
        for arguments in [[], ["--order", "file"]] {
            let file = try home.write(text, to: "ids.csv")
            let outcome = try await home.run(
                ["labels", "--ids", file, "--out", home.path(of: "d/"), "--report", "-"]
                    + arguments
            ).succeeded()
            #expect(try await payloads(outcome) == ["C-3", "A-1", "B-2"])
        }
        let sorted = try await labels(text, "--order", "id").succeeded()
        #expect(try await payloads(sorted) == ["A-1", "B-2", "C-3"])
        try await home.run("labels", "--order", "id", "--out", "x.pdf").failed(
            64, "--order needs --ids", "run `fleet labels --help`")
    }

    @Test("IDs of a list for Excel are read back unchanged")
    func excel() async throws {
        let ids = ["00123", "1E5", "=1+1", "a\"b", "a;b", "-7", "MAR-1", "TRUE", "plain"]
        let vehicles = ["vehicles": ids.map { ["vehicle_id": $0] }]
        try home.write([UInt8](JSONSerialization.data(withJSONObject: vehicles)), to: "feed.json")
        let list = try await home.run(
            "list", "--source", "feed.json", "--format", "csv", "--csv-locale", "de"
        ).succeeded()
        let file = try home.write(list.data, to: "list.csv")
        let outcome = try await home.run(
            "labels", "--ids", file, "--out", home.path(of: "d/"), "--report", "-"
        ).succeeded()
        #expect(try await payloads(outcome).sorted() == ids.sorted())
    }
}
