import Testing

@testable import FleetCore

@Suite("Text templates")
struct TextTemplateTests {
    @Test(
        "values replace names in braces, and an empty one takes a separator along",
        arguments: [
            ("{a} · {b}", "A · B"), ("{a} · {none}", "A"), ("{none} · {b}", "B"),
            ("{none} · {none}", nil), ("{a} · {none} · {b}", "A · B"), ("{a} - {none}", "A"),
            ("{none} - {none} - {b}", "B"), ("{a} · {none} · {none}", "A"),
            ("Shelf {none}", "Shelf"), ("{a}-{none}", "A-"), ("{{{a}}}", "{A}"),
            ("{{a}}", "{a}"), ("{ a }{b}", "AB"), ("plain } text", "plain } text"), ("", nil),
            ("  ", nil), ("{a}/{none}/{b}", "A//B"),
        ] as [(String, String?)])
    func line(text: String, line: String?) throws {
        let template = try TextTemplate(text)
        #expect(template.line { $0 == "none" ? "" : $0.uppercased() } == line)
    }

    @Test(
        "braces that do not fit are refused",
        arguments: [
            ("{", .unbalanced), ("{a", .unbalanced), ("a{b{c}}", .unbalanced),
            ("{a}}", .unbalanced),
            ("{}", .noName), ("{ }", .noName), ("{a}{", .unbalanced),
        ] as [(String, TextTemplateError)])
    func refused(text: String, error: TextTemplateError) {
        #expect(throws: error) { try TextTemplate(text) }
    }

    @Test("a word without braces is one of four")
    func words() throws {
        #expect(try LabelText.Choice("none") == .none)
        #expect(throws: TextTemplateError.word("plate")) { try LabelText.Choice("plate") }
    }
}

@Suite("Lines of labels")
struct LabelLinesTests {
    private let vehicle: Vehicle = {
        var vehicle = Vehicle(id: "V-1")
        (vehicle.name, vehicle.code) = ("Ada", "K 7")
        vehicle.properties = CustomProperties([("Shelf", "A3"), ("Note", "a\nb\u{202E}c\u{1B}")])
        return vehicle
    }()

    private func header(_ properties: [String], of format: String = "csv") -> ListHeader {
        var feed = FeedDescription(format: format)
        feed.properties = properties.map { CustomProperty($0) }
        return ListHeader(
            source: "bikes", feed: feed, fetchedAt: Timestamp(milliseconds: 0), isStale: false,
            counts: VehicleCounts(total: 1, matching: 1, unknownBattery: 0))
    }

    private func lines(
        _ text: String, caption: String? = nil, columns: [String] = [], cells: [String] = [],
        knowing properties: [String] = ["Shelf", "Note"], _ vehicle: Vehicle?
    ) throws -> [String] {
        let text = LabelText(
            try LabelText.Choice(text), caption: try caption.map { try TextTemplate($0) })
        return try LabelLines(text, name: "Fleet", of: header(properties), columns: columns)
            .lines(ofID: "L-1", vehicle, cells: cells)
    }

    @Test("the words are the ID on the label and the name of the fleet")
    func words() throws {
        #expect(try lines("id", vehicle) == ["L-1"])
        #expect(try lines("both", caption: "Scan", vehicle) == ["L-1", "Fleet", "Scan"])
        #expect(try lines("none", vehicle) == [])
    }

    @Test("names are fields, properties and columns; the exact one comes first")
    func names() throws {
        #expect(try lines("{name} · {Shelf}", vehicle) == ["Ada · A3"])
        #expect(try lines("{NAME} {sHELF} {id} {vehicle_id}", vehicle) == ["Ada A3 L-1 V-1"])
        #expect(try lines("{source}", caption: "{station}", vehicle) == ["bikes"])
        let columns = ["Shelf", "Asset tag", "shelf"]
        let cells = ["file", "T-1", "other"]
        #expect(
            try lines("{asset TAG} {Shelf} {shelf}", columns: columns, cells: cells, vehicle)
                == ["T-1 A3 other"])
        #expect(try lines("{Shelf} {name}", columns: columns, cells: cells, nil) == ["file"])
        #expect(throws: TextTemplateError.ambiguousName("SHELF", ["Shelf", "shelf"])) {
            try lines("{SHELF}", columns: columns, vehicle)
        }
    }

    @Test("an unknown name is an error with twenty names at most")
    func unknown() throws {
        let error = #expect(throws: TextTemplateError.self) { try lines("{plate}", vehicle) }
        guard case .unknownName("plate", let known)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(known.count == 21 && known.prefix(4) == ["Shelf", "Note", "id", "vehicle_id"])
        #expect(known.last == "…")
    }

    @Test("text of a feed is one line without controls")
    func plain() throws {
        #expect(try lines("{Note}", vehicle) == ["a bc"])
    }

    @Test("the code of a feed without names is the name, but not that of a table")
    func codes() throws {
        var vehicle = vehicle
        vehicle.name = nil
        let text = LabelText(try LabelText.Choice("{name}"))
        for (format, lines) in [("gbfs", ["K 7"]), (TableFormat.csv.rawValue, [])] {
            let header = header([], of: format)
            let found = try LabelLines(text, name: "", of: header).lines(ofID: "", vehicle)
            #expect(found == lines, "\(format)")
        }
    }

    @Test("a file alone has its columns and the ID")
    func file() throws {
        let text = LabelText(try LabelText.Choice("{id} {Rack}"))
        #expect(LabelLines.suffice(["rack"], for: text))
        #expect(!LabelLines.suffice(["Shelf"], for: text))
        #expect(
            try LabelLines(text, name: "", of: nil, columns: ["rack"])
                .lines(ofID: "A", cells: ["7"]) == ["A 7"])
    }
}
