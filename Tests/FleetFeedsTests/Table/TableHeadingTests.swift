import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Columns are recognized by their headings")
struct TableHeadingTests {
    @Test(
        "An ID has many names",
        arguments: [
            "id", "ID", "Nr.", "No.", "Kennung", "Rad-Nr.", "Rad Nr", "Radnummer", "Fahrzeug-ID",
            "FAHRZEUG_ID", "Inventarnummer", "Inventar-Nr.", "Asset tag", "Bike ID",
            "vehicle number",
            "N° vélo", "Numéro du vélo", "N° de véhicule", "Nº de bici", "Número de inventario",
            "matricola", "Numero bici", "ID veicolo", "Fietsnummer", "Voertuig-ID",
            "Inventarisnummer",
            "ID do veículo", "Nº da bicicleta", "bike_id", "vehicle_id", "identificationCode",
            "Scooter ID", "Lastenrad-Nr.", "Id. bicicletta",
        ])
    func id(_ heading: String) throws {
        let document = try table("\(heading);Regal\nCB-1;A3\n")
        #expect(document.ids == ["CB-1"])
        #expect(document.headings == [.id: heading])
        #expect(document.propertyNames == ["Regal"])
    }

    @Test(
        "Each field is recognized in seven languages",
        arguments: [
            (TableField.name, "Name,Rufname,Bezeichnung,Nom,Nombre,Nome,Naam"),
            (.color, "Color,colour,Farbe,Couleur,colore,Kleur,Cor"),
            (.type, "Type,Typ,Fahrzeugtyp,Type de vélo,Tipo,Soort,Tipo de veículo,Kategorie"),
            (.state, "State,Status,Zustand,État,Estado,Stato,Toestand,Situação,Verfügbarkeit"),
            (.battery, "Battery,Akku,Akku (%),Ladestand,Batterie,Batería,Batteria,Accu,Bateria"),
            (.range, "Range,Reichweite,Reichweite [km],Range (mi),Autonomie,Actieradius,range_km"),
            (.station, "Station,Standort,Stazione,Estación,Estação,Location,Ort,Locatie,Lieu"),
            (.code, "Kennzeichen,License plate,Plaque,Targa,Matrícula,Kenteken,Placa"),
            (.reserved, "reserved,Reserviert,Réservé,Reservado,Prenotata,Gereserveerd"),
            (.lastReported, "last reported,letzte Meldung,Dernier signalement,Laatst gezien"),
            (.web, "Link,URL,Website,Lien,Enlace,Sito web,Buchungslink"),
            (.region, "Region,Bezirk,Région,Regione,Wijk"),
            (.picture, "Picture,Foto,Bild,Photo,Imagen,Immagine,Afbeelding"),
        ])
    func fields(_ field: TableField, _ headings: String) throws {
        for heading in headings.split(separator: ",") {
            let document = try table("ID;\(heading)\nCB-1;\n")
            #expect(document.headings[field] == String(heading))
        }
    }

