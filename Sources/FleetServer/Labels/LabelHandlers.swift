import FleetCore
import FleetLabels
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import QRCode

/// The page that builds a sheet of labels.
struct LabelHandlers {
    /// The maximum number of labels of one document, with copies.
    static let maxLabels = 5000
    /// Largest form in bytes, which may name each vehicle.
    private static let maxBody = 1 << 20

    /// The fields of the form that programs send.
    static let fields: [QueryParameter] = [
        .source.described("Name of the source.", isRequired: true),
        QueryParameter(
            "id", .text, "IDs of vehicles; without id and ids, all vehicles.", isRepeated: true),
        QueryParameter("ids", .text, "IDs of vehicles, one a line."),
        QueryParameter("content", .choice(LabelOrder.Content.allCases.map(\.rawValue))),
        QueryParameter(
            "layout", .text,
            """
            Product number of the sheet or roll, such as L7160; or the size of a roll's labels in \
            millimetres, such as 62x29mm.
            """),
        QueryParameter(
            "text", .shortText(LabelOrder.maxText),
            """
            id, name (of the source), both, none, or a text with names of fields and properties in \
            braces, such as {name} · {Shelf}; {{ is a brace. By default id.
            """),
        QueryParameter("level", .choice(ErrorCorrection.allCases.map(\.rawValue))),
        QueryParameter(
            "start", .number(1...Int64.max),
            "Number of the first free label of the first page."),
        QueryParameter("copies", .number(1...Int64(LabelOrder.maxCopies))),
        QueryParameter(
            "caption", .shortText(LabelOrder.maxCaption),
            "One more line, which may have names in braces, too."),
        QueryParameter("cut-marks", .flag),
    ]

    /// The form in `openapi.json`.
    static var schema: JSONObjectWriter {
        var properties = JSONObjectWriter()
        for field in fields { properties.add(named: field.name, field.schema(field.text)) }
        var object = JSONObjectWriter()
        object.add("type", "object")
        object.add("properties", properties)
        object.add("required", fields.filter(\.isRequired).map(\.name))
        object.add("additionalProperties", false)
        return object
    }

    func add(to routes: Routes) {
        routes.page(.labels) { request in
            try await selectedPage(request)
        }
        routes.page(.post, "/labels", .fleet) { request in
            let form = try await request.form(upTo: Self.maxBody)
            let order = LabelOrder(form)
            do {
                return try await document(request, order, form)
            } catch let problem as Problem where problem.status == .unprocessableContent {
                return try await page(
                    request, order, errors: [problem.detail], status: problem.status)
            }
        }
        routes.api(.post, "/labels", .fleet) { request in
            let form = try await request.form(upTo: Self.maxBody)
            try form.require(Self.fields)
            guard form["layout"].map(SheetLayout.named) != .some(nil) else {
                throw Problem(
                    "layout",
                    """
                    must be the name of a layout, such as L7160, or the size of a roll's \
                    labels, such as 62x29mm
                    """)
            }
            return try await document(request, LabelOrder(form), form)
        }
    }

    /// Returns the page for the selected vehicles; a sheet has the labels of one source.
    private func selectedPage(_ request: UserRequest) async throws -> Response {
        let query = request.query
        let isOfSeveral = query["source"] == QueryItems.allSources
        guard query.has("matching") || isOfSeveral && query.has("id") else {
            return try await page(request, LabelOrder(query), errors: [])
        }
        let groups = try await SelectedVehicles(query, request).bySource
        guard let first = groups.first else {
            return try await page(request, LabelOrder(QueryItems()), errors: [])
        }
        var order = LabelOrder(query)
        (order.source, order.ids) = (first.source.name, first.ids)
        let others = groups.dropFirst().map {
            localized("\($0.ids.count) of \($0.source.name)")
        }
        return try await page(
            request, order,
            errors: others.isEmpty
                ? []
                : [
                    localized(
                        "A sheet has the labels of one source. Left out: \(others.listed).")
                ])
    }

