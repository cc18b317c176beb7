import FleetCore
import FleetFeeds
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer

@Suite("A table that is published as GBFS")
struct PublishedTableTests {
    private static let table = """
        ID,Name,Typ,Zustand,Breite,Länge,Reichweite [km],PIN
        CB-1,Alma,Lastenrad,verfügbar,48.1,11.1,,4711
        CB-2,,Lastenrad,,48.2,11.2,,
        CB-3,,Sofa,defekt,48.3,11.3,,
        CB-4,,,-,48.4,11.4,,
        CB-5,,E-Lastenrad,frei,48.5,11.5,40,
        CB-6,,Lastenrad,frei,,,,
        CB-7,,Lastenrad,gestohlen,48.7,11.7,,
        CB-8,,Lastenrad,verliehen,48.7,11.8,,
        CB-9,,Lastenrad,in Reparatur,48.7,11.9,,
        CB-10,,Lastenrad,vermisst,48.7,12,,
        CB-11,,Lastenrad,ausgemustert,48.7,12.1,,
        CB-12,,Lastenrad,reserviert,48.7,12.2,,
        CB-13,,Lastenrad,auf dem Mond,48.7,12.3,,

        """

    /// A table without a column for states, with a motor that has no range.
    private static let incomplete = """
        id,type,lat,lon
        a,E-Bike,48,11
        b,,48.1,11

        """

    /// One type with two propulsion types.
    private static let divided = """
        id,type,propulsion_type,lat,lon,range
        a,Rad,human,48,11,
        b,RAD,electric_assist,48.1,11,30 km
        c,"Ünïcode Ж",,48.2,11,

        """

    /// A published table.
    private struct Published {
        let server: ServedTeam
        let folder: TemporaryFolder

        /// Loads a table into the server.
        func load(
            _ text: String, _ sightings: [Sighting] = [], at time: Double = ServedTeam.loadedAt,
            documents: SideDocuments? = nil
        ) async throws {
            let path = try folder.write(text, to: "table.csv")
            let snapshot = try await PublishedTableTests.snapshot(at: path, sightings)
            try await server.load(
                snapshot.vehicles, server.sources.all[0], snapshot.feed,
                documents: documents ?? snapshot.documents, at: time)
        }

        func document(_ name: String) async throws -> Answer {
            try await server.stranger.get("/gbfs/demo/\(name).json")
        }

        func vehicles() async throws -> [[String: Any]] {
            let data = try #require(
                try await document("vehicle_status").json()["data"] as? [String: Any])
            return try #require(data["vehicles"] as? [[String: Any]])
        }

        func latitudes() async throws -> [Double] {
            try await vehicles().compactMap { $0["lat"] as? Double }.sorted()
        }

