import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Cells are read as people write them")
struct TableCellTests {
    @Test(
        "Colors are read in seven languages, with two tones and shades",
        arguments: [
            ("rot", "red"), ("Rouge", "red"), ("dunkelblau", "dark blue"),
            ("blau-weiß", "blue-white"),
            ("rouge/noir", "red-black"), ("hellgrün metallic", "light green"), ("#FF0000", "red"),
            ("#00f", "blue"), ("#fefefe", "white"), ("bleu foncé", "dark blue"),
            ("vert clair", "light green"),
            ("bianco e blu", "white-blue"), ("donkergroen", "dark green"),
            ("zwart-wit", "black-white"),
            ("azul claro", "light blue"), ("Verde oscuro", "dark green"), ("vermelho", "red"),
            ("schwarzrot", "black-red"), ("feuerrot", "red"), ("GRÜN", "green"), ("gruen", "green"),
            ("red", "red"), ("navy blue", "navy blue"), ("amarillo y negro", "yellow-black"),
            ("anthrazit", "dark gray"), ("red & white", "red & white"),
        ])
    func colors(_ word: String, _ color: String) throws {
        #expect(try column("Farbe", word).vehicles[0].color?.name == color)
    }

    @Test("A word that is no color costs the cell, and stays as a property")
    func unknownColor() throws {
        let document = try column("Farbe", "kariert", "rot")
        #expect(document.vehicles[0].color == nil)
        #expect(document.vehicles[0].properties["Farbe"] == "kariert")
        #expect(
            document.parseReport.warnings
                == ["row 2, column Farbe: \"kariert\" is no known color"])
    }

    @Test(
        "States are read in seven languages",
        arguments: [
            ("verfügbar", VehicleState.available), ("verliehen", .lent), ("defekt", .disabled),
            ("in Reparatur", .inRepair), ("In der Werkstatt", .inRepair), ("gestohlen", .stolen),
            ("ausgemustert", .retired), ("en panne", .disabled), ("prêté", .lent),
            ("disponible", .available), ("fuori servizio", .disabled),
            ("in riparazione", .inRepair),
            ("buiten gebruik", .disabled), ("uitgeleend", .lent), ("em uso", .inUse),
            ("robada", .stolen), ("reserviert", .reserved), ("in use", .inUse),
            ("in_repair", .inRepair),
            ("Ready to Deploy", .available), ("Out for Repair", .inRepair), ("lost", .missing),
            ("on_trip", .onTrip), ("unbekannt", .unknown), ("DEFEKT", .disabled),
        ])
    func states(_ word: String, _ state: VehicleState) throws {
        #expect(try column("Zustand", word).vehicles[0].state == state)
    }

    @Test("An unknown state is a warning with row and column")
    func unknownState() throws {
        let document = try column("Zustand", "verfügbar", "beim Lackieren")
        #expect(document.vehicles[1].state == .unknown)
        #expect(
            document.parseReport.warnings
                == ["row 3, column Zustand: \"beim Lackieren\" is no known state"])
    }

    @Test("A state and the columns reserved and disabled are joined")
    func flags() throws {
        let document = try table(
            """
            ID;Status;Reserviert;Defekt
            1;verfügbar;ja;nein
            2;verliehen;ja;
            3;;nein;x
            4;verfügbar;vielleicht;
            """)
        #expect(document.vehicles.map(\.state) == [.reserved, .lent, .disabled, .available])
        #expect(
            document.parseReport.warnings
                == ["row 5, column Reserviert: \"vielleicht\" is neither yes nor no"])
    }

    @Test("Yes and no have words and signs in seven languages")
    func yesAndNo() throws {
        let yes = [
            "ja", "yes", "oui", "sí", "sì", "sim", "x", "✓", "1", "wahr", "VRAI", "Y", "true",
        ]
        let no = ["nein", "no", "non", "não", "nee", "0", "falsch", "FALSE", "n", "❌"]
        for word in yes { #expect(FlagWords.flag(of: word) == true, "\(word)") }
        for word in no { #expect(FlagWords.flag(of: word) == false, "\(word)") }
        #expect(FlagWords.flag(of: "vielleicht") == nil)
    }

    @Test("A charge is a percentage, or a fraction that is not whole")
    func battery() throws {
        let document = try column(
            "Akku", "85%", "85", "0,85", "85 %", "5.5", "85 Prozent", "100", "viel", "130%", "-3",
            "-")
        #expect(
            document.vehicles.map { $0.battery?.percent }
                == [85, 85, 85, 85, 5.5, 85, 100, nil, nil, nil, nil])
        #expect(
            document.parseReport.warnings == [
                "row 9, column Akku: \"viel\" is no percentage",
                "row 10, column Akku: \"130%\" is no percentage",
                "row 11, column Akku: \"-3\" is no percentage",
            ])
    }

    @Test("The unit of a heading is that of numbers without one")
    func headingUnits() throws {
        #expect(
            try column("Akku (%)", "0,5", "85").vehicles.map { $0.battery?.percent } == [0.5, 85])
        #expect(
            try column("Range (mi)", "20", "20 km").vehicles.map(\.currentRangeMeters)
                == [32_186.88, 20_000])
        #expect(try column("Reichweite in m", "900").vehicles[0].currentRangeMeters == 900)
        #expect(try column("Akku in %", "0,5").vehicles[0].battery?.percent == 0.5)
    }

    @Test("A range has a unit, or is in kilometres")
    func range() throws {
        let document = try column(
            "Reichweite", "32 km", "27,5", "900 m", "1.200 m", "12,345 km", "20 miles", "1 234 m",
            "32000", "weit", "–", "5 €")
        #expect(
            document.vehicles.map(\.currentRangeMeters)
                == [32_000, 27_500, 900, 1200, 12_345, 32_186.88, 1234, 32_000, nil, nil, nil])
        #expect(
            document.parseReport.warnings == [
                "row 10, column Reichweite: \"weit\" is no distance",
                "row 12, column Reichweite: \"5 €\" is no distance",
            ])
    }

    @Test(
        "Both coordinates may be in one cell",
        arguments: [
            "48.1372, 11.5755", "48,1372; 11,5755", "48.1372 11.5755", "48.1372,11.5755",
            "(48.1372, 11.5755)", "48,1372, 11,5755", "48,1372,11,5755", "48,1372 / 11,5755",
            "geo:48.1372,11.5755", "48.1372° N, 11.5755° E", "N 48.1372 E 11.5755",
            "E 11.5755 N 48.1372", "11.5755 E, 48.1372 N", "48,1372° 11,5755°",
            "48° 8.232' N 11° 34.53' E", "N 48° 8,232' E 11° 34,53'", "48°8'13.92\"N 11°34'31.8\"E",
            "48° 8′ 13,92″ N, 11° 34′ 31,8″ E", "48°8'13.92''N 11°34'31.8''E",
        ])
    func coordinates(_ cell: String) throws {
        let position = try #require(try column("Koordinaten", cell).vehicles[0].position)
        #expect(abs(position.latitude - 48.1372) < 1e-9)
        #expect(abs(position.longitude - 11.5755) < 1e-9)
    }

    @Test(
        "Coordinates that are wrong or unclear are unknown, with a warning",
        arguments: ["95.1, 11.5", "48.1", "nirgends", "48° 8' N, 11° 34' O", "48.1, 181", "1;2;3"])
    func badCoordinates(_ cell: String) throws {
        let document = try column("Koordinaten", cell)
        #expect(document.vehicles[0].position == nil)
        #expect(document.parseReport.warnings.count == 1)
    }

    @Test("South and west are negative, with a letter or a sign")
    func southWest() throws {
        let cells = ["33.5 S, 70.6 W", "-33.5, -70.6", "\u{2212}33,5; \u{2212}70,6"]
        for cell in cells {
            #expect(
                try column("GPS", cell).vehicles[0].position
                    == Position(latitude: -33.5, longitude: -70.6))
        }
    }

    @Test("A latitude out of range is a warning; swapped ones are not guessed")
    func outOfRange() throws {
        let document = try table(
            "ID,lat,lon\n1,95.1,13.4\n2,11.5,48.1\n3,48.1,\n4,4.885661e+01,0\n")
        #expect(
            document.vehicles.map(\.position) == [
                nil, Position(latitude: 11.5, longitude: 48.1), nil,
                Position(latitude: 48.85661, longitude: 0),
            ])
        #expect(
            document.parseReport.warnings == [
                "row 2, column lat: \"95.1\" is no latitude",
                "row 4, column lon: the longitude is missing",
            ])
    }

    @Test("A place has coordinates or the name of a station, as its cells show")
    func place() throws {
        let places = try table("ID;Standort\n1;Halle 1\n2;\n3;Halle 1\n")
        #expect(places.vehicles.map(\.stationID) == ["Halle 1", nil, "Halle 1"])
        #expect(places.stations == ["Halle 1": StationPlace(name: "Halle 1")])
        let coordinates = try table("ID;Standort\n1;\n2;48.1, 11.5\n")
        #expect(coordinates.vehicles[1].position == Position(latitude: 48.1, longitude: 11.5))
        #expect(coordinates.headings[.location] == "Standort")
    }

    @Test(
        "Types are form factors in seven languages",
        arguments: [
            ("Lastenrad", "cargo_bicycle"), ("E-Scooter", "scooter"), ("Fahrrad", "bicycle"),
            ("Roller", "moped"), ("Auto", "car"), ("vélo cargo", "cargo_bicycle"),
            ("bakfiets", "cargo_bicycle"), ("cargo bike", "cargo_bicycle"), ("PKW", "car"),
            ("trottinette", "scooter"), ("monopattino", "scooter"), ("fiets", "bicycle"),
            ("bici elettrica", "bicycle"), ("e-bike", "bicycle"), ("Cargo Bikes", "cargo_bicycle"),
            ("scooter_standing", "scooter_standing"), ("standing scooter", "scooter_standing"),
        ])
    func types(_ word: String, _ formFactor: String) throws {
        let vehicle = try column("Typ", word).vehicles[0]
        #expect(vehicle.formFactor == formFactor)
        #expect(vehicle.typeID == formFactor)
    }

    @Test("A word that means more than a form factor is the name of its type")
    func typeNames() throws {
        let document = try column("Typ", "Packster 70", "Citybike")
        #expect(document.vehicles.map(\.typeID) == ["Packster 70", "Citybike"])
        #expect(document.vehicles.map(\.formFactor) == [nil, "bicycle"])
        #expect(document.table?.types.map(\.name) == ["Packster 70", "Citybike"])
    }

    @Test(
        "A word can tell that a type is electric",
        arguments: [
            ("E-Dreirad XL", "electric"), ("E-Lastenrad", "electric_assist"),
            ("VTT électrique", "electric_assist"), ("E-Scooter", "electric"),
            ("monopattino elettrico", "electric"), ("Elektro-Sofa", "electric"),
            ("Lastenrad", nil), ("Packster 70", nil), ("bici e cargo", nil),
        ] as [(String, String?)])
    func electric(_ word: String, _ propulsion: String?) throws {
        #expect(try column("Typ", word).vehicles[0].propulsionType == propulsion)
    }

    @Test("Web links are those of the web")
    func links() throws {
        let document = try column(
            "Link", "https://example.org/1?a=1&b=2", "www.example.org", "javascript:alert(1)")
        #expect(
            document.vehicles.map { $0.rentalURIs?.web }
                == ["https://example.org/1?a=1&b=2", "https://www.example.org", nil])
        #expect(document.parseReport.warnings.count == 1)
    }

    @Test("Cells that mean nothing are empty, without a warning")
    func placeholders() throws {
        let document = try table("ID;Akku;Zustand;Breite;Länge\n1;-;?;n/a;k.A.\n2;—;–;;\n")
        #expect(document.parseReport.warnings == [])
        #expect(document.vehicles.map(\.battery) == [nil, nil])
    }
}

