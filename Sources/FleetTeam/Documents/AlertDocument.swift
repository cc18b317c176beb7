package import FleetCore
package import Foundation

/// An alert in the API, without the secrets of its webhook.
package struct AlertDocument: Document {
    private var id = UUID.zero
    private var name = ""
    private var source: String?
    private var view: String?
    private var kinds: [String] = []
    private var lowBattery = 0.0
    private var webhookOrigin = ""
    private var enabled = false
    private var createdBy: String?
    private var createdAt = Timestamp(milliseconds: 0)
    private var lastSentAt: Timestamp?
    private var lastFailure: AlertFailureDocument?

    package init() {}

    /// Creates the document of an alert.
    /// - Parameter name: Returns the name of a source; `nil` for a removed one.
    package init(_ alert: TeamAlert, sourceName: (UUID) -> String?) {
        let content = alert.content
        (id, name, view) = (alert.id, content.name, content.view?.name.text)
        source = content.source.map { sourceName($0) ?? $0.text }
        kinds = AlertKind.all.filter(content.kinds.contains).map(\.name)
        (lowBattery, enabled) = (content.lowBattery, content.isEnabled)
        webhookOrigin = content.webhook.origin
        (createdBy, createdAt) = (alert.createdBy, alert.createdAt)
        lastSentAt = alert.lastSentAt
        lastFailure = alert.lastFailure.map(AlertFailureDocument.init)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("name", &name)
        fields.visit(
            "source", &source,
            "Name of the source, or its UUID once it is removed; absent for all sources.")
        fields.visit(
            "view", &view, "Name of the view that selects vehicles; absent for all.")
        fields.visit("kinds", &kinds)
        fields.visit("low_battery", &lowBattery)
        fields.visit("webhook_origin", &webhookOrigin, "Scheme, host and port of the webhook.")
        fields.visit("enabled", &enabled)
        fields.visit("created_by", &createdBy)
        fields.visit("created_at", &createdAt)
        fields.visit("last_sent_at", &lastSentAt)
        fields.visit("last_failure", &lastFailure)
    }
}

/// A delivery of an alert that failed, in the API.
package struct AlertFailureDocument: Document, FieldType {
    private var at = Timestamp(milliseconds: 0)
    private var cause = ""

    package init() {}

    fileprivate init(_ failure: TeamAlert.Failure) { (at, cause) = (failure.at, failure.cause) }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("at", &at)
        fields.visit("cause", &cause)
    }

    package var fieldValue: FieldValue { .objects([json], text: cause) }
}

/// A new alert, or a change of one, as a client sends it; members that are `nil` keep their values.
package struct AlertChangeDocument: RequestDocument {
    /// The members that a new alert needs.
    package static let required: Set = ["name", "kinds", "webhook"]

    package var name: String?
    /// The name of a source; `.some(nil)` is all of them.
    package var source: String??
    /// The name or ID of a view for everybody; `.some(nil)` is all vehicles.
    package var view: String??
    package var kinds: [String]?
    package var lowBattery: Double?
    package var webhook: String?
    package var isEnabled: Bool?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name, nil, .init(length: 0...100))
        fields.visit("source", &source, "Name of a source; null for all sources.")
        fields.visit(
            "view", &view,
            """
            Name or ID of a view for everybody, which selects vehicles; null for all vehicles.
            """)
        fields.visit(
            "kinds", &kinds, "Kinds of events, alarms and feed alerts, as of fleet watch --on.",
            .init(count: 1...Int.max))
        fields.visit(
            "low_battery", &lowBattery, nil,
            .init(range: 0...Double.infinity, below: 90, byDefault: .number(20)))
        fields.visit(
            "webhook", &webhook,
            """
            http(s) address that gets each alert as JSON by POST. It is a secret, and never \
            returned.
            """, .init(format: "uri", length: 0...2048))
        fields.visit("enabled", &isEnabled, nil, .init(byDefault: .flag(true)))
    }
}