        func types() async throws -> [[String: Any]] {
            let data = try #require(
                try await document("vehicle_types").json()["data"] as? [String: Any])
            return try #require(data["vehicle_types"] as? [[String: Any]])
        }
    }

    private static func snapshot(
        at path: String, _ sightings: [Sighting] = []
    ) async throws -> Snapshot {
        let now = Timestamp(seconds: ServedTeam.loadedAt)
        let transport = HTTPTransport(limits: HTTPLimits(version: "test"))
        let loader = FeedLoader(
            source: Source(location: .file(path)),
            reader: DocumentReader(transport, now: { now }), now: { now }, shownNow: { now },
            sightings: { sightings })
        let response = try await loader.load(nil)
        await transport.shutdown()
        guard case .loaded(let snapshot, _, _) = response else { throw CancellationError() }
        return snapshot
    }

    private static func published(
        _ location: Source.PublishedLocation, of text: String = table,
        sightings: [Sighting] = [], administration: (any SourceAdministration)? = nil
    ) async throws -> Published {
        let server = try await ServedTeam(
            sourceAdministration: administration,
            options: { $0.contact = ContactSetting("fleet@example.com") }, isRead: false)
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            settings.publications = [.gbfs]
            settings.publishedLocation = location
            settings.language = LanguageTag("de-DE")
            // The IDs of a table are stable, whatever the settings say.
            settings.rotation = .yes
            return PolledSource(
                name: source.name, aliases: [], source: settings, vehicles: source.vehicles)
        }
        let published = Published(server: server, folder: try TemporaryFolder())
        try await published.load(text, sightings)
        return published
    }

    private static func sighting() throws -> Sighting {
        Sighting(
            of: "CB-1", at: try #require(Position(latitude: 50, longitude: 10)),
            seenAt: Timestamp(seconds: ServedTeam.loadedAt - 60),
            rowPosition: Position(latitude: 48.1, longitude: 11.1))
    }

    @Test(
        "Only the chosen location is published, and no vehicle without it",
        arguments: [
            (.hidden, []), (.row, [48.1, 48.2, 48.3, 48.4, 48.5]),
            (.sighting, [48.2, 48.3, 48.4, 48.5, 50]),
        ] as [(Source.PublishedLocation, [Double])])
    func locations(location: Source.PublishedLocation, latitudes: [Double]) async throws {
        let published = try await Self.published(location, sightings: [Self.sighting()])
        #expect(try await published.latitudes() == latitudes)
        let text = try await published.document("vehicle_status").text
        for hidden in ["CB-", "Alma", "4711", "PIN", "last_reported"] {
            #expect(!text.contains(hidden), "\(hidden)")
        }
        let disabled = try await published.vehicles().filter { $0["is_disabled"] as? Bool == true }
        #expect(disabled.compactMap { $0["lat"] as? Double } == (latitudes.isEmpty ? [] : [48.3]))
    }

    @Test("Where it is not known which vehicles sightings moved, no row has a location")
    func unknownRows() async throws {
        let published = try await Self.published(.row)
        try await published.load(
            Self.table, [Self.sighting()], at: ServedTeam.loadedAt + 5,
            documents: SideDocuments())
        #expect(try await published.latitudes().isEmpty)
    }

    @Test("The ID of a vehicle changes when a sighting moves it", arguments: ["row", "sighting"])
    func rotation(name: String) async throws {
        let location = try #require(Source.PublishedLocation(rawValue: name))
        let published = try await Self.published(location)
        func ids() async throws -> Set<String> {
            Set(try await published.vehicles().compactMap { $0["vehicle_id"] as? String })
        }
        let before = try await ids()
        try await published.load(Self.table, [Self.sighting()], at: ServedTeam.loadedAt + 5)
        let after = try await ids()
        #expect(before.count == 5 && after.count == 5)
        #expect(before.intersection(after).count == 4)
    }

    @Test("Each vehicle has a type: its word, an unknown one, or none")
    func types() async throws {
        let published = try await Self.published(.row)
        let types = try await published.types()
        let shown = types.map { type in
            [
                type["vehicle_type_id"] as? String, type["form_factor"] as? String,
                type["propulsion_type"] as? String,
                (type["name"] as? [[String: String]])?.first.map {
                    "\($0["text"] ?? "") (\($0["language"] ?? ""))"
                }, (type["max_range_meters"] as? Double).map { "\(Int($0))" },
            ].map { $0 ?? "-" }.joined(separator: " ")
        }
        #expect(
            shown == [
                "e-lastenrad cargo_bicycle electric_assist E-Lastenrad (de) 40000",
                "lastenrad cargo_bicycle human Lastenrad (de) -", "other other human - -",
                "sofa other human Sofa (de) -",
            ])
        let used = try await published.vehicles().compactMap { $0["vehicle_type_id"] as? String }
        #expect(used.sorted() == ["e-lastenrad", "lastenrad", "lastenrad", "other", "sofa"])
    }

    @Test("Vehicles of one word with different motors have different types")
    func divided() async throws {
        let ids = try await Self.published(.row, of: Self.divided).types()
            .compactMap { $0["vehicle_type_id"] as? String }
        #expect(ids.count == 3)
        #expect(ids.prefix(2) == ["bicycle.bicycle.electric_assist", "bicycle.bicycle.human"])
        #expect(ids.last?.hasPrefix("unicode-") == true && ids.last?.count == 16)
    }

    @Test("Without a valid type for each vehicle there are no types, but vehicles")
    func noTypes() async throws {
        let published = try await Self.published(.row, of: Self.incomplete)
        #expect(try await published.document("vehicle_types").status == 404)
        #expect(try await !published.document("gbfs").text.contains("vehicle_types"))
        #expect(try await published.latitudes() == [48, 48.1])
        #expect(try await published.vehicles().allSatisfy { $0["vehicle_type_id"] == nil })
    }

    @Test("Type IDs are readable ASCII, and different for different words")
    func typeIDs() {
        #expect(TableTypes.id(of: "Lastenräder (groß)") == "lastenrader-gross")
        #expect(TableTypes.id(of: "vélo cargo") == "velo-cargo")
        let hashed = ["自行车", "自転車", "Rad Ж", String(repeating: "a", count: 100), "!"]
            .map(TableTypes.id)
        #expect(Set(hashed).count == 5)
        for id in hashed {
            #expect(id.isGBFSID && id.utf8.count < 80)
        }
        #expect(hashed[0].hasPrefix("type-") && hashed[2].hasPrefix("rad-"))
    }
}

// MARK: Readers

extension PublishedTableTests {
    /// The tables with the documents that they have.
    private static let tables: [(String, Source.PublishedLocation)] = [
        (table, .row), (table, .sighting), (table, .hidden), (incomplete, .row), (divided, .row),
        ("id,type\na,Lastenrad\n", .sighting), ("id,type,lat,lon\n", .row),
    ]

    /// Returns the texts of the published documents, by their names.
    private static func documents(of published: Published) async throws -> [String: [UInt8]] {
        var documents: [String: [UInt8]] = [:]
        for name in ["gbfs", "system_information", "vehicle_types", "vehicle_status"] {
            let answer = try await published.document(name)
            if name == "vehicle_types", answer.status == 404 { continue }
            #expect(answer.status == 200)
            documents[name] = answer.bytes
        }
        return documents
    }

