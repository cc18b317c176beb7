public import FleetCore

/// A past time that the browser shows.
public struct ShownMoment: Equatable, Sendable {
    /// The time.
    public var at: Timestamp
    /// The time as the clocks of the system show it.
    public var text: String
    /// Whether the feed was not read then.
    public var isInGap: Bool

    /// Creates a moment.
    public init(at: Timestamp, text: String, isInGap: Bool) {
        (self.at, self.text, self.isInGap) = (at, text, isInGap)
    }
}

// Steps in the history of the source.
extension Browser {
    /// Keys for steps in the history.
    static let pastHints = [
        KeyHint("[ ]", "show the state 5 minutes earlier or later (history)"),
        KeyHint("{ }", "an hour earlier or later"),
        KeyHint("L", "back to the present"),
    ]

    /// Handles a key for a step; returns whether it is one.
    mutating func stepInPast(_ key: Key) -> Bool {
        switch key {
        case .character("["): step(minutes: -5)
        case .character("]"): step(minutes: 5)
        case .character("{"): step(minutes: -60)
        case .character("}"): step(minutes: 60)
        case .character("L"): requestMoment(nil)
        default: return false
        }
        return true
    }

    private mutating func step(minutes: Int64) {
        let time = (wantedMoment ?? clock.shown) + .seconds(minutes * 60)
        requestMoment(time < clock.shown ? time : nil)
    }

    private mutating func requestMoment(_ time: Timestamp?) {
        guard time != nil || moment != nil || wantedMoment != nil else {
            return showNotice("this is the present; [ goes back in the history")
        }
        wantedMoment = time
        effects.append(.read(.moment(time)))
    }

    /// Shows the list and the map of a past time, or of the present.
    mutating func show(_ moment: ShownMoment?) {
        (self.moment, wantedMoment) = (moment, moment?.at)
        reloadList(near: list.selected)
        mapRequest.revision = nil
        readPointsIfShown()
    }

    /// The text of the past time in the header.
    var momentLabel: String? {
        moment.map { "◀ \($0.text)" + ($0.isInGap ? ", not read then" : "") }
    }
}