    @Test("Latitude and longitude are a pair; alone, a width is the size of a vehicle")
    func pair() throws {
        for pair in [
            "lat;lon", "Latitude;Longitude", "Breitengrad;Längengrad", "Breite;Länge", "y;x",
            "Latitud;Longitud", "latitudine;longitudine", "Breedtegraad;Lengtegraad", "Lat;Lng",
        ] {
            let document = try table("ID;\(pair)\n1;48,1;11,5\n")
            #expect(
                document.vehicles.first?.position == Position(latitude: 48.1, longitude: 11.5))
        }
        let alone = try table("ID;Breite\n1;80 cm\n")
        #expect(alone.propertyNames == ["Breite"])
        #expect(alone.parseReport.warnings == [])
        let size = try table("ID;Breite (cm);Länge (cm)\n1;80;180\n")
        #expect(size.propertyNames == ["Breite (cm)", "Länge (cm)"])
    }

    @Test("A more exact name wins over a looser one")
    func order() throws {
        #expect(try table("id,vehicle_id\n7,CB-1\n").ids == ["CB-1"])
        #expect(try table("Nr.,Inventarnummer\n7,CB-1\n").ids == ["CB-1"])
        #expect(try table("Standort,Station,ID\nx,Depot,1\n").vehicles[0].stationID == "Depot")
        #expect(try table("Bezeichnung,Name,ID\nx,Lotte,1\n").vehicles[0].name == "Lotte")
    }

    @Test("Two columns that fit a field equally well are an error that names --column")
    func ambiguous() {
        let failure = tableFailure("Asset tag;Fahrzeug-ID\n1;2\n")
        #expect(failure?.message == "several columns fit the field id: Asset tag, Fahrzeug-ID")
        #expect(failure?.hint == "choose one of them: `--column id='Asset tag'`")
        let states = tableFailure("ID;Zustand;Status\n1;gut;frei\n")
        #expect(states?.message == "several columns fit the field state: Zustand, Status")
    }

    @Test("A chosen column wins over the recognized ones, in any case and with any punctuation")
    func chosen() throws {
        let text = "Asset tag;Fahrzeug-ID;Farbe;Akzent\n1;2;rot;blau\n"
        let document = try table(text, "id=fahrzeug id", "color=Akzent")
        #expect(document.ids == ["2"])
        #expect(document.vehicles[0].color?.name == "blue")
        #expect(document.propertyNames == ["Asset tag", "Farbe", "Akzent"])
    }

    @Test("A table without an ID is an error that lists its columns")
    func noID() {
        let failure = tableFailure("Name;Farbe;Regal\nLotte;rot;A3\n")
        #expect(
            failure?.message
                == "no column is recognized as the ID; the columns are Name, Farbe, Regal")
        #expect(failure?.hint == "name the column with the IDs: `--column id=Name`")
    }

    @Test("A chosen or omitted column that is not there is an error that lists the columns")
    func unknown() {
        let failure = tableFailure("ID;Farbe\n1;rot\n", "name=Rufname")
        #expect(failure?.message == "there is no column Rufname; the columns are ID, Farbe")
        #expect(tableFailure("ID;Farbe\n1;rot\n", "-PIN")?.kind == .usage)
    }

    @Test("Serial, frame and plate numbers are the ID only if nothing else is")
    func lastResort() throws {
        #expect(try table("Rahmennummer;ID\nF1;1\n").propertyNames == ["Rahmennummer"])
        #expect(try table("Rahmennummer;Farbe\nF1;rot\n").ids == ["F1"])
        #expect(try table("Kennzeichen;Farbe\nM-AB 1;rot\n").ids == ["M-AB 1"])
        #expect(
            tableFailure("Seriennummer;Rahmennummer\nS1;F1\n")?.reason
                == .table(.ambiguousColumn(.id, ["Seriennummer", "Rahmennummer"])))
    }

    @Test("An omitted column is not read at all")
    func omitted() throws {
        let document = try table("ID;PIN;Farbe\n1;0417;rot\n", "-pin")
        #expect(document.propertyNames == ["Farbe"])
        #expect(document.vehicles[0].properties.all.map(\.value) == ["rot"])
    }
}