    @Test("The program reads what it publishes: the same vehicles, types and locations")
    func readBack() async throws {
        let published = try await Self.published(.row)
        let folder = try TemporaryFolder()
        for (name, bytes) in try await Self.documents(of: published) {
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing(ServedTeam.origin + "/gbfs/demo/", with: "")
            try folder.write(text, to: name + ".json")
        }
        let snapshot = try await Self.snapshot(at: folder.path + "/gbfs.json")
        #expect(snapshot.feed.format == "GBFS 3.0" && snapshot.parseReport.skipped == 0)
        let read = snapshot.vehicles.map { vehicle in
            [
                vehicle.position.map { "\($0.latitude) \($0.longitude)" }, vehicle.formFactor,
                vehicle.propulsionType, snapshot.feed.typeName(of: vehicle), vehicle.state.rawValue,
            ].map { $0 ?? "-" }.joined(separator: " ")
        }
        #expect(
            read.sorted() == [
                "48.1 11.1 cargo_bicycle human Lastenrad available",
                "48.2 11.2 cargo_bicycle human Lastenrad available",
                "48.3 11.3 other human Sofa disabled", "48.4 11.4 other human other available",
                "48.5 11.5 cargo_bicycle electric_assist E-Lastenrad available",
            ])
    }

    /// Prints the errors that the package gbfs-validator finds in documents by their names: those
    /// of the schemas, and of the rules across documents.
    private static let validator = """
        import json, sys
        from gbfs_validator.conditionals import conditional_context, partials_for
        from gbfs_validator.feedhelpers import load_schema
        from gbfs_validator.validate import validate_file
        files = [
            {"type": name, "body": [{"body": body, "exists": True}], "required": False}
            for name, body in json.load(sys.stdin).items()]
        context = conditional_context(files)
        for file in files:
            added, _ = partials_for("3.0", file, context)
            schema = load_schema("3.0", file["type"])
            result = validate_file(schema, file["body"][0]["body"], added)
            for error in result["errors"] or []:
                print(file["type"], error["instancePath"], error["message"])
        """

    private static func errors(in documents: [String: [UInt8]]) async throws -> String {
        let members = documents.map { name, bytes in
            "\"\(name)\":" + String(decoding: bytes, as: UTF8.self)
        }
        let all = "{" + members.joined(separator: ",") + "}"
        return try await Tool.python(validator, Array(all.utf8))
    }

    @Test("The validator of MobilityData finds nothing", arguments: tables.indices)
    func valid(index: Int) async throws {
        let (text, location) = Self.tables[index]
        let published = try await Self.published(
            location, of: text, sightings: text == Self.table ? [Self.sighting()] : [])
        let documents = try await Self.documents(of: published)
        #expect(try await Self.errors(in: documents) == "")
    }

    @Test("The validator would find a motor without a range")
    func invalid() async throws {
        var documents = try await Self.documents(of: try await Self.published(.row))
        let types = String(decoding: documents["vehicle_types"] ?? [], as: UTF8.self)
        documents["vehicle_types"] = Array(types.replacing("human", with: "electric").utf8)
        #expect(try await Self.errors(in: documents).contains("max_range_meters"))
    }
}

// MARK: Administration

extension PublishedTableTests {
    @Test("The page says how many vehicles are published, and why others are not")
    func page() async throws {
        let settings = RecordedSettings()
        let published = try await Self.published(.row, administration: settings)
        let root = try await published.server.visitor("root")
        let path = "/admin/sources/" + published.server.sources.all[0].uuid.text
        let page = try await root.get(path).text
        #expect(
            page.contains(
                "GBFS has 5 of 13 vehicles. Left out: 6 not available, 1 with an unknown state, "
                    + "1 without a location."))
        #expect(page.contains(#"<option value="row" selected>"#))
        let form = [("do", "publish"), ("publish", "gbfs"), ("publish_location", "sighting")]
        #expect(try await root.post(path, form).status == 303)
        #expect(settings.changes == ["publish false true", "location sighting"])
        let wrong = try await root.post(path, form.dropLast() + [("publish_location", "depot")])
        #expect(wrong.status == 422 && wrong.text.contains("The location to publish is not valid."))

        let hidden = try await Self.published(
            .hidden, of: Self.incomplete, administration: RecordedSettings())
        let text = try await hidden.server.visitor("root").get(path).text
        #expect(
            text.contains(
                "GBFS has 0 of 2 vehicles. Left out: 2 because no location is published."))
        try await hidden.server.load(
            [Vehicle(id: "a")], hidden.server.sources.all[0], at: ServedTeam.loadedAt + 5)
        let feed = try await hidden.server.visitor("root").get(path).text
        #expect(!feed.contains("publish_location"))
    }
}
