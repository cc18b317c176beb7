import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Hostile tables cost little, and never crash")
struct TableHostileTests {
    private static let text = """
        Rad-Nr.;Name;Farbe;Typ;Zustand;Akku;Reichweite;Koordinaten;letzte Meldung;Link;Reserviert;Regal
        1;Lotte;dunkelblau;Lastenrad;in Reparatur;85%;1.200 m;48° 8' N, 11° 34' E;31.01.2026 14:05;https://e.org;ja;A3
        2;;blau-weiß;E-Bike;verliehen;0,85;12 km;48,1; 11,5;31 janv. 2026;www.e.org;nein;
        """

    @Test("Any byte of a table may be changed")
    func flippedBytes() {
        let bytes = Array(Self.text.utf8)
        let masks: [UInt8] = [0x01, 0x20, 0x80, 0xFF]
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= masks[index % masks.count]
            _ = try? table(changed)
        }
    }

    @Test("A table may end anywhere")
    func truncated() {
        let bytes = Array(Self.text.utf8)
        for end in stride(from: 0, to: bytes.count, by: 3) { _ = try? table(Array(bytes[..<end])) }
    }

    @Test("Cells of any characters are read or refused")
    func anyCells() {
        var random = SeededGenerator(seed: 11)
        let characters = Array("0123456789.,-+:/°'\"NSEW eEhT;Z%äß–  \u{A0}\u{200B}#x")
        for _ in 0..<2000 {
            let length = Int.random(in: 0...24, using: &random)
            var cell = String(
                (0..<length).map { _ in characters.randomElement(using: &random) ?? "0" })
            cell.withUTF8 { bytes in
                _ = CellNumber(bytes)
                _ = CellNumber(bytes, groups: true)
                _ = CellNumber.decimal(bytes)
                _ = CellDate(bytes)
                _ = CellCoordinates.position(bytes)
                _ = CellCoordinates.degrees(bytes, isLatitude: true)
                _ = bytes.withoutInvisibleEnds
            }
            _ = ColorReader.color(of: cell)
            _ = TableHeading(cell)
        }
    }

    @Test("Numbers and dates of many digits are none, or far away")
    func manyDigits() throws {
        let digits = String(repeating: "9", count: 5000)
        let document = try column("Akku", digits, "1e999", "1e-999", "-0", "0." + digits)
        #expect(document.vehicles.map { $0.battery?.percent } == [nil, nil, 0, 0, nil])
        let dates = try column(
            "letzte Meldung", digits, "99999999999999999999", "1e300", "9999-12-31")
        #expect(dates.vehicles.map { $0.lastReported == nil } == [true, true, true, false])
    }

    @Test("A long ID skips its row, and a long cell is unknown")
    func longCells() throws {
        let long = String(repeating: "a", count: 10_000)
        let document = try table("ID,Farbe,Name\n\(long),rot,x\n2,rot,\(long)\n")
        #expect(document.ids == ["2"])
        #expect(document.skips == ["2: ID of more than 1,000 bytes"])
        #expect(document.vehicles[0].name == nil)
        #expect(document.parseReport.warnings.count == 1)
    }

    @Test("Names of columns with control characters and thousands of bytes stay short")
    func longHeadings() throws {
        let long = String(repeating: "b", count: 5000)
        let document = try table("ID,\(long),a\u{1}b\n1,x,y\n")
        #expect(document.propertyNames == ["a b"])
    }

    @Test("The last member of a name counts in JSON, and the elements of a list are joined")
    func repeatedMembers() throws {
        let document = try table(
            "{\"Rad-Nr.\":1,\"Rad-Nr.\":2,\"t\":[1,[2,3],{\"x\":4}]}\n{\"Rad-Nr.\":3}\n")
        #expect(document.ids == ["2", "3"])
        #expect(document.vehicles[0].properties["t"] == "1, 2, 3")
        #expect(document.vehicles[0].properties["t.x"] == "4")
    }
}
