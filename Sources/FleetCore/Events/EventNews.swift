/// What a snapshot brought, compared with the one that was seen before it.
public struct EventNews: Equatable, Sendable {
    /// What happened between the two.
    public var batch: EventBatch
    /// How many snapshots lay between the two that nobody compared.
    public var missedSnapshots: Int

    /// Creates news.
    public init(_ batch: EventBatch, missedSnapshots: Int = 0) {
        (self.batch, self.missedSnapshots) = (batch, missedSnapshots)
    }
}

extension EventBatch {
    /// What was only counted, in words; `nil` if nothing was.
    public var summaryWords: String? {
        var parts: [String] = []
        if turnover.renamed > 0 { parts.append("\(turnover.renamed) have another code") }
        if turnover.went > 0 { parts.append("\(turnover.went) went") }
        if turnover.came > 0 { parts.append("\(turnover.came) came") }
        if heldBack > 0 { parts.append("\(heldBack) are missing all at once") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension VehicleEvent.Kind {
    /// Whether it is of the charge.
    public var isOfBattery: Bool {
        switch self {
        case .batteryChanged, .batteryLow, .batteryCharged: true
        case .appeared, .disappeared, .moved, .reserved, .freed, .disabled, .enabled: false
        }
    }

    /// What it is called, such as `battery low`.
    public var words: String { rawValue.replacing("_", with: " ") }
}
