import FleetCore

/// A cell of a vehicle on a page.
///
/// `Web/assets/cells.js` makes the same markup of the cells in live changes.
struct CellContext: Sendable {
    /// Name of the column.
    var name: String
    var isNumeric: Bool
    /// Classes of the cell in a table.
    var columnClasses: String
    /// What is in the cell.
    var markup: Markup
    /// Name of the column, which a narrow screen shows before the cell; `nil` if it does not.
    var label: String?

    /// Name of the columns of properties.
    static let propertyName = "property"

    /// The attribute by which a live change finds the cell; those of properties do not change.
    var liveName: Markup { name == Self.propertyName ? "" : " data-f=\"\(name)\"" }

    /// The attribute with the name of the column.
    var labelName: Markup { label.map { " data-label=\"\($0)\"" } ?? "" }

    /// Creates the cell of a property of the source.
    init(property value: String?) {
        (name, isNumeric, columnClasses) = (Self.propertyName, false, "c-" + Self.propertyName)
        markup = "\(value ?? "–")"
    }

    init(_ column: VehicleColumn, _ cell: VehicleCell, _ style: PageStyle) {
        (name, isNumeric) = (column.rawValue, column.isNumeric)
        columnClasses = "c-" + name + (isNumeric ? " num" : "")
        let text = cell.isKnown ? cell.text : "–"
        guard cell.figure != nil || cell.tone != .plain || cell.time != nil else {
            markup = "\(text)"
            return
        }
        var (classes, symbol, figure): ([String], String?, Markup) = ([], nil, "")
        switch cell.figure {
        case .state(let state): (classes, symbol) = (["state"], "state-" + state.rawValue)
        case .missing: (classes, symbol) = (["state"], "state-gone")
        case .swatches(let tones): (classes, figure) = (["chip"], Self.swatches(tones))
        case .charge(let percent, let level):
            (classes, figure) = (["battery", "b-" + level.rawValue], Self.bar(percent))
        case nil: break
        }
        if cell.tone == .alarm { symbol = "warn" }
        if cell.tone != .plain { classes.append(cell.tone.rawValue) }
        let icon = symbol.map { style.icon($0) } ?? ""
        let time = cell.time.map { style.time($0).markup } ?? ""
        let names = classes.joined(separator: " ")
        markup = "<span class=\"\(names)\">\(icon)\(figure)\(time)\(text)</span>"
    }

    private static func swatches(_ tones: [String]) -> Markup {
        let swatches = Markup(tones.map { "<span class=\"\(swatchClass($0))\"></span>" })
        return "<span class=\"tones\" aria-hidden=\"true\">\(swatches)</span>"
    }

    /// Returns the bar of a charge.
    private static func bar(_ percent: Double) -> Markup {
        var width = UTF8Buffer()
        width.append(percent * 0.19, roundedTo: 1)
        return """
            <svg viewBox="0 0 26 12" aria-hidden="true">\
            <rect class="case" x=".5" y=".5" width="22" height="11" rx="2"/>\
            <rect class="charge" x="2" y="2" width="\(width.string)" height="8" rx="1"/>\
            <path class="tip" d="M24 4v4h1.500V4z"/></svg>
            """
    }

    /// Returns the class of a tone; the style sheet shows a pattern for those that it does not
    /// know.
    static func swatchClass(_ tone: String) -> String { "t-" + tone }
}
