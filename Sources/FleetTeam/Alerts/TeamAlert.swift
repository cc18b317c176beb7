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
    /// The view of the vehicles whose events and alarms are sent, one for everybody; `nil` for all
    /// vehicles.
    public var view: TeamView?
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
        name: String, source: UUID? = nil, view: TeamView? = nil, kinds: Set<AlertKind>,
        lowBattery: Double = BatteryThresholds.default.low, webhook: WebhookAddress,
        isEnabled: Bool = true
    ) {
        (self.name, self.source, self.view) = (name, source, view)
        (self.kinds, self.lowBattery) = (kinds, lowBattery)
        (self.webhook, self.isEnabled) = (webhook, isEnabled)
    }

    /// The filter of its vehicles and sites.
    public var filter: Filter { view?.content.filter ?? Filter() }

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
        guard view?.content.filter.zones != nil || !kinds.contains(where: \.needsZone) else {
            throw .invalid(.alertKinds, .withoutZone)
        }
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
        SELECT alert.id, alert.name, source, kinds, low_battery, webhook, is_enabled,
            coalesce(display_name, team_user.name), alert.created_at, last_sent_at, last_failed_at, last_failure,
            team_view.id, team_view.name, team_view.filter, team_view.created_at, team_view.changed_at
        FROM alert LEFT JOIN team_user ON team_user.id = alert.created_by
            LEFT JOIN team_view ON team_view.id = alert.view
        """
}

extension TeamAlert {
    fileprivate init?(_ row: any SQLRow) {
        guard let id = row.uuid(0), let content = TeamAlertContent(row),
            let createdAt = row.time(8)
        else { return nil }
        (self.id, self.content, self.createdAt) = (id, content, createdAt)
        (createdBy, lastSentAt) = (row.text(7), row.time(9))
        if let at = row.time(10), let cause = row.text(11) {
            lastFailure = Failure(at: at, cause: cause)
        }
    }
}

extension TeamAlertContent {
    /// Reads the columns from the name to the switch.
    fileprivate init?(_ row: any SQLRow) {
        let view = TeamView(row, at: 12, isForAll: true)
        guard let name = row.text(1), let kinds = row.text(3), let lowBattery = row.real(4),
            let webhook = row.text(5).flatMap({ try? WebhookAddress($0) }),
            let isEnabled = row.integer(6), (view == nil) == (row.text(12) == nil)
        else { return nil }
        self.init(
            name: name, source: row.uuid(2), view: view,
            kinds: Set(kinds.split(separator: ",").compactMap { AlertKind(name: String($0)) }),
            lowBattery: lowBattery, webhook: webhook, isEnabled: isEnabled != 0)
    }
}