@Suite("Dates are read in the forms of several countries")
struct TableDateTests {
    private func times(_ cells: String..., zone: SystemTimeZone = .utc) throws -> [String?] {
        let rows = cells.enumerated().map { "v\($0);\"\($1)\"\n" }.joined()
        return try table("ID;letzte Meldung\n" + rows, zone: zone).vehicles.map {
            $0.lastReported.map { SystemTimeZone.utc.text($0) }
        }
    }

    @Test(
        "One form has one meaning",
        arguments: [
            ("2026-01-31", "2026-01-31T00:00"), ("31.01.2026 14:05", "2026-01-31T14:05"),
            ("31.1.2026", "2026-01-31T00:00"), ("31.01.26", "2026-01-31T00:00"),
            ("31/01/2026", "2026-01-31T00:00"), ("1/31/2026 2:05 PM", "2026-01-31T14:05"),
            ("2026-01-31 14:05:09", "2026-01-31T14:05:09"),
            ("2026-01-31T14:05:00Z", "2026-01-31T14:05"),
            ("2026-01-31T14:05:00+01:00", "2026-01-31T13:05"),
            ("15/07/2026 14h05", "2026-07-15T14:05"),
            ("31.01.2026, 14:05 Uhr", "2026-01-31T14:05"), ("31. Januar 2026", "2026-01-31T00:00"),
            ("31 janv. 2026", "2026-01-31T00:00"), ("Jan 31, 2026", "2026-01-31T00:00"),
            ("31 de enero de 2026", "2026-01-31T00:00"), ("2026/01/31", "2026-01-31T00:00"),
            ("1769868300", "2026-01-31T14:05"), ("1769868300000", "2026-01-31T14:05"),
            ("31.01.2026 14:05 MEZ", "2026-01-31T13:05"), ("12:30 AM", nil),
            ("04/04/2026", "2026-04-04T00:00"),
            ("31.02.2026", nil), ("gestern", nil), ("2026", nil), ("46053", nil),
            ("32/13/2026", nil),
            ("31.01.2026 25:00", nil), ("03/04/2026", nil), ("29.02.2028", "2028-02-29T00:00"),
        ] as [(String, String?)])
    func forms(_ cell: String, _ time: String?) throws {
        #expect(try times(cell) == [time.map { $0 + "+00:00" }])
    }

