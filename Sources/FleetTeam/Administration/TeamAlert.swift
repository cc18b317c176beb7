public import FleetCore
import FleetSQL
public import Foundation

/// An alert that administrators have defined.
public struct TeamAlert: Equatable, Sendable {
    /// The maximum number of alerts.
    public static let limit = 50

    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The definition.
    public var content: TeamAlertContent
    /// The name of its author; `nil` if the account is removed.
    public var createdBy: String?
    /// The time when it was added.
    public var createdAt: Timestamp
    /// The time when the webhook accepted something last; `nil` if it never did.
    public var lastSentAt: Timestamp?
    /// The last failure; `nil` if there was none.
    public var lastFailure: Failure?

    /// A delivery that failed.
    public struct Failure: Equatable, Sendable {
        /// The time.
        public var at: Timestamp
        /// The cause, in one line without secrets and without a full stop.
        public var cause: String
    }
}

/// The definition of an alert: which events of which vehicles are sent where.
public struct TeamAlertContent: Equatable, Sendable {
    /// The name.
    public var name: String
    /// The UUID of the source; `nil` for all sources.
    public var source: UUID?
    /// The vehicles whose events and alarms are sent.
    public var filter: AlertFilter
    /// The kinds of events, alarms and feed alerts that are sent.
    public var kinds: Set<AlertKind>
    /// The charge at or below which a battery is low, in percent.
    public var lowBattery: Double
    /// The webhook that they are sent to.
    public var webhook: WebhookAddress
    /// Whether anything is sent.
    public var isEnabled: Bool

    /// Creates a definition.
    public init(
        name: String, source: UUID? = nil, filter: AlertFilter = .all, kinds: Set<AlertKind>,
        lowBattery: Double = BatteryThresholds.default.low, webhook: WebhookAddress,
        isEnabled: Bool = true
    ) {
        (self.name, self.source, self.filter) = (name, source, filter)
        (self.kinds, self.lowBattery) = (kinds, lowBattery)
        (self.webhook, self.isEnabled) = (webhook, isEnabled)
    }

    /// The thresholds of its battery events and alarms.
    public var battery: BatteryThresholds {
        BatteryThresholds(low: lowBattery, full: BatteryThresholds.default.full)
    }

    /// Returns the definition as it is stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    func checked() throws(TeamError) -> TeamAlertContent {
        var content = self
        content.name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !content.name.isEmpty else { throw .invalid(.alertName, .tooShort(1)) }
        guard content.name.unicodeScalars.count <= 100 else {
            throw .invalid(.alertName, .tooLong(100))
        }
        guard
            !content.name.unicodeScalars.contains(where: {
                $0.properties.generalCategory == .control
            })
        else { throw .invalid(.alertName, .malformed) }
        guard !kinds.isEmpty else { throw .invalid(.alertKinds, .tooShort(1)) }
        guard lowBattery >= 0, lowBattery < BatteryThresholds.default.full else {
            throw .invalid(.lowBattery, .malformed)
        }
        return content
    }

    /// The names of the kinds, in their usual order.
    var kindNames: String {
        AlertKind.all.filter(kinds.contains).map(\.name).joined(separator: ",")
    }
}

extension TeamTransaction {
    /// Returns the alerts, the oldest first.
    func alerts() throws -> [TeamAlert] {
        try sql.rows(Self.alerts + " ORDER BY alert.id", [], TeamAlert.init)
    }

    /// Returns the alert with an ID.
    func alert(_ id: UUID) throws -> TeamAlert? {
        try sql.rows(Self.alerts + " WHERE alert.id = ?1", [.uuid(id)], TeamAlert.init).first
    }

    private static let alerts = """
        SELECT alert.id, alert.name, source, filter, kinds, low_battery, webhook, is_enabled,
            coalesce(display_name, team_user.name), alert.created_at, last_sent_at, last_failed_at, last_failure
        FROM alert LEFT JOIN team_user ON team_user.id = created_by
        """
}

extension TeamAlert {
    fileprivate init?(_ row: any SQLRow) {
        guard let id = row.uuid(0), let content = TeamAlertContent(row),
            let createdAt = row.time(9)
        else { return nil }
        (self.id, self.content, self.createdAt) = (id, content, createdAt)
        (createdBy, lastSentAt) = (row.text(8), row.time(10))
        if let at = row.time(11), let cause = row.text(12) {
            lastFailure = Failure(at: at, cause: cause)
        }
    }
}

extension TeamAlertContent {
    /// Reads the columns from the name to the switch.
    fileprivate init?(_ row: any SQLRow) {
        guard let name = row.text(1), let filter = row.text(3).flatMap({ try? AlertFilter($0) }),
            let kinds = row.text(4), let lowBattery = row.real(5),
            let webhook = row.text(6).flatMap({ try? WebhookAddress($0) }),
            let isEnabled = row.integer(7)
        else { return nil }
        self.init(
            name: name, source: row.uuid(2), filter: filter,
            kinds: Set(kinds.split(separator: ",").compactMap { AlertKind(name: String($0)) }),
            lowBattery: lowBattery, webhook: webhook, isEnabled: isEnabled != 0)
    }
}
