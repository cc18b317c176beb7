package import FleetCore
package import Foundation

/// A snooze in the API.
package struct SnoozeDocument: Document {
    package var id = UUID.zero
    package var group = ""
    package var source: String?
    package var vehicleID: String?
    package var siteID: String?
    package var reason = ""
    package var until = Timestamp(milliseconds: 0)
    package var createdAt = Timestamp(milliseconds: 0)
    package var by: String?

    package init() {}

    /// Creates the document of a snooze.
    /// - Parameter source: The name of its source.
    package init(_ snooze: Snooze, source: String?) {
        (id, reason, by) = (snooze.id, snooze.reason, snooze.by)
        (group, self.source) = (snooze.subject.group?.rawValue ?? "", source)
        (vehicleID, siteID) = (snooze.subject.thing.vehicleID, snooze.subject.thing.siteID)
        (until, createdAt) = (snooze.until, snooze.createdAt)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("group", &group, nil, .groups)
        fields.visit("source", &source)
        fields.visit("vehicle_id", &vehicleID)
        fields.visit("site_id", &siteID)
        fields.visit("reason", &reason)
        fields.visit("until", &until)
        fields.visit("created_at", &createdAt)
        fields.visit("by", &by, "Name of the person.")
    }
}

/// A new snooze as a client sends it.
package struct NewSnoozeDocument: RequestDocument {
    package var group = ""
    package var source = ""
    package var reason = ""
    package var until = Timestamp(milliseconds: 0)
    package var vehicleID: String?
    package var siteID: String?

    package init() {}

    /// Creates the document of a snooze of an entry.
    package init(
        _ group: AttentionGroup, _ thing: AttentionSubject.Thing, of source: String,
        reason: String, until: Timestamp
    ) {
        (self.group, self.source) = (group.rawValue, source)
        (self.reason, self.until) = (reason, until)
        (vehicleID, siteID) = (thing.vehicleID, thing.siteID)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("group", &group, nil, .groups)
        fields.visit("source", &source)
        fields.visit("reason", &reason, nil, .init(length: 1...NewSnooze.maxReason))
        fields.visit("until", &until, "End, at most 30 days from now.")
        fields.visit("vehicle_id", &vehicleID, nil, .init(length: 1...Int.max))
        fields.visit("site_id", &siteID, nil, .init(length: 1...Int.max))
    }
}

extension AttentionSubject.Thing {
    fileprivate var vehicleID: String? { if case .vehicle(let id) = self { id } else { nil } }
    fileprivate var siteID: String? { if case .site(let id) = self { id } else { nil } }
}

extension FieldLimits {
    fileprivate static let groups = Self(choices: AttentionGroup.snoozable.map(\.rawValue))
}
