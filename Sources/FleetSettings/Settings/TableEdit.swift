public import FleetCore

/// A change of how the columns of a table are read.
///
/// Commands, pages and the API all change them in this way:
///
///     var edit = TableEdit()
///     edit.visibilities = [("Shelf", .members)]
///     let change = SourceEdit { $0.table = { edit.apply(to: &$0) } }
public struct TableEdit: Sendable {
    /// The name of the sheet.
    public var sheet: String?
    /// The headings of columns that hold no field, unless ``columns`` has them.
    public var properties: [String] = []
    /// The columns of fields, each instead of the one that the field had.
    public var columns: [TableSettings.Column] = []
    /// The headings of columns that are not read.
    public var omitted: [String] = []
    /// The headings of columns that are read again.
    public var included: [String] = []
    /// Who sees columns.
    public var visibilities: [(heading: String, visibility: ValueVisibility)] = []

    /// Creates a change of nothing.
    public init() {}

    /// Changes settings.
    public func apply(to settings: inout TableSettings) {
        settings.sheet = sheet ?? settings.sheet
        settings.columns.removeAll { properties.contains($0.heading) }
        for column in columns {
            settings.columns.removeAll { $0.field == column.field }
            settings.columns.append(column)
        }
        settings.omitted.removeAll { included.contains($0) }
        for heading in omitted where !settings.omitted.contains(heading) {
            settings.omitted.append(heading)
        }
        for (heading, visibility) in visibilities {
            settings.visibilities[heading] = visibility
            // Fields are for everyone, so a hidden column is a property.
            guard visibility != .everyone else { continue }
            settings.columns.removeAll { $0.field != .id && $0.heading == heading }
        }
    }
}
