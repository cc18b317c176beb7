/// The result of comparing a snapshot with the one seen before it.
public struct EventUpdate: Equatable, Sendable {
    /// The events between the two.
    public var batch: EventBatch
    /// The number of snapshots between the two that were not compared.
    public var missedSnapshots: Int

    /// Creates an update.
    public init(_ batch: EventBatch, missedSnapshots: Int = 0) {
        (self.batch, self.missedSnapshots) = (batch, missedSnapshots)
    }
}

extension EventBatch {
    /// The counts as text, such as `90 IDs changed, 2 gone, 3 new`; `nil` if they are all zero.
    public var summaryText: String? {
        var parts: [String] = []
        if turnover.renamed > 0 { parts.append(Self.changedIDs(turnover.renamed)) }
        if turnover.departed > 0 { parts.append("\(turnover.departed) gone") }
        if turnover.arrived > 0 { parts.append("\(turnover.arrived) new") }
        if heldBack > 0 { parts.append("\(heldBack) missing at once") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func changedIDs(_ count: Int) -> String {
        count == 1 ? "1 ID changed" : "\(count) IDs changed"
    }
}

extension VehicleEvent.Kind {
    /// Whether it is about the battery.
    public var isBatteryEvent: Bool {
        switch self {
        case .batteryChanged, .batteryLow, .batteryCharged: true
        case .appeared, .disappeared, .moved, .reserved, .freed, .disabled, .enabled: false
        }
    }

    /// The name for people, such as `battery low`.
    public var label: String { rawValue.replacing("_", with: " ") }
}
