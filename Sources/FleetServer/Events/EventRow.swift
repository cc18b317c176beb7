import FleetCore
import FleetSQL
import FleetService

/// A row of the page of events.
struct EventRow: Sendable {
    var at: ShownTime
    var label: String
    /// `good`, `warn`, `bad`, or empty.
    var tone: String
    var subject: ObjectLink?
    var text: String
    var basis: String

    init(
        _ event: StoredEvent, of source: PolledSource, time: (Timestamp) -> ShownTime
    ) {
        let detail = EventDetail(event)
        at = time(event.at)
        (label, tone) = (event.kind.label, event.kind.tone)
        if let id = event.vehicleID {
            subject = ObjectLink(href: source.path(of: id), id: id)
        } else if let id = detail.siteID {
            subject = ObjectLink(href: source.path(ofSite: id), id: detail.siteName ?? id)
        }
        text = detail.text(of: event.kind)
        basis = detail.basis.map(Language.current.word) ?? ""
    }
}

extension EventDetail {
    /// Decodes a stored event; of one that another version has written, the known members.
    init(_ event: StoredEvent) { self.init(json: event.json) }

    /// Returns the details for people.
    func text(of kind: StoredEvent.Kind) -> String {
        switch kind {
        case .vehicle(let kind): text(of: kind)
        case .trip: tripText
        case .turnover: turnoverText
        case .alarmBegan, .alarmEnded: alarmText
        }
    }
}

extension StoredEvent.Kind {
    /// Name for people.
    var label: String {
        switch self {
        case .vehicle(let kind): kind.label
        case .trip: localized("trip")
        case .turnover: localized("turnover")
        case .alarmBegan: localized("site alarm")
        case .alarmEnded: localized("site alarm ended")
        }
    }

    /// Class of the event's color.
    var tone: String {
        switch self {
        case .vehicle(let kind): kind.tone == .plain ? "" : kind.tone.rawValue
        case .alarmEnded: Tone.good.rawValue
        case .alarmBegan: Tone.bad.rawValue
        case .trip, .turnover: ""
        }
    }
}
