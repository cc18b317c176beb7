import FleetTestSupport
import Foundation
import Testing

@Suite("Lists are written as workbooks", .slots)
struct WorkbookTests {
    private let home: FleetHome
    private let path: String

    init() throws {
        home = try FleetHome()
        let table = """
            ID,Name,Farbe,lat,lon,Akku,"Rack, row",a=b,PIN
            00123,"Lotte, die Rote",rot,48.1372,11.5755,57,=1+1,x,0042
            CB-2,@home,blau,48.2,11.6,5,+49 89,,7
            """
        path = try home.write(Array(table.utf8), to: "bikes.csv")
    }

    /// Python's view of the cells of a workbook, one row a line: a type and a text each.
    private func cells(_ bytes: [UInt8]) async throws -> [String] {
        let script = """
            import io, sys, zipfile, xml.etree.ElementTree as tree
            archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
            root = tree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
            space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
            assert not list(root.iter(space + "f"))
            for row in root.iter(space + "row"):
                print("|".join(c.get("t") + " " + "".join(c.itertext()) for c in row))
            """
        return try await Tool.python(script, bytes).split(separator: "\n").map(String.init)
    }

    private static let fields = #"id,name,battery,"Rack, row","a=b""#

    @Test("--out FILE.xlsx has numbers as numbers and texts as texts, without a formula")
    func file() async throws {
        let out = home.path(of: "out.xlsx")
        let list = try await home.run(
            "list", path, "--fields", Self.fields, "--out", out
        ).succeeded()
        #expect(list.data.isEmpty)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: out)))
        #expect(
            try await cells(bytes) == [
                "inlineStr vehicle_id|inlineStr name|inlineStr battery_percent|"
                    + "inlineStr Rack, row|inlineStr a=b",
                "inlineStr 00123|inlineStr Lotte, die Rote|n 57|inlineStr =1+1|inlineStr x",
                "inlineStr CB-2|inlineStr @home|n 5|inlineStr +49 89",
            ])
        let piped = try await home.run(
            "list", path, "--fields", Self.fields, "--format", "xlsx"
        ).succeeded()
        #expect(piped.data == bytes)
    }

    @Test("What is written is read back with all that it holds")
    func roundTrip() async throws {
        let out = home.path(of: "all.xlsx")
        try await home.run("list", path, "--out", out).succeeded()
        let filter = "[.vehicles[] | del(.source)]"
        let first = try await home.run("list", path, "--json").succeeded().data
        let second = try await home.run("list", out, "--json").succeeded().data
        #expect(try await Tool.jq(filter, second) == Tool.jq(filter, first))
    }

    @Test("Every list has the format, and CSV and JSON have --out")
    func others() async throws {
        let lists = [
            ["site", "list", "--source", "sim://?vehicles=3"],
            ["count", "--by", "color", "--source", path],
        ]
        for list in lists {
            let bytes = try await home.run(list + ["--format", "xlsx"]).succeeded().data
            #expect(bytes.starts(with: "PK".utf8))
        }
        let out = home.path(of: "out.json")
        try await home.run("list", path, "--out", out).succeeded()
        let json = [UInt8](try Data(contentsOf: URL(filePath: out)))
        #expect(try await Tool.jq(".vehicles | length", json) == ["2"])
    }

    @Test("A workbook is never written to a terminal or under another name")
    func refusals() async throws {
        let terminal = try Terminal()
        let program = try home.start(["list", path, "--format", "xlsx"], on: terminal)
        let shown = await program.outcome()
        #expect(shown.text.contains("error: a workbook cannot be shown on a terminal"))
        #expect(!shown.text.contains("PK"))
        let names = [
            (
                ["--format", "csv", "--out", "a.xlsx"],
                "--format csv is no workbook, so the name of --out cannot end in .xlsx"
            ),
            (
                ["--json", "--out", "a.XLSX"],
                "--json is no workbook, so the name of --out cannot end in .xlsx"
            ),
            (
                ["--format", "xlsx", "--out", "a.csv"],
                "--format xlsx writes a workbook, so the name of --out cannot end in .csv"
            ),
        ]
        for (options, message) in names {
            try await home.run(["list", path] + options).failed(
                64, message, "run `fleet list --help`")
        }
    }

    @Test("Names with a comma, = or ! are in quotes; an unknown one is shown so")
    func names() async throws {
        func ids(_ options: String...) async throws -> [String] {
            try await home.run(["list", path, "--json"] + options).succeeded().ids
        }
        #expect(try await ids("--where", #""a=b"=x"#) == ["00123"])
        #expect(try await ids("--where", #""a=b"!=x"#) == ["CB-2"])
        #expect(try await ids("--where", #""Rack, row"=+49*"#) == ["CB-2"])
        #expect(try await ids("--sort", #""Rack, row""#) == ["CB-2", "00123"])
        let unknown = try await home.run("list", path, "--where", #""Zeile, quer"=x"#)
        #expect(unknown.errorText.contains(#"no property "Zeile, quer" in "#))
        #expect(unknown.errorText.contains(#"use one of: Farbe, "Rack, row", "a=b", PIN"#))
        let count = try await home.run(
            "count", "--source", path, "--by", #""a=b","Rack, row""#, "--json"
        ).succeeded()
        #expect(try await Tool.jq(#".counts[] | .["a=b"] // "-""#, count.data).count == 2)
    }
}