    private func document(
        _ request: UserRequest, _ order: LabelOrder, _ form: QueryItems
    ) async throws -> Response {
        guard let source = request.source(named: form["source"] ?? "") else {
            throw Problem.notFound
        }
        let design = try order.design()
        let environment = request.environment
        let bytes = try await environment.snapshots.read { reader in
            try Self.sheet(of: source, order, design, environment, in: reader)
        }
        return .download(bytes, "application/pdf", named: "labels-\(source.name).pdf")
    }

    private static func sheet(
        of source: PolledSource, _ order: LabelOrder, _ design: LabelDesign,
        _ environment: ServerEnvironment, in reader: any SnapshotReader
    ) throws -> [UInt8] {
        guard let info = try reader.info(of: source.vehicles) else {
            throw Problem(.unprocessableContent, "The feed has not been read yet.")
        }
        let vehicles = try vehicles(of: source, order, in: reader)
        guard vehicles.count * design.copies <= maxLabels else {
            throw Problem(
                .unprocessableContent,
                """
                These are \(vehicles.count * design.copies) labels; one document has at \
                most \(maxLabels).
                """)
        }
        let rotation = source.source.rotation(observed: info.rotation)
        let rule = LinkRule(info.feed)
        let lines = try order.lines(of: source, info, rotation)
        var bytes: [UInt8] = []
        do {
            let writer = try SheetWriter(
                design, title: localized("Labels of \(source.name)"), labels: vehicles.count
            ) { bytes += $0 }
            for vehicle in vehicles {
                let payload = try order.payload(of: vehicle, source, rotation, rule, environment)
                let symbol = try Symbol(
                    payload, level: order.level, boosted: true, addingUTF8ECI: true)
                let id = source.labelID(of: vehicle)
                try writer.add(
                    Label(symbol, lines: lines.lines(ofID: id, vehicle), id: id))
            }
            _ = try writer.finish()
        } catch let error as LabelError {
            throw Problem(.unprocessableContent, .verbatim(error.text))
        } catch is QRCodeError {
            throw Problem(.unprocessableContent, "An ID is too long for a QR code.")
        }
        return bytes
    }

    private static func vehicles(
        of source: PolledSource, _ order: LabelOrder, in reader: any SnapshotReader
    ) throws -> [Vehicle] {
        guard !order.ids.isEmpty else {
            var query = VehicleQuery()
            query.limit = maxLabels + 1
            var all: [Vehicle] = []
            try reader.forEachVehicle(query, of: source.vehicles) { all.append($0) }
            guard !all.isEmpty else {
                throw Problem(.unprocessableContent, "The source has no vehicles.")
            }
            return all
        }
        return try order.ids.map { id in
            guard let found = try source.resolver.find(id, .exact, in: reader) else {
                throw Problem(
                    .unprocessableContent,
                    "There is no vehicle \(TerminalText.limited(id)) in \(source.name).")
            }
            return found.vehicle
        }
    }

    private func page(
        _ request: UserRequest, _ order: LabelOrder, errors: [String],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let source =
            try request.source(named: order.source ?? "")
            ?? request.selectedSource()
        let info = try await request.environment.snapshots.read { try $0.info(of: source.vehicles) }
        let total = info?.total ?? 0
        let count = order.ids.isEmpty ? total : order.ids.count
        let rotation = info.map { source.source.rotation(observed: $0.rotation) } ?? .unknown
        let origin = request.environment.publicOrigin
        let canPage = origin.scheme == .https && !origin.isLoopback && rotation != .yes
        let page = LabelsPage.Form(
            totalText: localized("\(ShortText.count(count, "vehicle")) of \(source.name)"),
            action: "/labels", sourceName: source.name, ids: order.ids.joined(separator: "\n"),
            allCount: ShortText.grouped(total),
            contents: LabelsPage.Content.all(order.content, origin, canPage: canPage),
            layouts: SheetLayout.catalog.map {
                .init(
                    value: $0.name, label: "\($0.maker) \($0.name)",
                    isSelected: $0.name == order.layout.name)
            },
            texts: LabelOrder.Text.allCases.map {
                .init(value: $0.rawValue, label: $0.label, isSelected: $0 == order.textChoice)
            },
            levels: ErrorCorrection.allCases.map {
                .init(
                    value: $0.rawValue, label: $0.rawValue, isSelected: $0 == order.level)
            },
            customText: order.textChoice == .custom ? order.text : "", roll: order.roll,
            start: order.start, copies: order.copies,
            caption: order.caption ?? "",
            cutMarks: order.cutMarks, preview: LabelsPage.Preview(order, count),
            errors: errors.map { .init(message: $0) })
        var response = try request.html(
            "labels",
            LabelsPage(
                page: request.page(.labels, of: source),
                labelsPage: page,
                formats: nil))
        response.status = status
        return response
    }
}

