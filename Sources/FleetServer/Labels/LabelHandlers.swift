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
        QueryParameter(
            "only-new", .flag,
            "Only labels that were not printed before, or with another content."),
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
                return try await document(request, order)
            } catch let problem as Problem where problem.status == .unprocessableContent {
                return try await page(
                    request, order, errors: [problem.detail], status: problem.status)
            }
        }
        routes.page(.post, "/labels/preview", .fleet) { request in
            let form = try await request.form(upTo: Self.maxBody)
            let order = LabelOrder(form)
            let source = try source(of: order, request)
            return try .json(try await preview(of: source, order, request))
        }
        routes.page(.post, "/labels/print", .fleet) { request in
            let form = try await request.form(upTo: Self.maxBody)
            return try await printPage(request, LabelOrder(form))
        }
        routes.page(.get, "/labels/page.css", .fleet) { request in
            Response(try Self.style(request.query), "text/css; charset=utf-8")
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
            return try await document(request, LabelOrder(form))
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

    private func document(_ request: UserRequest, _ order: LabelOrder) async throws -> Response {
        let source = try source(of: order, request)
        let bytes = try await LabelSheets(of: source, order, request).pdf()
        return .download(bytes, "application/pdf", named: "labels-\(source.name).pdf")
    }

    /// - Throws: `Problem` (404) if the person does not see the source of an order.
    private func source(of order: LabelOrder, _ request: UserRequest) throws -> PolledSource {
        guard let source = request.source(named: order.source ?? "") else {
            throw Problem.notFound
        }
        return source
    }

    /// Returns the first sheet, or why there is none.
    private func preview(
        of source: PolledSource, _ order: LabelOrder, _ request: UserRequest
    ) async throws -> LabelPreview {
        do {
            return try await LabelSheets(of: source, order, request).preview()
        } catch let problem as Problem where problem.status == .unprocessableContent {
            return LabelPreview(image: nil, previewText: problem.detail)
        }
    }

    /// Returns a page that is nothing but the sheets, and opens the browser's dialog.
    private func printPage(_ request: UserRequest, _ order: LabelOrder) async throws -> Response {
        let source = try source(of: order, request)
        do {
            let sheets = try await LabelSheets(of: source, order, request)
            let paper = sheets.design.layout.page
            return try request.html(
                "labels_print",
                LabelsPrintPage(
                    page: request.page(.labels, of: source),
                    style: "/labels/page.css?width=\(paper.width)&height=\(paper.height)",
                    sheets: try await sheets.images().map { .init(image: $0) }))
        } catch let problem as Problem where problem.status == .unprocessableContent {
            return try await page(
                request, order, errors: [problem.detail], status: problem.status)
        }
    }

    /// Returns the style of a page of one size, without margins.
    /// - Throws: `Problem` (404) for a size that no layout has.
    private static func style(_ query: QueryItems) throws(Problem) -> [UInt8] {
        let sides = ["width", "height"].compactMap { query[$0].flatMap(Double.init) }
        guard sides.count == 2, sides.allSatisfy(SheetLayout.sides.contains) else {
            throw .notFound
        }
        let (width, height) = ("\(sides[0])mm", "\(sides[1])mm")
        return Array(
            """
            @page { size: \(width) \(height); margin: 0; }
            .print-sheet { width: \(width); height: \(height); }

            """.utf8)
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
        var order = order
        if !canPage, order.content == .page { order.content = .id }
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
            cutMarks: order.cutMarks, onlyNew: order.onlyNew,
            preview: try await preview(of: source, order, request),
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
        var onlyNew: Bool
        var preview: LabelPreview
        var errors: [Message]
    }

    var page: PageContext
    var labelsPage: Form
    var formats: Formats?
}

/// The keys of the template `labels_print`.
private struct LabelsPrintPage {
    struct Sheet {
        var image: String
    }

    var page: PageContext
    var style: String
    var sheets: [Sheet]
}
