import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The IDs of a table are stable")
struct TableIDTests {
    @Test("Spaces and invisible characters around an ID are removed, with the rows in a warning")
    func invisible() throws {
        let ids = [
            "CB-1 ", "\u{A0}CB-2", "\u{200B}CB-3\u{200E}", "\u{2060}CB-4", "CB-5\u{AD}",
            "\u{202B}CB-6\u{202C}", "\u{2007}CB-7\u{202F}", "CB-8", "CB 9",
        ]
        let document = try table("Farbe,ID\n" + ids.map { "rot,\($0)\n" }.joined())
        #expect(document.ids == (1...8).map { "CB-\($0)" } + ["CB 9"])
        #expect(
            document.parseReport.warnings == [
                "spaces or invisible characters around the ID were removed in rows 2, 3, 4, 5, 6, 7, 8"
            ])
    }

    @Test("Many rows are counted after the first ten")
    func manyRows() throws {
        let rows = (0..<30).map { " v\($0),x\n" }.joined()
        #expect(
            try table("ID,Regal\n" + rows).parseReport.warnings == [
                "spaces or invisible characters around the ID were removed in "
                    + "rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 20 more"
            ])
    }

    @Test("A joiner inside of an emoji is a part of the ID")
    func joiner() throws {
        #expect(try table("ID,Regal\n👩\u{200D}🔧1,x\n").ids == ["👩\u{200D}🔧1"])
    }

    @Test("An empty ID, NUL or a control character skips the row with its number")
    func skipped() throws {
        let document = try table(
            "ID,Farbe\n1,rot\n,blau\n\" \u{A0}\",gelb\n\"a\u{1}b\",rot\n\"a\nb\",rot\n2,grün\n,\n")
        #expect(document.ids == ["1", "2"])
        #expect(
            document.skips == [
                "3: no ID", "4: no ID", "5: control character in the ID",
                "6: control character in the ID",
            ])
        let json = try table(#"[{"Rad-Nr.": "a\u0000b"}, {"Rad-Nr.": "c"}]"#)
        #expect(json.skips == ["1: NUL in the ID"])
        #expect(json.ids == ["c"])
    }

    @Test("The last row of a repeated ID is used, in the place of the first, and both are named")
    func repeated() throws {
        let document = try table("ID,Farbe\nA,rot\nB,rot\nA,blau\nC,rot\nA,grün\nB,gelb\n")
        #expect(document.ids == ["A", "B", "C"])
        #expect(document.vehicles.map { $0.color?.name } == ["green", "yellow", "red"])
        #expect(document.total == 3)
        #expect(document.parseReport.duplicates == 3)
        #expect(
            document.parseReport.warnings == [
                "rows 2 and 6 have the same ID A; row 6 was used",
                "rows 3 and 7 have the same ID B; row 7 was used",
            ])
    }

    @Test("IDs are what is written, also those that look like numbers, dates or formulas")
    func verbatim() throws {
        let ids = ["00123", "12E3", "3-4", "1.0", "-5", "=A1", "+1", "1,5", "TRUE"]
        let document = try table("ID;Regal\n" + ids.map { "\($0);x\n" }.joined())
        #expect(document.ids == ids)
    }

    @Test("the rows of a table are a fleet of their own kind")
    func kind() throws {
        let document = try table("ID,Regal\n1,A\n")
        var feed = FeedDescription(format: document.format)
        document.table?.describe(&feed)
        #expect(feed.isTable)
        #expect(!FeedDescription(format: "GBFS 3.0").isTable)
    }

    @Test("More rows than the budget are an error with their number")
    func budget() {
        let bytes = Array("ID,Regal\n1,A\n2,A\n3,A\n".utf8)
        #expect(throws: FeedFailure.self) { try table(bytes, maxVehicles: 2) }
        #expect(throws: Never.self) { try table(bytes, maxVehicles: 3) }
    }

    @Test("Bad cells are listed in the order of the rows, and counted after the first twenty")
    func manyWarnings() throws {
        let rows = (0..<50).map { "v\($0);viel\n" }.joined()
        let warnings = try table("ID;Akku\n" + rows).parseReport.warnings
        #expect(warnings.count == ParseReport.maxEntries)
        #expect(warnings.first == "row 2, column Akku: \"viel\" is no percentage")
        #expect(warnings.last == "31 more cells could not be read")
    }

    @Test("A filter selects rows by color, state and type, and all rows are counted")
    func filter() throws {
        var filter = Filter()
        filter.types = ["cargo_bicycle"]
        let text = "ID,Typ,Regal\n1,Lastenrad,A\n2,Fahrrad,B\n1,Fahrrad,C\n3,Lastenrad,D\n"
        let document = try table(text, filter: filter)
        #expect(document.ids == ["3"])
        #expect(document.total == 3)
        #expect(document.vehicles[0].properties["Regal"] == "D")
    }
}

