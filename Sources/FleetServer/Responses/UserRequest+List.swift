import FleetCore
import Foundation
import HTTPTypes
import Hummingbird

/// A format of lists, of which a server sends all but tables.
protocol ServedFormat: CaseIterable, RawRepresentable<String> {
    static var json: Self { get }
    static var table: Self { get }
}

extension ListFormat: ServedFormat {}
extension RecordFormat: ServedFormat {}
extension SiteListFormat: ServedFormat {}

extension ServedFormat {
    /// The names in queries.
    static var names: [String] { allCases.map(\.rawValue).filter { $0 != table.rawValue } }

    /// Creates the format that a query names; JSON without a name.
    /// - Throws: `Problem` (400) for an unknown one.
    init(of query: QueryItems) throws(Problem) {
        let name = query["format"] ?? Self.json.rawValue
        guard Self.names.contains(name), let format = Self(rawValue: name) else {
            throw Problem(
                .badRequest, "There is no such format.", hint: "Use one of \(Self.names.listed).")
        }
        self = format
    }
}

extension UserRequest {
    /// Returns a list in the format that the query names: JSON, one object per line, CSV, or a
    /// workbook.
    ///
    /// - Parameter name: Name of the file of CSV or a workbook, without its type.
    /// - Throws: `Problem` (400) for another format.
    func response(_ list: RecordList, named name: String) throws -> Response {
        let format = try RecordFormat(of: query)
        var bytes: [UInt8] = []
        var sink = ByteSink { bytes.append(contentsOf: $0) }
        let style = TableStyle(
            width: nil, isColored: false, now: environment.now(), localTime: { _ in "" })
        try list.write(as: format, ListSelection(cells: csvCells), style: style, to: &sink)
        switch format {
        case .csv: return .download(bytes, "text/csv; charset=utf-8", named: name + ".csv")
        case .xlsx:
            return .download(bytes, ListFormat.xlsx.mediaType, named: name + ".xlsx")
        case .ndjson: return Response(bytes, "application/x-ndjson")
        case .json, .table: return Response(bytes, "application/json")
        }
    }

    /// The form of the cells of CSV: for the Excel that the query names, or for any spreadsheet,
    /// with which browsers open such a file.
    var csvCells: CSVCellStyle {
        guard
            let locale = query[QueryParameter.csvLocale.name].flatMap(
                CSVLocale.init(rawValue:))
        else { return .spreadsheet }
        let zone = environment.options.timeZone
        return .excel(locale) { time in
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: time.seconds))
        }
    }

    /// Returns the links to the list of a page in other formats.
    ///
    /// - Parameters:
    ///   - path: Path of the list in the API.
    ///   - items: Query of the list.
    ///   - json: Address of the document in JSON; `nil` for that of the list.
    ///   - command: The command that prints the same list; `nil` if none does.
    func formats(
        _ path: String, _ items: QueryItems, json: String? = nil, command: String?
    ) -> Formats {
        let csv = items.setting("format", ["csv"])
        let locale = CSVLocale(acceptLanguage: headers[.acceptLanguage] ?? "")
        let excel = csv.setting(QueryParameter.csvLocale.name, [locale.rawValue])
        return Formats(
            json: json ?? path + items.query, csv: path + csv.query, excel: path + excel.query,
            command: command)
    }
}
