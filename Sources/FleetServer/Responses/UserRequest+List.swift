import FleetCore
import HTTPTypes
import Hummingbird

extension UserRequest {
    /// Returns a list in the format that the query names: JSON, one object per line, or CSV.
    ///
    /// - Parameter name: Name of the file of CSV, without its type.
    /// - Throws: `Problem` (400) for another format.
    func response(_ list: RecordList, named name: String) throws -> Response {
        let format: RecordFormat
        switch self.query["format"] {
        case nil, "json": format = .json
        case "ndjson": format = .ndjson
        case "csv": format = .csv
        default:
            throw Problem(
                .badRequest, "There is no such format.", hint: "Use json, ndjson or csv.")
        }
        var bytes: [UInt8] = []
        var sink = ByteSink { bytes.append(contentsOf: $0) }
        let style = TableStyle(
            width: nil, isColored: false, now: self.environment.now(), localTime: { _ in "" })
        // Browsers open such a file with a spreadsheet program.
        try list.write(
            as: format, ListSelection(cells: .spreadsheet), style: style, to: &sink)
        switch format {
        case .csv: return .download(bytes, "text/csv; charset=utf-8", named: name + ".csv")
        case .ndjson: return Response(bytes, "application/x-ndjson")
        case .json, .table: return Response(bytes, "application/json")
        }
    }
}
