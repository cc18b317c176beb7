import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The numbers that administrators give to imported rows without an ID: page and API.
struct NumberHandlers {
    private static let maxForm = 1 << 14

    func add(to routes: Routes) {
        let path = "/sources/:source/inventory/numbers"
        routes.administrationAPI(.post, path, query: [InventoryAPI.isDryRun]) { request, _ in
            let document = try await request.json(NumbersDocument.self, upTo: 1 << 12)
            return try await number(document.numbers, request)
        }
        routes.administrationPage(.get, "/sources/:id/numbers") { request, _ in
            let source = try SourceHandlers().source(of: request)
            return try await SourcePage.showingRefusal(of: source, request) {
                try await NumbersPage(request.query, of: source, request).response(request)
            }
        }
        routes.administrationPage(.post, "/sources/:id/numbers") { request, _ in
            let form = try await request.form(upTo: Self.maxForm)
            let source = try SourceHandlers().source(of: request)
            return try await SourcePage.showingRefusal(of: source, request) {
                try await number(form, of: source, request)
            }
        }
    }

    private func number(_ numbers: RowNumbers, _ request: UserRequest) async throws -> Response {
        let (rows, source) = try request.inventory(of: request.source())
        let content = try await rows.read()
        if try request.query.flag(InventoryAPI.isDryRun.name) {
            return .json(
                try content.numbered(by: numbers).json.text,
                fields: [.eTag: "\"\(content.revision)\""])
        }
        try request.requireIfMatch(content)
        let numbered = try await rows.number(numbers, at: content.revision)
        await source.readRows(in: request.environment)
        return .json(numbered.json.text)
    }

    /// Gives the numbers of a preview; shows them again if the rows were changed since.
    private func number(
        _ form: QueryItems, of source: PolledSource, _ request: UserRequest
    ) async throws -> Response {
        let rows = try request.inventory(of: source).rows
        do {
            try await rows.number(RowNumbers(form), at: form.rowRevision())
        } catch let error as InventoryError {
            return try await NumbersPage(form, of: source, request)
                .response(request, Problem(error))
        }
        await source.readRows(in: request.environment)
        return .redirect(to: SourceNotice(.numbers, of: source.name).target)
    }
}

/// The numbers that rows without an ID get, as a program asks for them.
struct NumbersDocument: RequestDocument {
    static let prefix = "prefix"
    static let digits = "digits"

    private var prefix = ""
    private var digits: Int?

    init() {}

    /// - Throws: `Problem` (422).
    var numbers: RowNumbers {
        get throws(Problem) { try RowNumbers(prefix: prefix, typed: digits) }
    }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit(
            Self.prefix, &prefix, "The text before each number, such as CB-.",
            .init(length: 0...Inventory.maxIDLength))
        let valid = RowNumbers.validDigits
        fields.visit(
            Self.digits, &digits, "The number of digits, with zeros before shorter numbers.",
            .init(
                range: Double(valid.lowerBound)...Double(valid.upperBound),
                byDefault: FieldValue(RowNumbers.usualDigits)))
    }
}

extension RowNumbers {
    /// The number of digits without a choice.
    static let usualDigits = 3

    /// - Throws: `Problem` (422) for a number of digits that is not valid.
    init(prefix: String, typed digits: Int?) throws(Problem) {
        guard let numbers = RowNumbers(prefix: prefix, digits: digits ?? Self.usualDigits) else {
            throw Problem(
                .unprocessableContent, "The number of digits must be 1 to 9.",
                parameter: NumbersDocument.digits)
        }
        self = numbers
    }
}

extension [Inventory.NumberedRow] {
    /// The numbered rows in the API.
    fileprivate var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("total", count)
        object.add(
            "rows",
            prefix(NumbersPage.maxListed).map { row in
                var object = JSONObjectWriter()
                object.add("row", row.exportedNumber)
                object.add("id", row.id)
                object.add("summary", row.summary)
                return object
            })
        return object
    }
}

extension RowNumbers {
    /// - Throws: `Problem` (422).
    fileprivate init(_ form: QueryItems) throws(Problem) {
        // A text that is not a number is refused like a number that is not valid.
        let digits = form[NumbersDocument.digits].map { Int($0) ?? 0 }
        try self.init(prefix: form[NumbersDocument.prefix] ?? "", typed: digits)
    }
}

/// The preview of numbers: the keys of the template `admin_numbers`.
struct NumbersPage {
    struct Row {
        var id: String
        var text: String
    }

    /// Maximum number of rows that are listed.
    static let maxListed = 100

    var title: String
    var summary: String
    var action: String
    var fields: [HiddenField]
    var numbered: [Row]
    var moreText: String?
    var button: String?
    var cancelHref: String

    /// - Throws: `Problem` (422), and the errors of the numbers.
    fileprivate init(
        _ form: QueryItems, of source: PolledSource, _ request: UserRequest
    ) async throws {
        let numbers = try RowNumbers(form)
        let content = try await request.inventory(of: source).rows.read()
        let found = try content.numbered(by: numbers)
        title = localized("Number rows of \(source.name)")
        let count = ShortText.count(found.count, "row")
        summary =
            found.isEmpty
            ? localized("Every row has an ID.")
            : localized("\(count) without an ID, with the numbers that follow the highest one.")
        cancelHref = "/admin/sources/" + source.uuid.text
        action = cancelHref + "/numbers"
        fields = [NumbersDocument.prefix, NumbersDocument.digits].compactMap { name in
            form[name].map { HiddenField(name: name, value: $0) }
        }
        fields.append(HiddenField(name: "revision", value: "\(content.revision)"))
        numbered = found.prefix(Self.maxListed).map { row in
            Row(
                id: TerminalText.limited(row.id),
                text: [localized("row \(row.exportedNumber)"), row.summary]
                    .filter { !$0.isEmpty }.joined(separator: ": "))
        }
        let rest = found.count - numbered.count
        moreText = rest > 0 ? localized("and \(ShortText.grouped(rest)) more") : nil
        button = found.isEmpty ? nil : localized("Number \(count)")
    }

    fileprivate func response(_ request: UserRequest, _ problem: Problem? = nil) throws -> Response
    {
        try AdministrationPage(.sources, of: request, self, problem)
            .response("admin_numbers", request)
    }
}
