import FleetCore
import FleetLabels
import FleetService
import FleetStore
import Foundation
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
        .source, QueryParameter("id", .text, isRepeated: true), QueryParameter("ids", .text),
        QueryParameter("content", .choice(LabelOrder.Content.allCases.map(\.rawValue))),
        QueryParameter("layout", .text),
        QueryParameter("text", .choice(LabelOrder.Text.allCases.map(\.rawValue))),
        QueryParameter("level", .choice(ErrorCorrection.allCases.map(\.rawValue))),
        QueryParameter("start", .number(1...Int64.max)),
        QueryParameter("copies", .number(1...Int64(LabelOrder.maxCopies))),
        QueryParameter("caption", .shortText(LabelOrder.maxCaption)),
        QueryParameter("cut-marks", .flag),
    ]

    func add(to routes: Routes) {
        routes.page(.get, "/labels") { request in
            try await page(request, LabelOrder(request.query), errors: [])
        }
        routes.page(.post, "/labels") { request in
            let form = try await request.request.form(upTo: Self.maxBody)
            let order = LabelOrder(form)
            do {
                return try await document(request, order, form)
            } catch let problem as Problem where problem.status == .unprocessableContent {
                return try await page(
                    request, order, errors: [problem.detail], status: problem.status)
            }
        }
        routes.api(.post, "/labels") { request in
            let form = try await request.request.form(upTo: Self.maxBody)
            try form.require(Self.fields)
            guard form["layout"].map(SheetLayout.named) != .some(nil) else {
                throw Problem("layout", "must be the name of a layout, such as L7160")
            }
            return try await document(request, LabelOrder(form), form)
        }
    }

    private func document(
        _ request: UserRequest, _ order: LabelOrder, _ form: QueryItems
    ) async throws -> Response {
        guard let source = request.environment.source(named: form["source"] ?? "") else {
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
                "These are \(vehicles.count * design.copies) labels; one document has at most "
                    + "\(maxLabels).")
        }
        let rotation = source.source.rotation(observed: info.rotation)
        let rule = LinkRule(info.feed)
        var bytes: [UInt8] = []
        do {
            let writer = try SheetWriter(design, title: "Labels of " + source.name) { bytes += $0 }
            for vehicle in vehicles {
                let payload = try order.payload(of: vehicle, source, rotation, rule, environment)
                let symbol = try Symbol(
                    payload, level: order.level, boosted: true, addingUTF8ECI: true)
                try writer.add(Label(symbol, lines: order.lines(of: vehicle, source)))
            }
            _ = try writer.finish()
        } catch let error as LabelError {
            throw Problem(.unprocessableContent, "A label does not fit: \(error).")
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
            guard let known = try KnownVehicle(id, of: source, in: reader) else {
                throw Problem(
                    .unprocessableContent,
                    "There is no vehicle \(TerminalText.limited(id)) in \(source.name).")
            }
            return known.vehicle
        }
    }

    private func page(
        _ request: UserRequest, _ order: LabelOrder, errors: [String],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let source =
            try request.environment.source(named: order.source ?? "")
            ?? request.request.selectedSource()
        let info = try await request.environment.snapshots.read { try $0.info(of: source.vehicles) }
        let total = info?.total ?? 0
        let count = order.ids.isEmpty ? total : order.ids.count
        let rotation = info.map { source.source.rotation(observed: $0.rotation) } ?? .unknown
        let origin = request.environment.publicOrigin
        let canPage = origin.scheme == .https && !origin.isLoopback && rotation != .yes
        let content = order.content == .page && !canPage ? .id : order.content
        let page = LabelsPage.Form(
            totalText: ShortText.count(count, "vehicle") + " of " + source.name,
            action: "/labels", sourceName: source.name, ids: order.ids.joined(separator: "\n"),
            allCount: "\(total)",
            contents: LabelOrder.Content.allCases.map {
                LabelsPage.Content(
                    value: $0.rawValue, label: $0.label, hint: $0.hint(origin, canPage),
                    isSelected: $0 == content, isDisabled: $0 == .page && !canPage)
            },
            layouts: SheetLayout.catalog.map {
                .init(
                    value: $0.name, label: "\($0.maker) \($0.name)",
                    isSelected: $0.name == order.layout.name)
            },
            texts: LabelOrder.Text.allCases.map {
                .init(value: $0.rawValue, label: $0.label, isSelected: $0 == order.text)
            },
            levels: ErrorCorrection.allCases.map {
                .init(
                    value: $0.rawValue, label: $0.rawValue, isSelected: $0 == order.level)
            },
            start: order.start, copies: order.copies, caption: order.caption ?? "",
            cutMarks: order.cutMarks, preview: LabelsPage.Preview(order, count),
            errors: errors.map { .init(message: $0) })
        var response = try request.html(
            "labels",
            LabelsPage(
                page: request.page("Labels", section: "/labels", of: source), labelsPage: page,
                formats: nil))
        response.status = status
        return response
    }
}

