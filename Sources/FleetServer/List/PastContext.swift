import FleetCore
import FleetService

/// The recorded past of a vehicle: the keys of the template `_past`.
struct PastContext: Sendable {
    struct Event: Sendable {
        var at: ShownTime
        var label: String
        /// `good`, `warn`, `bad`, or empty.
        var tone: String
        var text: String
        var isInferred: Bool
    }

    struct Constant: Sendable {
        var text: String
        var at: ShownTime
    }

    /// Events of the page; others follow on the page of events.
    static let maxEvents = 12
    /// Events that the chart is made of.
    static let maxCharges = 250

    /// Time since which all events are recorded; `nil` if nothing is.
    var since: ShownTime?
    /// Time of the last recorded snapshot, if newer ones are not recorded.
    var until: ShownTime?
    /// Title of the chart.
    var chargeTitle: String
    var chart: Chart?
    /// The only charge, if none was recorded after it.
    var constant: Constant?
    var hasEvents: Bool
    var events: [Event]
    /// Events before the time since which they are complete.
    var hasEarlier: Bool
    var earlier: [Event]
    /// Page of all events, if there are more.
    var moreHref: String?

    /// - Parameters:
    ///   - isEstimated: Whether the charges are estimated from the range.
    ///   - fetchedAt: The time of the snapshot that the page shows.
    init(
        _ past: VehiclePast, of source: PolledSource, isEstimated: Bool, fetchedAt: Timestamp,
        time: (Timestamp) -> ShownTime
    ) {
        let recordedSince = past.recordedSince
        since = recordedSince.map(time)
        chargeTitle =
            isEstimated
            ? localized("Charge, estimated from the range") : localized("Charge")
        until = past.recordedUntil.flatMap { $0 < fetchedAt ? time($0) : nil }
        let shown = past.events.prefix(Self.maxEvents)
        let isComplete = { (at: Timestamp) in recordedSince.map { at >= $0 } ?? false }
        func event(_ event: VehiclePast.Event) -> Event {
            Event(
                at: time(event.at), label: event.label,
                tone: event.kind.map { $0.tone == .plain ? "" : $0.tone.rawValue } ?? "",
                text: event.text, isInferred: event.detail.basis == "inferred")
        }
        events = shown.filter { isComplete($0.at) }.map(event)
        earlier = shown.filter { !isComplete($0.at) }.map(event)
        (hasEvents, hasEarlier) = (!events.isEmpty, !earlier.isEmpty)
        if past.next != nil || past.events.count > shown.count {
            moreHref =
                "/events"
                + QueryItems([("source", source.name), ("vehicle", past.vehicleID)]).query
        }
        addCharges(past, isEstimated: isEstimated, time: time)
    }

    private mutating func addCharges(
        _ past: VehiclePast, isEstimated: Bool, time: (Timestamp) -> ShownTime
    ) {
        guard let since = past.recordedSince, let until = past.recordedUntil else { return }
        let charges = past.charges.filter { $0.at >= since }
        guard charges.count > 1, let first = charges.first, let last = charges.last else {
            constant = charges.first.map {
                Constant(
                    text: (isEstimated ? "~" : "") + Self.percent($0.value), at: time($0.at))
            }
            return
        }
        let end = max(until, last.at)
        let values = charges.map(\.value)
        let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
        let text = localized(
            """
            Charge from \(time(first.at).moment) to \(time(end).moment): \
            \(Self.percent(first.value)) at first, \(Self.percent(last.value)) at last, \
            lowest \(Self.percent(lowest)), highest \(Self.percent(highest))
            """)
        chart = Chart(
            text, Self.steps(charges, departures: past.departures, until: end), axis: .percent,
            period: first.at...end, time: time)
    }

    /// Returns curves that hold each charge until the next one, with a gap from each departure
    /// until the next charge.
    static func steps(
        _ charges: [Sample], departures: [Timestamp], until end: Timestamp
    ) -> [Chart.Segment] {
        var segments: [Chart.Segment] = []
        var current: Chart.Segment = []
        for (index, charge) in charges.enumerated() {
            let next = index + 1 < charges.count ? charges[index + 1].at : end
            let departure = departures.first { $0 > charge.at && $0 <= next }
            current.append(charge)
            current.append(Sample(at: departure ?? next, value: charge.value))
            if departure != nil || index + 1 == charges.count {
                segments.append(current)
                current = []
            }
        }
        return segments
    }

    private static func percent(_ value: Double) -> String {
        localized("\(Int(value))%")
    }
}
