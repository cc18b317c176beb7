package import FleetCore
package import Foundation

/// A source in the API.
package struct SourceDocument: Document {
    package var id = UUID.zero
    package var name = ""
    package var labelField: String?
    package var history: String?
    package var state = ""
    package var total: Int?
    package var fetchedAt: Timestamp?
    package var error: String?
    package var retryAt: Timestamp?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("name", &name)
        fields.visit(
            "label_field", &labelField,
            "The field with the ID on labels, under which favorites and notes are stored.")
        fields.visit(
            "history", &history,
            "How long each change is kept, such as 30d; absent without a history.")
        fields.visit(
            "state", &state, nil, .init(choices: ["live", "loading", "stale", "failed"]))
        fields.visit("total", &total)
        fields.visit("fetched_at", &fetchedAt)
        fields.visit("error", &error)
        fields.visit("retry_at", &retryAt)
    }
}
