package import FleetCore

/// A row of `note`: all columns but the owner and those that recognize a repeated request.
///
/// The schema, the reader, the writers and the copies take the columns from here.
package struct NoteRecord: StoredRecord {
    package var id = ""
    package var number: Int64 = 0
    package var version: Int64 = 1
    package var source: String?
    package var vehicleID: String?
    package var siteID: String?
    package var text = ""
    package var position: Position?
    package var seenAt: Timestamp?
    package var visibility = ""
    package var isTask: Bool? = false
    /// The ID of the user who is to do the task.
    package var assignee: String?
    package var dueAt: Timestamp?
    /// The priority of a task; `nil` for a normal one.
    package var priority: String?
    package var doneAt: Timestamp?
    /// The ID of the user who marked the note as done.
    package var doneBy: String?
    package var createdAt = Timestamp(milliseconds: 0)
    package var editedAt: Timestamp?
    package var editedBy: String?
    package var isReport: Bool? = false
    package var contact: String?

    package init() {}

    /// Reads the first columns of the current row.
    package init(from row: any SQLRow) {
        var colors = ColorCache()
        read(from: row, at: 0, &colors)
    }

    package mutating func visit<Visitor: ColumnVisitor>(
        _ columns: inout Visitor
    ) throws(Visitor.Failure) {
        try columns.visit("id", &id)
        try columns.visit("number", &number)
        try columns.visit("version", &version)
        try columns.visit("source", &source)
        try columns.visit("vehicle_id", &vehicleID)
        try columns.visit("site_id", &siteID)
        try columns.visit("text", &text)
        try columns.visit(&position)
        try columns.visit("seen_at", &seenAt)
        try columns.visit("visibility", &visibility)
        try columns.visit("is_task", &isTask)
        try columns.visit("assignee", &assignee)
        try columns.visit("due_at", &dueAt)
        try columns.visit("done_at", &doneAt)
        try columns.visit("done_by", &doneBy)
        try columns.visit("created_at", &createdAt)
        try columns.visit("edited_at", &editedAt)
        try columns.visit("edited_by", &editedBy)
        try columns.visit("is_report", &isReport)
        try columns.visit("contact", &contact)
        try columns.visit("priority", &priority)
    }

    /// The columns.
    package static let list = ColumnList(
        of: NoteRecord(),
        required: [
            "number", "version", "text", "visibility", "is_task", "created_at", "is_report",
        ],
        traits: [
            "number": ["Number for people, counted per author"],
            "version": [.initially("1")],
            "latitude": [.exported(as: "lat")],
            "longitude": [.exported(as: "lon")],
            "seen_at": ["Time of the position"],
            "is_task": [.initially("FALSE"), .exported(as: "task")],
            "due_at": [.exported(as: "due")],
            "assignee": ["The user who is to do the task; NULL for nobody"],
            "done_by": ["The user who marked the note as done"],
            "is_report": [
                .since(4), .initially("FALSE"), .unexported, "Whether a finder reported it",
            ],
            "contact": [
                .since(4), .unexported, .check("is_report OR contact IS NULL"),
                "How the finder can be reached",
            ],
            "priority": [
                .since(4),
                .check("priority IS NULL OR is_task AND priority IN ('low', 'high')"),
                "The priority of a task; NULL for a normal one",
            ],
        ],
        rules: ColumnList.positionRules + [
            "CHECK (length(id) = 36)", "CHECK (number > 0)", "CHECK (length(source) = 36)",
            "CHECK (text <> '')", "CHECK (visibility IN ('private', 'team'))",
            "CHECK (vehicle_id IS NULL AND site_id IS NULL OR source IS NOT NULL)",
            "CHECK (vehicle_id IS NULL OR site_id IS NULL)",
            "CHECK (is_task OR assignee IS NULL AND due_at IS NULL)",
            "CHECK (done_at IS NOT NULL OR done_by IS NULL)",
        ])

    /// The columns in the order in which a row is read.
    package static let columns = list.names.map { "note." + $0 }.joined(separator: ", ")

    /// Condition for reports of finders that nobody has taken.
    package static let isOpenReport =
        "note.is_report AND note.assignee IS NULL AND note.done_at IS NULL"

    /// The values of the columns, in their order.
    package var values: [SQLValue] {
        var (record, values) = (self, [SQLValue]())
        record.visit(&values)
        return values
    }

    /// Statement that inserts a row with the owner `?1`, the ``values``, and the key and the hash
    /// of the request.
    package static let insert = {
        let names = ["owner"] + list.names + ["idempotency_key", "request_hash"]
        return """
            INSERT INTO note (\(names.joined(separator: ", ")))
            VALUES (\(names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
            """
    }()

    /// The columns of a note that a change may have.
    package static let changeable = [
        "version", "text", "visibility", "is_task", "assignee", "due_at", "done_at", "done_by",
        "edited_at", "edited_by", "priority",
    ]

    /// The ``changeable`` columns, separated by commas.
    static let changeList = changeable.joined(separator: ", ")

    /// The ID and the ``changeable`` values.
    package var changes: [SQLValue] {
        [.text(id)]
            + zip(Self.list.names, values).filter { Self.changeable.contains($0.0) }.map(\.1)
    }

    /// Statement that changes a row to ``changes``, which follow a first parameter, if it has the
    /// version before.
    package static let update = {
        let assignments = list.names.filter(changeable.contains).enumerated()
            .map { "\($0.element) = ?\($0.offset + 3)" }
        return """
            UPDATE note SET \(assignments.joined(separator: ", "))
            WHERE id = ?2 AND version + 1 = ?3
            """
    }()
}
