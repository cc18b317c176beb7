import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import Hummingbird

/// The page `/events`, and the events as JSON and CSV.
struct EventHandlers {
    /// Events of one page, and at most of one answer of the API.
    private static let (pageSize, maxLimit) = (100, 1000)

    private static let before = QueryParameter(
        "before", .text, "The value of next in the answer before: only older events.")
    private static let kind = QueryParameter(
        "kind", .choice(StoredEvent.Kind.all.map(\.rawValue)), "Kinds of events.", isRepeated: true)
    private static let limit = QueryParameter(
        "limit", .number(1...Int64(maxLimit)), "Length of a page.",
        byDefault: FieldValue(pageSize))
    private static let pastParameters = [before, limit]
    private static let parameters: [QueryParameter] =
        [
            .source.described("Name of a source; by default the first one."), kind,
            QueryParameter("vehicle", .text, "A vehicle_id."), before, limit,
        ] + QueryParameter.formats(RecordFormat.names)

    func add(to routes: Routes) {
        routes.page(.events) { request in
            let source = try request.selectedSource()
            let events = try await select(from: source, request, limit: Self.pageSize)
            return try request.html("events", page(of: events, source, request))
        }
        routes.api(.get, "/events/log", .replay, query: Self.parameters) { request in
            let source = try request.selectedSource()
            let limit = request.query["limit"].flatMap { Int($0) } ?? Self.pageSize
            let events = try await select(from: source, request, limit: limit)
            return try list(of: events, source, request)
        }
        routes.api(
            .get, "/sources/:source/vehicles/:id/events", .replay, query: Self.pastParameters
        ) {
            try await past($0)
        }
    }

    /// Returns the past of a vehicle, also of one that has left the feed but has events.
    private func past(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let id = try request.parameter("id")
        let found = try await request.environment.snapshots.read {
            try source.resolver.find(id, .exact, in: $0)
        }
        let past = try await request.environment.snapshots.changes().past(
            ofVehicle: found?.vehicle.id ?? id, of: source.uuid,
            before: try Self.position(in: request),
            limit: request.query["limit"].flatMap { Int($0) } ?? Self.pageSize)
        guard found != nil || !past.events.isEmpty else { throw Problem.notFound }
        return .json(past.json(of: source.name))
    }

    /// Returns the events that the query selects, newest first.
    private func select(
        from source: PolledSource, _ request: UserRequest, limit: Int
    ) async throws -> [StoredEvent] {
        var query = EventQuery(limit: limit)
        query.before = try Self.position(in: request)
        query.kinds = Set(
            try request.query.values(of: Self.kind).compactMap(StoredEvent.Kind.init))
        query.vehicleID = request.query["vehicle"]
        return try await request.environment.snapshots.changes().events(of: source.uuid, query)
    }

    /// Returns the position of the parameter `before`; `nil` without one.
    private static func position(in request: UserRequest) throws(Problem) -> EventPosition? {
        guard let text = request.query["before"] else { return nil }
        guard let position = EventPosition(text) else {
            throw Problem(
                .badRequest, "The parameter before is not the position of an event.",
                hint: "Use the value of next in the answer before.")
        }
        return position
    }

    private func page(
        of events: [StoredEvent], _ source: PolledSource, _ request: UserRequest
    ) -> EventsPage {
        let query = request.query.removing("before")
        let kinds = Set(query.all("kind"))
        var shown = EventsPage.Events(
            totalText: localized("of the last 7 days"),
            hidden: query.all("source").prefix(1).map { .init(name: "source", value: $0) },
            vehicleQuery: query["vehicle"] ?? "",
            kinds: StoredEvent.Kind.all.map {
                .init(value: $0.rawValue, label: $0.label, isChecked: kinds.contains($0.rawValue))
            },
            hasEvents: !events.isEmpty,
            events: events.map { EventRow($0, of: source, time: request.time) })
        if events.isEmpty {
            let rest = query.removing("kind", "vehicle")
            shown.empty = Self.empty(
                isFiltered: !kinds.isEmpty || query.has("vehicle"), all: "/events" + rest.query)
        }
        var page = EventsPage(
            page: request.page(.events, of: source))
        page.page.live = PageContext.Live([source], request.style)
        page.eventsPage = shown
        let isFirst = request.query["before"] == nil
        let next = events.count == Self.pageSize ? events.last : nil
        page.pager = Pager(
            text: ShortText.count(events.count, "event"),
            firstHref: isFirst ? nil : "/events" + query.query,
            nextHref: next.map { "/events" + query.setting("before", [$0.position.text]).query })
        // No command has earlier events: `fleet watch` prints those that come.
        page.formats = request.formats(
            "/api/v1/events/log", request.query.accepted(by: Self.parameters), command: nil)
        return page
    }

    private static func empty(isFiltered: Bool, all: String) -> Empty {
        isFiltered
            ? Empty(
                icon: "event", title: localized("No such events"),
                text: localized("No event of the last 7 days matches the filter."),
                action: .init(href: all, label: localized("Show all events")))
            : Empty(
                icon: "event", title: localized("No events yet"),
                text: localized(
                    "Events are detected when the vehicles or the alarms of two snapshots differ.")
            )
    }

    private func list(
        of events: [StoredEvent], _ source: PolledSource, _ request: UserRequest
    ) throws -> Response {
        var header = JSONObjectWriter()
        header.add("source", source.name)
        // The value of `before` for the events after these.
        header.add("next", events.last?.position.text)
        let list = RecordList(
            "events", header: header, columns: EventDetail.columns,
            rows: events.map { EventDetail($0) })
        return try request.response(list, named: "events")
    }
}

/// The values of the template `events`.
struct EventsPage: Sendable {
    struct Events: Sendable {
        var totalText: String
        var hidden: [HiddenField]
        var vehicleQuery: String
        var kinds: [Checkbox]
        var hasEvents: Bool
        var events: [EventRow]
        var empty: Empty?
    }

    var page: PageContext
    var eventsPage: Events?
    var pager: Pager?
    var formats: Formats?
}
