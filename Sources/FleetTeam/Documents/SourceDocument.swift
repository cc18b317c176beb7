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

/// A new source as a client sends it.
package struct NewSourceDocument: RequestDocument {
    package var name = ""
    package var location = ""
    package var credentials: [String: String]?
    /// `stable` or `rotating`; as observed without one.
    package var ids: String?
    package var mds: Bool?
    package var history: String?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name)
        fields.visit("location", &location)
        fields.visit("credentials", &credentials, nil, .credentials)
        fields.visit("ids", &ids, nil, .init(choices: ["stable", "rotating"]))
        fields.visit("mds", &mds, Self.mdsText, .init(byDefault: .flag(false)))
        fields.visit(
            "history", &history,
            """
            \(Self.historyText); off keeps none; absent or empty, it is the default of the server. \
            With stable IDs, a history is personal data.
            """)
    }

    fileprivate static let mdsText = """
        Whether the service is asked for the highest version of MDS that both sides know; its \
        documents are recognized without.
        """
    fileprivate static let historyText =
        "How long each change is kept, and its maximum size, such as 30d or 30d,5GB"
}

/// One change of a source as a client sends it.
package struct SourceChangeDocument: RequestDocument {
    /// Name of the member that confirms that a history is removed.
    package static let confirmation = "remove_history"
    /// Name of the member that confirms that more people see a column.
    package static let revelation = "reveal"
    /// The name of what a column without a field holds.
    package static let property = "property"

    package var name: String?
    package var location: String?
    /// Their `type` and its members; alone or with `location`.
    package var credentials: [String: String]?
    /// Alone or with `location`.
    package var mds: Bool?
    package var isDefault: Bool?
    package var publish: [String]?
    /// Alone or with `publish`.
    package var publishLocation: String?
    package var contact: String?
    package var attention: BoundTexts<AttentionBound>?
    package var check: CheckChangeDocument?
    /// Empty for the default of the server.
    package var history: String?
    /// Names of fields, or ``property``, by headings.
    package var columns: [String: String]?
    /// Visibilities by headings.
    package var visibilities: [String: String]?
    /// Only with `columns` and `visibilities`.
    package var reveals: Bool?
    /// Only with `history`, `location`, `credentials`, `columns` and `visibilities`.
    package var removesHistory: Bool?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name)
        fields.visit("location", &location)
        fields.visit("credentials", &credentials, nil, .credentials)
        fields.visit("mds", &mds, NewSourceDocument.mdsText)
        fields.visit("default", &isDefault, nil, .init(only: .flag(true)))
        let publications = Source.Publication.allCases.map(\.rawValue)
        fields.visit("publish", &publish, nil, .init(choices: publications))
        fields.visit(
            "publish_location", &publishLocation,
            """
            Location of the vehicles of a table in the published GBFS: that of the row, the newest \
            one of the row and the sightings, or none, which publishes no vehicle.
            """, .init(choices: Source.PublishedLocation.allCases.map(\.rawValue)))
        fields.visit(
            "contact", &contact,
            "Email address for questions, which GBFS needs; only with publish.")
        fields.visit(
            "attention", &attention,
            """
            What counts as in need of attention; off counts nothing, and absent bounds stay.
            """)
        fields.visit(
            "check", &check,
            "One change of the check over time: bounds and zone, or silence, or unsilence.")
        fields.visit(
            "history", &history,
            """
            \(NewSourceDocument.historyText); off keeps none, and empty is the default of the \
            server. With stable IDs, a history is personal data.
            """)
        fields.visit(
            "remove_history", &removesHistory,
            """
            Confirms that a history, or a part of it, is removed: by a shorter one, or by another \
            location, other credentials or other columns. Without it, the status is 409.
            """)
        fields.visit(
            "columns", &columns,
            """
            What columns of a table hold, by their headings: the name of a field, such as id or \
            name, or property. No field is in two columns.
            """)
        fields.visit(
            "visibilities", &visibilities,
            """
            Who sees columns of a table, by their headings: everyone, members or administrators. A \
            column that is not for everyone is a property.
            """)
        fields.visit(
            Self.revelation, &reveals,
            """
            Confirms that more people see a column than before. Without it, the status is 409.
            """)
    }
}

extension FieldLimits {
    fileprivate static let credentials = Self(reference: "SourceCredentials")
}

/// One change of the check of a source.
package struct CheckChangeDocument: RequestDocument, FieldType {
    package var bounds: BoundTexts<CheckBound>?
    package var zone: String?
    package var silence: CheckSilenceDocument?
    package var unsilence: CheckSilenceEndDocument?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit(
            "bounds", &bounds,
            """
            Bounds by their names, such as 2h, 50% or 20; off switches a rule off, and absent \
            bounds stay.
            """)
        fields.visit(
            "zone", &zone,
            """
            Name of the zone of the feed in which the vehicles must be; empty for everywhere.
            """)
        fields.visit("silence", &silence, "Tells nobody about the findings of a rule.")
        fields.visit("unsilence", &unsilence, "Ends the silences of a rule.")
    }
}

/// A silence of a rule of the check.
package struct CheckSilenceDocument: RequestDocument, FieldType {
    package var end = CheckSilenceEndDocument()
    package var reason = ""
    package var until = ""

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        end.visit(&fields)
        fields.visit("reason", &reason, nil, .init(length: 0...CheckSettings.Silence.maxReason))
        fields.visit(
            "until", &until,
            "The last day, in UTC; at most \(CheckSettings.Silence.maxDays) days from now.",
            .init(format: "date"))
    }
}

/// The end of the silences of a rule of the check.
package struct CheckSilenceEndDocument: RequestDocument, FieldType {
    package var rule = ""
    package var document: String?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("rule", &rule, "Name of a rule of `fleet check`.")
        fields.visit(
            "document", &document,
            "Name of a document, without .json; all documents without one.")
    }
}

/// A bound that documents have as a text, such as `20%` or `off`.
package protocol TypedBound: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
    /// The description in `openapi.json`.
    var text: String? { get }
    /// The values; empty for any text.
    var choices: [String] { get }
}

/// The texts of bounds; those that are absent keep their values.
package struct BoundTexts<Bound: TypedBound>: RequestDocument, FieldType {
    private var texts: [Bound: String] = [:]

    package init() {}

    /// Creates the texts of some bounds.
    package init(_ text: (Bound) -> String?) {
        for bound in Bound.allCases { texts[bound] = text(bound) }
    }

    package subscript(_ bound: Bound) -> String? { texts[bound] }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        for bound in Bound.allCases {
            let limits = FieldLimits(choices: bound.choices)
            fields.visit(bound.rawValue, &texts[bound], bound.text, limits)
        }
    }
}

extension CheckBound: TypedBound {
    package var text: String? { nil }
    package var choices: [String] { [] }
}

extension AttentionBound: TypedBound {
    package var choices: [String] { self == .alarms ? ["on", Self.off] : [] }

    package var text: String? {
        switch self {
        case .lowBattery: "Highest charge that is low, such as 20%."
        case .idle: "Time without a report or a move, such as 48h."
        case .alarms: nil
        case .standstill: "Time without a change of the source, such as 15m."
        case .failing:
            """
            Failures in a row and time since the first one after which the alert feed_stale is \
            sent, such as 3,5m; either alone is enough of a value.
            """
        }
    }
}
