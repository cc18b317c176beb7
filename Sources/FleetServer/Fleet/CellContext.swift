import FleetCore

/// A cell of a vehicle on a page: the keys of the template `_cell`.
///
/// `Web/assets/cells.js` makes the same markup of the cells in live changes.
struct CellContext: Sendable {
    /// Markup of a cell that is more than plain text.
    struct Look: Sendable {
        /// Classes of the element.
        var classes: String
        var text: String
        /// Name of an icon; none or one, as of the next ones: a list hides the keys outside of the
        /// cell.
        var symbols: [String] = []
        var hasSwatches = false
        /// Classes of the tones.
        var swatches: [String] = []
        /// Widths of the bar of a charge.
        var bars: [String] = []
        var times: [ShownTime] = []
    }

    /// Name of the column.
    var name: String
    var isNumeric: Bool
    /// Classes of the cell in a table.
    var columnClasses: String
    /// Text of a cell without a look; otherwise empty.
    var plain = ""
    /// None or one.
    var looks: [Look] = []

    init(
        _ column: VehicleColumn, _ cell: VehicleCell, time: (Timestamp) -> ShownTime
    ) {
        (name, isNumeric) = (column.rawValue, column.isNumeric)
        columnClasses = "c-" + name + (isNumeric ? " num" : "")
        let text = cell.isKnown ? cell.text : "–"
        guard cell.figure != nil || cell.tone != .plain || cell.time != nil else {
            plain = text
            return
        }
        var look = Look(classes: "", text: text)
        var classes: [String] = []
        switch cell.figure {
        case .state(let state):
            (classes, look.symbols) = (["state"], ["state-" + state.rawValue])
        case .missing: (classes, look.symbols) = (["state"], ["state-gone"])
        case .swatches(let tones):
            (classes, look.hasSwatches) = (["chip"], true)
            look.swatches = tones.map(Self.swatchClass)
        case .charge(let percent, let level):
            classes = ["battery", "b-" + level.rawValue]
            look.bars = [Self.width(ofPercent: percent)]
        case nil: break
        }
        if cell.tone == .alarm { look.symbols = ["warn"] }
        if cell.tone != .plain { classes.append(cell.tone.rawValue) }
        look.classes = classes.joined(separator: " ")
        look.times = cell.time.map { [time($0)] } ?? []
        looks = [look]
    }

    /// Returns the width of the bar of a charge.
    private static func width(ofPercent percent: Double) -> String {
        var text = UTF8Buffer()
        text.append(percent * 0.19, roundedTo: 1)
        return text.string
    }

    /// Returns the class of a tone; the style sheet shows a pattern for those that it does not
    /// know.
    static func swatchClass(_ tone: String) -> String { "t-" + tone }
}
