import FleetTestSupport
import Testing

@testable import FleetCore

@Suite("The catalogue of systems is read, whatever it contains")
struct SystemCatalogueTests {
    private func catalogue(_ csv: String) throws -> SystemCatalogue {
        try SystemCatalogue(csv: Array(csv.utf8))
    }

    private func row(
        code: String = "NO", id: String = "a", address: String = "https://h.example/gbfs.json",
        name: String = "A", type: String = "", parameters: String = ""
    ) -> String {
        "\(code),\(name),Oslo,\(id),https://a.example,\(address),2.3,,\(type),\(parameters)\n"
    }

    @Test("every column is read, with quotes, versions and normalized addresses")
    func columns() throws {
        let systems = try catalogue(CatalogueSample.csv).systems
        #expect(systems.count == 8)
        #expect(
            systems[0]
                == CatalogueSystem(
                    countryCode: "NO", name: "Fjordsykkel", location: "Oslo", id: "fjordsykkel",
                    website: "https://fjordsykkel.example/",
                    address: "https://feeds.example/oslo/gbfs.json", versions: ["2.3", "3.0"],
                    access: .open))
        #expect(systems[1].website == "https://rad.example/")
        #expect(systems[3].location == "Saint-Étienne, Loire")
        #expect(systems[5].name == #"Marin "le Bleu""#)
        #expect(systems[6].versions.isEmpty)
    }

    @Test(
        "the type of authentication says how the named credentials are sent",
        arguments: [
            ("", "", .open, []), ("0", "ignored", .open, []), ("1", "key", .query, ["key"]),
            ("2", "X-Id| X-Key ", .header, ["X-Id", "X-Key"]), ("2", "", .other("2"), []),
            ("3", "", .other("3"), []), ("oauth2", "scope", .other("oauth2"), ["scope"]),
        ] as [(String, String, CatalogueSystem.Access.Kind, [String])])
    func access(
        type: String, parameters: String, kind: CatalogueSystem.Access.Kind, names: [String]
    ) throws {
        let csv = CatalogueSample.header + row(type: type, parameters: parameters)
        let access = try #require(try catalogue(csv).systems.first).access
        #expect(access.kind == kind)
        #expect(access.names == names)
    }

    @Test(
        "a row without an ID or an http(s) address is skipped, and the others stay",
        arguments: [
            "", "gbfs.json", "/etc/passwd", "file:///etc/passwd", "ftp://h.example/x",
            "sim://demo", "javascript:alert(1)", "https://", "https://user:pass@h.example/x",
            "https://h.example/a b",
        ])
    func addresses(address: String) throws {
        let csv = CatalogueSample.header + row(id: "bad", address: address) + row()
        #expect(try catalogue(csv).systems.map(\.id) == ["a"])
    }

    @Test(
        "an address is the one that a request would use, however it is written",
        arguments: [
            "https://h.example", "https://h.example/", "https://h.example/a/b.json?x=1&y=a@b",
            "http://a-b.c9.example/x", "https://H.example/X", "https://h.example:8080/x",
            "https://h.example:443/x", "https://h.example/a%2fb", "https://h.example/ü#top",
            "https://h.example?x=1", "https://127.0.0.1/x", "https://[::1]/x", "https://h.1/x",
            "https://-h.example/x", "https://h..example/x", "https://h.example./x", "https://h/x",
            "HTTPS://h.example/x", "https://h.example/{id}|^`\\", "https://h.example/a/../b",
        ])
    func normalized(address: String) throws {
        let csv = CatalogueSample.header + row(id: "b", address: address) + row()
        let expected = try? WebAddress(address)
        let system = try catalogue(csv).systems.first { $0.id == "b" }
        #expect(system?.address == expected?.text)
        guard let system, let host = expected?.origin.host, !host.contains(":") else { return }
        #expect(CatalogueAddress.host(of: system.address) == Array(host.utf8))
    }

    @Test("a row with a giant field, a giant ID or too many fields is skipped")
    func rows() throws {
        let giant = String(repeating: "x", count: 3000)
        let csv =
            CatalogueSample.header + row(id: "b", name: giant) + row(id: String(giant.prefix(300)))
            + row(id: "") + "only,three,fields\n" + row(id: "c", parameters: "x,y,z") + row()
        #expect(try catalogue(csv).systems.map(\.id) == ["a"])
    }

    @Test("invisible characters and line ends never reach a name, an ID or a country")
    func invisible() throws {
        let csv =
            CatalogueSample.header + row(id: "b\u{202E}d") + row(id: "c\u{85}")
            + row(code: "N\u{301}O", name: "\"A\n \u{202E}B\u{9B}31m\"")
        let systems = try catalogue(csv).systems
        #expect(systems.map(\.name) == ["A B 31m"])
        #expect(systems[0].countryCode.isEmpty)
    }

    @Test(
        "a document that is not a catalogue is refused",
        arguments: [
            ("", .empty),
            ("<!DOCTYPE html><html>", .html), (" \r\n<html>", .html),
            ("{\"systems\": []}", .missingColumn("Country Code")),
            (
                CatalogueSample.header.replacing("System ID", with: "ID") + CatalogueSample.csv,
                .missingColumn("System ID")
            ),
            (CatalogueSample.header, .empty),
            (CatalogueSample.header + "NO,A,Oslo,a,,ftp://x,,,,\n", .empty),
            (String(CatalogueSample.csv.dropLast(40)), .truncated),
            (CatalogueSample.csv + "NO,\"Oslo", .openQuote(line: 10)),
            (CatalogueSample.csv + "\0", .controls),
            (CatalogueSample.csv.replacing("Fjord", with: "\u{1B}[2J"), .controls),
            (CatalogueSample.csv.replacing("Fjord", with: "\u{7F}"), .controls),
        ] as [(String, CatalogueDamage)])
    func damaged(csv: String, damage: CatalogueDamage) {
        #expect(throws: damage) { try catalogue(csv) }
    }

    @Test(
        "line ends of Windows, a byte order mark, other columns and a missing last line end are read"
    )
    func forms() throws {
        let windows = "\u{FEFF}" + CatalogueSample.csv.replacing("\n", with: "\r\n")
        #expect(try catalogue(windows).systems.count == 8)
        #expect(try catalogue(String(CatalogueSample.csv.dropLast())).systems.count == 8)
        let old = """
            Note,Country Code,Name,Location,System ID,Auto-Discovery URL,Type,Parameter Name
            x,NO,A,Oslo,a,https://h.example/gbfs.json,1,key
            """
        let system = try #require(try catalogue(old).systems.first)
        #expect(system.access.kind == .query && system.website == nil && system.versions.isEmpty)
    }

    @Test("more systems than the limit are refused")
    func tooMany() throws {
        let bytes = Array(CatalogueSample.csv.utf8)
        #expect(try SystemCatalogue(csv: bytes, maxSystems: 8).systems.count == 8)
        #expect(throws: CatalogueDamage.tooMany(limit: 7)) {
            try SystemCatalogue(csv: bytes, maxSystems: 7)
        }
    }

    @Test(
        "an ID finds all systems that have it, exactly or else in any case; one address counts once"
    )
    func ids() throws {
        let catalogue = try catalogue(CatalogueSample.csv + row() + row())
        #expect(
            catalogue.systems(withID: "rochelle").map(\.name) == ["Citadin", #"Marin "le Bleu""#])
        #expect(catalogue.systems(withID: "FJORDSYKKEL").map(\.id) == ["fjordsykkel"])
        #expect(catalogue.systems(withID: "a").count == 1)
        #expect(catalogue.systems(withID: "fjord").isEmpty)
        #expect(catalogue.system(at: "https://feeds.example/bern/gbfs.json")?.name == "Bärn Velo")
    }

    @Test(
        "the name of a source is made of the ID",
        arguments: [
            ("oslobysykkel", "oslobysykkel"), ("Bixi_MTL", "bixi_mtl"), ("bärn velo", "barn-velo"),
            ("pony_liège", "pony_liege"), ("--x", "x"), ("日本", "system"), ("Ø", "o"),
        ])
    func names(id: String, name: String) throws {
        let system = try #require(try catalogue(CatalogueSample.header + row(id: id)).systems.first)
        #expect(system.sourceName == name)
        #expect(Source.isName(system.sourceName))
    }
}