/// The order of a sheet of labels: the fields of its form.
private struct LabelOrder: Sendable {
    enum Content: String, CaseIterable {
        case page, id, uri
    }

    enum Text: String, CaseIterable {
        case id, name, both, none
    }

    static let (maxCopies, maxCaption) = (100, 100)

    var source: String?
    var ids: [String]
    var content: Content
    var layout: SheetLayout
    var text: Text
    var level: ErrorCorrection
    var start: String
    var copies: String
    var caption: String?
    var cutMarks: Bool

    init(_ items: QueryItems) {
        source = items["source"]
        let typed = (items["ids"] ?? "").split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        ids = VehicleIDs(items.all("id") + typed.filter { !$0.isEmpty }).ids
        content = items["content"].flatMap(Content.init) ?? .page
        layout = items["layout"].flatMap(SheetLayout.named) ?? SheetLayout.catalog[0]
        text = items["text"].flatMap(Text.init) ?? .id
        level = items["level"].flatMap(ErrorCorrection.init) ?? .medium
        start = items["start"] ?? "1"
        copies = items["copies"] ?? "1"
        caption = items["caption"].map { String($0.prefix(Self.maxCaption)) }
        cutMarks = ["1", "true"].contains(items["cut-marks"])
    }

    /// - Throws: `Problem` (422) for numbers that are not possible.
    func design() throws(Problem) -> LabelDesign {
        var design = LabelDesign(layout: layout)
        guard let start = Int(start), (1...layout.labelsPerPage).contains(start) else {
            throw Problem(
                .unprocessableContent,
                "The first free label is a number from 1 to \(layout.labelsPerPage).")
        }
        guard let copies = Int(copies), (1...Self.maxCopies).contains(copies) else {
            throw Problem(
                .unprocessableContent, "The number of copies is from 1 to \(Self.maxCopies).")
        }
        (design.start, design.copies, design.cutMarks) = (start, copies, cutMarks)
        return design
    }

    func payload(
        of vehicle: Vehicle, _ source: PolledSource, _ rotation: IDRotation, _ rule: LinkRule,
        _ environment: ServerEnvironment
    ) throws(Problem) -> [UInt8] {
        switch content {
        case .page:
            let payload = LabelPayload(of: vehicle, source, rotation, environment)
            guard payload.isPage else {
                throw Problem(
                    .unprocessableContent,
                    "Phones cannot open pages of this server, or its IDs rotate.")
            }
            return Array(payload.text.utf8)
        case .id:
            let extract = source.source.labelField?.idExtractor() ?? \.id
            return Array((extract(vehicle) ?? vehicle.id).utf8)
        case .uri:
            guard let link = rule.allowed(vehicle.rentalURIs)?.preferred else {
                let id = TerminalText.limited(vehicle.id)
                throw Problem(
                    .unprocessableContent,
                    vehicle.rentalURIs == nil
                        ? "The vehicle \(id) has no rental link."
                        : "The vehicle \(id) has a rental link, but it is neither of the web nor of "
                            + "the system's own app.")
            }
            return Array(link.utf8)
        }
    }

    func lines(of vehicle: Vehicle, _ source: PolledSource) -> [String] {
        let extract = source.source.labelField?.idExtractor() ?? \.id
        let id = extract(vehicle) ?? vehicle.id
        let lines =
            switch text {
            case .id: [id]
            case .name: [source.name]
            case .both: [id, source.name]
            case .none: [String]()
            }
        return lines + (caption.map { [$0] } ?? [])
    }
}

extension LabelOrder.Content {
    var label: String {
        switch self {
        case .page: "Page on this server"
        case .id: "Vehicle ID"
        case .uri: "Rental link"
        }
    }

    func hint(_ origin: WebOrigin, _ isPossible: Bool) -> String {
        switch self {
        case .page:
            isPossible
                ? "\(origin.text)/v/…: a phone opens the vehicle's page."
                : "Needs an https address that phones reach, and IDs that do not rotate."
        case .id: "The ID, byte for byte."
        case .uri: "The link of the operator's app."
        }
    }
}

extension LabelOrder.Text {
    var label: String {
        switch self {
        case .id: "ID"
        case .name: "name of the source"
        case .both: "ID and name"
        case .none: "none"
        }
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
    }

    struct Option {
        var value: String
        var label: String
        var isSelected: Bool
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

        /// Draws the first page; nil for numbers that are not possible.
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
                "\(ShortText.count(labels, "label")) on \(ShortText.count(pages, "page"))"
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
        var layouts: [Option]
        var texts: [Option]
        var levels: [Option]
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