@Suite("Columns that no field holds are properties")
struct TablePropertyTests {
    @Test("They have the order of the columns and the values as shown")
    func order() throws {
        let document = try table(
            "Regal,ID,Notiz,Farbe\nA3,1,\"zwei\r\nZeilen\t\u{1}\",rot\n,2,\"a \"\"b\"\" \\ c\",\n")
        #expect(document.propertyNames == ["Regal", "Notiz", "Farbe"])
        #expect(document.vehicles[0].properties["Notiz"] == "zwei Zeilen")
        #expect(document.vehicles[1].properties["Notiz"] == #"a "b" \ c"#)
        #expect(document.vehicles[1].properties["Regal"] == nil)
    }

    @Test("Words of colors, states and types are properties too, unless all are the program's own")
    func words() throws {
        let own = try table(
            "ID,Color,State,Type\n1,red,in repair,cargo bicycle\n2,Blue-White,lent,scooter\n")
        #expect(own.propertyNames == [])
        let foreign = try table("ID,Farbe,Status,Typ\n1,orange,lent,scooter\n2,rot,,\n")
        #expect(foreign.propertyNames == ["Farbe"])
        #expect(foreign.vehicles.map { $0.properties["Farbe"] } == ["orange", "rot"])
    }

    @Test("The property of a column with the name of a field has another name")
    func reservedNames() throws {
        let document = try table("ID,color,state,type\n1,rot,kaputt,Tandem\n")
        #expect(
            document.propertyNames
                == ["color (as written)", "state (as written)", "type (as written)"])
        #expect(document.vehicles[0].properties["color (as written)"] == "rot")
    }

    @Test(
        "Secrets and data about people start with administrators",
        arguments: [
            "PIN", "PIN Tankkarte", "Code antivol", "Schlosscode", "lock code", "Schlüssel",
            "Schlüsselnummer", "Schlüssel-Nr.", "Key number", "Password", "Passwort", "Telefon",
            "phone", "Téléphone", "customer", "Kunde", "Kundennummer", "borrower", "Ausleiher",
            "Adresse", "Address", "IBAN", "E-Mail", "Email", "Fahrer", "Contact name",
            "Checked Out To", "Sleutelnummer", "Llave", "chiave", "Cliente", "Handynummer",
            "Mot de passe", "Numéro de téléphone", "clé", "Nutzer",
        ])
    func privateHeadings(_ heading: String) throws {
        let properties = try #require(try table("ID;\(heading)\n1;x\n").table?.properties)
        #expect(properties == [CustomProperty(heading, visibility: .administrators)])
    }

    @Test(
        "Others are visible for everyone",
        arguments: [
            "Regal", "Shelf", "Kaufpreis", "Model", "Barcode", "QR-Code", "Farbcode", "Bemerkung",
            "Keyboard", "Spin", "Kupplung", "Rahmenhöhe", "Mobilität", "Sekunden", "Kilometerstand",
        ])
    func publicHeadings(_ heading: String) throws {
        let properties = try #require(try table("ID;\(heading)\n1;x\n").table?.properties)
        #expect(properties == [CustomProperty(heading, visibility: .everyone)])
    }

    @Test("A chosen visibility wins, in any case")
    func visibility() throws {
        let document = try table(
            "ID,PIN,Regal\n1,2,3\n", visibilities: ["pin": .members, "Regal": .administrators])
        #expect(document.table?.properties.map(\.visibility) == [.members, .administrators])
    }

    @Test("A value of more than 1,000 bytes is shortened between two characters, with a warning")
    func longValue() throws {
        let document = try table("ID,Notiz\n1,a" + String(repeating: "ä", count: 600) + "\n")
        let value = try #require(document.vehicles[0].properties["Notiz"])
        #expect(value == "a" + String(repeating: "ä", count: 499))
        #expect(
            document.parseReport.warnings
                == ["values of more than 1,000 bytes were shortened in row 2"])
    }

    @Test("There are at most 100 properties")
    func manyColumns() throws {
        let headings = (1...120).map { ",P\($0)" }.joined()
        let document = try table("ID" + headings + "\n1" + headings + "\n")
        #expect(document.propertyNames.count == 100)
        #expect(
            document.parseReport.warnings
                == ["only 100 properties are kept; 20 more columns were left out"])
        #expect(document.vehicles[0].properties["P100"] == "P100")
    }

    @Test("A picture is a property, and the column of pictures is known")
    func picture() throws {
        let document = try table("ID,Foto\n1,https://example.org/1.jpg\n")
        #expect(document.headings[.picture] == "Foto")
        #expect(document.vehicles[0].properties["Foto"] == "https://example.org/1.jpg")
    }
}