    @Test("An ambiguous date is unknown with a warning, unless others of the column decide")
    func ambiguous() throws {
        let day = "2026-04-03T00:00+00:00"
        #expect(try times("03/04/2026", "31/01/2026")[0] == day)
        #expect(try times("04/03/2026", "1/31/2026")[0] == day)
        #expect(try times("03/04/2026", "31.01.2026")[0] == day)
        #expect(try times("03/04/2026", "31/01/2026", "1/31/2026")[0] == nil)
        #expect(
            try column("letzte Meldung", "03/04/2026").parseReport.warnings == [
                "row 2, column letzte Meldung: \"03/04/2026\" may have the day or the month first"
            ])
    }

    @Test("Times without a zone are in the zone of the table, also where its clocks change")
    func zone() throws {
        let berlin = try #require(SystemTimeZone(named: "Europe/Berlin"))
        #expect(
            try times(
                "31.01.2026 14:05", "2026-07-01 08:00", "2026-03-29 01:59", "2026-03-29 03:00",
                "2026-10-25 12:00", "2026-07-01T08:00:00Z", zone: berlin
            ).map { $0?.dropLast(6) } == [
                "2026-01-31T13:05", "2026-07-01T06:00", "2026-03-29T00:59", "2026-03-29T01:00",
                "2026-10-25T11:00", "2026-07-01T08:00",
            ])
    }
}

@Suite("Numbers of cells are exact")
struct CellNumberTests {
    @Test("Decimal numbers are those of the standard library")
    func decimals() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let digits = Int.random(in: 0..<1_000_000_000_000_000, using: &random)
            let decimals = Int.random(in: 0...16, using: &random)
            let text = digits.description
            let padded = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
            let fraction = decimals == 0 ? "" : "." + padded.suffix(decimals)
            let number: String = padded.dropLast(decimals) + fraction
            for var cell: String in [number, number.replacing(".", with: ",")] {
                #expect(cell.withUTF8 { CellNumber.decimal($0) } == Double(number))
            }
        }
    }

    @Test(
        "Separators of thousands are spaces, apostrophes, points or commas",
        arguments: [
            ("1.234,5", 1234.5), ("1,234.5", 1234.5), ("1 234", 1234), ("1'234.5", 1234.5),
            ("1.234.567", 1_234_567), ("1\u{202F}234,5", 1234.5), ("-1.5", -1.5), ("2e3", 2000),
            ("1,234", 1.234),
        ])
    func groups(_ cell: String, _ number: Double) {
        var cell = cell
        #expect(cell.withUTF8 { CellNumber($0)?.value } == number)
    }
}