@Suite("The row of headings is found")
struct TableHeaderTests {
    @Test("Titles and empty rows stand above it, notes and totals below the vehicles")
    func surroundings() throws {
        let document = try table(
            """
            Inventar 2026;;
            ;;
            Stand: Januar;;

            Rad-Nr.;Farbe;Kaufpreis
            CB-1;rot;1.200
            ;;
            CB-2;blau;1.300
            Summe;;2.500
            ;;2.500
            Alle Preise in Euro ohne Steuer;;
            """)
        #expect(document.ids == ["CB-1", "CB-2"])
        #expect(document.table?.description.headerRow == 5)
        #expect(document.skips == ["10: no ID"])
        #expect(
            document.parseReport.notices == [
                "2 rows left out: row 9 (total row), row 11 (note)",
                "1 row skipped: row 10 (no ID)",
            ])
    }

    @Test(
        "Totals are known in seven languages",
        arguments: ["Total", "Summe:", "Gesamt", "Somme", "Totale", "Totaal", "Suma", "TOTAL:"])
    func totals(_ word: String) throws {
        let document = try table("Pos;Rad-Nr.;Preis\n1;CB-1;5\n\(word);;5\n")
        #expect(document.ids == ["CB-1"])
        #expect(document.parseReport.skipped == 0)
        #expect(document.parseReport.notices == ["1 row left out: row 3 (total row)"])
    }

    @Test("Many totals are one notice with the first ten rows")
    func manyTotals() throws {
        let rows = (0..<12).map { "CB-\($0);5\nSumme;5\n" }.joined()
        let document = try table("Rad-Nr.;Preis\n" + rows)
        #expect(document.total == 12 && document.parseReport.skipped == 0)
        let listed = (1...10).map { "row \($0 * 2 + 1) (total row)" }.joined(separator: ", ")
        #expect(document.parseReport.notices == ["12 rows left out: \(listed) and 2 more"])
    }

    @Test("IDs that begin like a total are IDs")
    func totalIDs() throws {
        #expect(try table("ID,Shelf\nSUM-1,A\nTotal 12,B\nSomme,C\n").ids == ["SUM-1", "Total 12"])
    }

    @Test("Of two rows of headings the lower one counts, and repeated ones get their group")
    func groups() throws {
        let document = try table(
            """
            ,Fahrzeug,,Kontakt,,Ort,
            Nr.,Name,Farbe,Name,Bemerkung,Breite,Länge
            1,Lotte,rot,Dana,neu,48.1,11.5
            """)
        #expect(document.ids == ["1"])
        #expect(document.vehicles[0].name == "Lotte")
        #expect(document.vehicles[0].position != nil)
        #expect(document.headings[.name] == "Fahrzeug Name")
        #expect(document.propertyNames == ["Farbe", "Kontakt Name", "Bemerkung"])
        #expect(document.table?.properties[1].visibility == .administrators)
    }

    @Test("A heading that spans both rows stands in the upper one")
    func spanning() throws {
        let document = try table(
            "Rad-Nr.,Ort,,Farbe\n,Breite,Länge,\n1,48.1,11.5,rot\n2,48.2,11.6,blau\n")
        #expect(document.ids == ["1", "2"])
        #expect(document.vehicles[1].color?.name == "blue")
        #expect(document.vehicles[1].position?.longitude == 11.6)
    }

    @Test("Empty columns are none, and repeated headings get a number")
    func emptyColumns() throws {
        let document = try table("ID,,Notiz,Notiz\n1,x,a,b\n")
        #expect(document.propertyNames == ["Notiz", "Notiz 2"])
        #expect(document.vehicles[0].properties["Notiz 2"] == "b")
    }

    @Test("A table with only headings is an empty fleet")
    func headingsOnly() throws {
        let document = try table("id,name,color\n")
        #expect(document.vehicles.isEmpty)
        #expect(document.headings[.color] == "color")
    }

    @Test("Headings that occur again are no vehicle")
    func again() throws {
        #expect(try table("ID,Farbe\n1,rot\nID,Farbe\n2,blau\n").ids == ["1", "2"])
    }

    @Test("A text without anything like a table fails as before")
    func noTable() {
        #expect(tableFailure("Service unavailable")?.kind == .content)
        #expect(tableFailure("")?.reason == .content(.empty))
        #expect(tableFailure("<!DOCTYPE html><p>x")?.reason == .content(.html))
        #expect(tableFailure("null")?.reason == .content(.null))
        #expect(tableFailure("{\"a\": 1}")?.reason == .content(.noVehicles))
    }
}