/// The keys of the template `labels`.
private struct LabelsPage {
    struct Content {
        var value: String
        var label: String
        var hint: String
        var isSelected: Bool
        var isDisabled: Bool

        /// Returns all contents of a QR code.
        static func all(
            _ chosen: LabelOrder.Content, _ origin: WebOrigin, canPage: Bool
        ) -> [Content] {
            let chosen = chosen == .page && !canPage ? .id : chosen
            return LabelOrder.Content.allCases.map {
                Content(
                    value: $0.rawValue, label: $0.label, hint: $0.hint(origin, canPage),
                    isSelected: $0 == chosen, isDisabled: $0 == .page && !canPage)
            }
        }
    }

    struct Cell {
        var x: String
        var y: String
        var w: String
        var h: String
        var isUsed: Bool
    }

    struct Preview {
        var width: String
        var height: String
        var previewText: String
        var cells: [Cell]

        /// Draws the first page; `nil` for numbers that are not possible.
        init?(_ order: LabelOrder, _ count: Int) {
            guard let design = try? order.design(), count > 0 else { return nil }
            let layout = design.layout
            let labels = count * design.copies
            let used = design.start - 1..<min(design.start - 1 + labels, layout.labelsPerPage)
            width = "\(layout.page.width)"
            height = "\(layout.page.height)"
            cells = (0..<layout.labelsPerPage).map { position in
                let origin = layout.origin(ofLabel: position)
                return Cell(
                    x: "\(origin.x)", y: "\(origin.y)", w: "\(layout.label.width)",
                    h: "\(layout.label.height)", isUsed: used.contains(position))
            }
            let pages =
                (design.start - 1 + labels + layout.labelsPerPage - 1) / layout.labelsPerPage
            previewText =
                localized(
                    "\(ShortText.count(labels, "label")) on \(ShortText.count(pages, "page"))")
        }
    }

    struct Message {
        var message: String
    }

    struct Form {
        var totalText: String
        var action: String
        var sourceName: String
        var ids: String
        var allCount: String
        var contents: [Content]
        var layouts: [SelectOption]
        var texts: [SelectOption]
        var levels: [SelectOption]
        var customText: String
        var roll: String
        var start: String
        var copies: String
        var caption: String
        var cutMarks: Bool
        var preview: Preview?
        var errors: [Message]
    }

    var page: PageContext
    var labelsPage: Form
    var formats: Formats?
}

extension LabelError {
    /// The problem in one sentence.
    fileprivate var text: String {
        func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        return switch self {
        case .symbolDoesNotFit(let needed, let available):
            localized(
                """
                A label is too small for its QR code, which needs \(rounded(needed)) mm and \
                has \(rounded(available)) mm.
                """)
        case .textDoesNotFit(let text, let needed, let available):
            localized(
                """
                The text “\(TerminalText.limited(text))” of a label needs \
                \(rounded(needed)) mm and has \(rounded(available)) mm.
                """)
        case .textTooLong(let count, let limit):
            localized(
                """
                A text of \(count) characters is too long for a label; at most \(limit) are \
                possible.
                """)
        case .textTooTall: localized("The text of a label has too many combining marks.")
        case .startOutOfRange, .copiesOutOfRange, .quietZoneOutOfRange, .size, .imageTooLarge,
            .missingLibrary, .outOfMemory, .libraryError:
            localized("A label does not fit: \("\(self)").")
        }
    }
}
