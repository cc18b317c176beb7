import FleetCore
import FleetSQL
import FleetService
import FleetTeam

/// The page `/attention`: the keys of the template `attention`.
struct AttentionPage: Sendable {
    /// The largest number of entries of a section; the list that it counts has the others.
    static let maxEntries = 50

    /// The entries of one kind, of all sources.
    struct Section: Sendable {
        var title: String
        var icon: String
        /// Class of the color: `bad` or `warn`.
        var tone: String
        var count: String
        var newText: String?
        /// The bounds in words.
        var bound: String
        var entries: [Entry]
        /// Whether entries can be marked.
        var canMark: Bool
        var links: [Link]
        var handledText: String?
        /// Whether the handled entries are shown, as on the sheet of a handover.
        var isOpen: Bool
        /// A text that differs between sections, for scripts.
        var key: String
        var handled: [Handled]
    }

    /// The link to exactly the list that is counted.
    struct Link: Sendable {
        var href: String
        var text: String
    }

    struct Entry: Sendable {
        /// A text that differs between entries, for scripts.
        var key: String
        var label: String
        var href: String
        var text: String
        /// The name of the source, if there are several.
        var sourceName: String?
        var since: ShownTime?
        /// Whether it lasts since that time at least: the record begins there.
        var isAtLeast = false
        var isNew: Bool
        var assignee: String?
        /// The value of its box, an ``AttentionEntryKey``; absent if one can do nothing.
        var value: String?
        var canTake = false
        var canSnooze = false
    }

    struct Handled: Sendable {
        /// A text that differs between entries, for scripts.
        var key: String
        var label: String
        var href: String
        var text: String
        var isTaken: Bool
        var by: String?
        var reason: String
        var reasonHref: String?
        var until: ShownTime?
        var endAction: String?
    }

    struct Action: Sendable {
        var at: ShownTime
        var kind: String
        var tone: String
        var subject: String?
        var href: String?
        var text: String
        var by: String?
    }

    /// What happened since a time.
    struct Past: Sendable {
        var since: ShownTime
        var newCount: String
        var solvedCount: String
        var openCount: String
        var hasActions: Bool
        var actions: [Action]
        /// Sentences about records that do not reach so far back.
        var gaps: [Gap]
    }

    struct Gap: Sendable {
        var text: String
        /// The time since which the record is complete.
        var start: ShownTime?
    }

    /// The people who can be given tasks.
    struct Form: Sendable {
        var members: [Person]

        struct Person: Sendable {
            var name: String
            var label: String
        }
    }

    struct Content: Sendable {
        var totalText: String
        /// The time of the oldest data, of all sources; that of the page without any.
        var updated: ShownTime
        var tabs: [Tab]
        var past: Past?
        var sections: [Section]
        /// The form of the actions; absent for those who may do nothing.
        var form: Form?
        /// The names of the groups in which nothing counts.
        var quietText: String?
        var empty: Empty?
    }

    var page: PageContext
    var attention: Content
}

extension AttentionPage.Content {
    /// - Parameter members: The people who can be given tasks.
    init(
        _ report: AttentionReport, of sources: [PolledSource], members: [Member],
        _ request: UserRequest
    ) {
        let times = sources.compactMap { request.environment.sources.states(of: $0).shown?.info }
        updated = request.time(times.map(\.updatedAt).min() ?? report.at.value)
        totalText =
            report.count == 0
            ? localized("nothing open") : Self.totalText(report.count, report.handledCount)
        tabs = Self.tabs(request)
        let kinds = AttentionGroup.worstFirst.map { kind in
            (kind, report.groups.filter { $0.group == kind })
        }
        sections = kinds.compactMap {
            AttentionPage.Section($0, $1, isSingle: sources.count == 1, request)
        }
        form =
            request.access.may(.write)
            ? AttentionPage.Form(
                members: members.map { .init(name: $0.name, label: $0.displayName) }) : nil
        let quiet = kinds.filter { kind, groups in
            !groups.isEmpty && groups.allSatisfy { $0.count == 0 && $0.handledCount == 0 }
        }
        quietText =
            quiet.isEmpty || sections.isEmpty
            ? nil : quiet.map { $0.0.quietTitle }.joined(separator: ", ")
        past = report.since.map { AttentionPage.Past(report, since: $0.value, request) }
        if sections.isEmpty {
            let sources =
                sources.count == 1 ? sources[0].name : ShortText.count(sources.count, "source")
            empty = Empty(
                icon: "check", title: localized("All is well"),
                text: localized(
                    """
                    Nothing in \(sources) needs attention: no failures, wrong feeds, alarms, low \
                    batteries, idle vehicles or tasks that are due.
                    """))
        }
    }
}

extension AttentionPage.Content {
    private static func tabs(_ request: UserRequest) -> [Tab] {
        let since = request.query["since"]
        let periods = [
            (localized("Now"), nil), (localized("Last 8 hours"), "8h"),
            (localized("Last 24 hours"), "24h"),
        ]
        return periods.map { label, value in
            Tab(
                label: label,
                href: "/attention"
                    + request.query.setting("since", [value].compactMap(\.self)).query,
                isCurrent: since == value)
        }
    }

    private static func totalText(_ count: Int, _ handled: Int) -> String {
        let total =
            count == 1
            ? localized("1 entry") : localized("\(count) entries")
        return handled == 0
            ? total : localized("\(total) · \(handled) taken or snoozed")
    }
}

extension AttentionPage.Section {
    /// Creates a section; `nil` if nothing counts.
    fileprivate init?(
        _ kind: AttentionGroup, _ groups: [AttentionReport.Group], isSingle: Bool,
        _ request: UserRequest
    ) {
        let shown = groups.filter { $0.count > 0 || $0.handledCount > 0 }
        guard !shown.isEmpty else { return nil }
        (title, icon, tone, key) = (kind.title, kind.icon, kind.tone, kind.rawValue)
        count = ShortText.grouped(shown.map(\.count).reduce(0, +))
        let new = shown.compactMap(\.newCount).reduce(0, +)
        newText = new > 0 ? localized("\(new) new") : nil
        let sources = shown.map { group in group.source.flatMap(request.source(named:)) }
        let all = zip(shown, sources).flatMap { group, source in
            group.entries.map { (entry: $0, group: group, source: source) }
        }
        let sorted = all.sorted { AttentionReport.Entry.isWorse($0.entry, than: $1.entry) }
            .prefix(AttentionPage.maxEntries)
        entries = sorted.map {
            AttentionPage.Entry($0.entry, $0.group, $0.source, isSingle: isSingle, request)
        }
        canMark = entries.contains { $0.value != nil }
        let bounds = Set(shown.map(\.bound))
        bound =
            bounds.count < 2 || kind == .source
            ? bounds.sorted().joined(separator: ", ")
            : shown.map { [$0.source, $0.bound].compactMap(\.self).joined(separator: ": ") }
                .joined(separator: ", ")
        links = []
        for (group, source) in zip(shown, sources) where group.count > 0 {
            guard let href = group.listHref(of: source, request),
                !links.contains(where: { $0.href == href })
            else { continue }
            let isComplete = sorted.count { $0.group.source == group.source } == group.count
            let text =
                kind == .feed
                ? localized("Show the check")
                : isComplete
                    ? localized("Show in the list") : localized("Show all \(group.count)")
            let name = isSingle || kind == .source ? nil : group.source
            links.append(
                .init(href: href, text: [text, name].compactMap(\.self).joined(separator: ": ")))
        }
        isOpen = request.query.has("since")
        let handledCount = shown.map(\.handledCount).reduce(0, +)
        handledText = handledCount > 0 ? localized("\(handledCount) taken or snoozed") : nil
        handled = zip(shown, sources).flatMap { group, source in
            group.handled.compactMap { AttentionPage.Handled($0, group, source, request) }
        }
    }
}

extension AttentionGroup {
    /// The order of the page: by severity, then by age.
    ///
    /// First the reports of people outside, who wait, then what endangers people, then what blinds
    /// the team, then the work of the day. Within a group, the worse entry is first (the lowest charge, errors before
    /// warnings), then the older one.
    fileprivate static let worstFirst: [Self] = [
        .report, .siteAlarm, .alarm, .source, .task, .battery, .feed, .idle,
    ]
}

extension AttentionGroup {
    /// The title within a sentence.
    fileprivate var quietTitle: String {
        switch self {
        case .report: localized("reports of finders")
        case .source: localized("sources")
        case .feed: localized("feed quality")
        case .alarm: localized("vehicle alarms")
        case .siteAlarm: localized("site alarms")
        case .battery: localized("low batteries")
        case .idle: localized("idle vehicles")
        case .task: localized("tasks due")
        }
    }

    fileprivate var icon: String {
        switch self {
        case .report: "note"
        case .source: "refresh"
        case .feed: "info"
        case .alarm, .siteAlarm: "warn"
        case .battery: "battery"
        case .idle: "clock"
        case .task: "check"
        }
    }

    fileprivate var tone: String {
        switch self {
        case .report, .source, .alarm, .siteAlarm: "bad"
        case .feed, .battery, .idle, .task: "warn"
        }
    }
}

extension AttentionReport.Group {
    /// Returns the link to exactly the list that the group counts; `nil` if there is none.
    fileprivate func listHref(of source: PolledSource?, _ request: UserRequest) -> String? {
        switch group {
        case .report:
            let items = [("who", "nobody")] + (source.map { [("source", $0.name)] } ?? [])
            return "/tasks" + QueryItems(items).query
        case .source:
            return request.access.may(.settings) ? SitePage.sources.path : nil
        case .feed: return source?.checkPath
        case .task:
            let items = [("who", "all"), ("due_before", "now"), ("source", QueryItems.allSources)]
            return "/tasks" + QueryItems(items).query
        case .siteAlarm:
            return source.map {
                "/sites"
                    + QueryItems([("source", $0.name), ("alarm", "1"), ("unhandled", "1")]).query
            }
        case .alarm, .battery, .idle:
            guard let source, let filter = source.source.attention.filter(of: group) else {
                return nil
            }
            let items = FilterInput.Field.allCases.flatMap { field in
                filter[all: field].map { (field.rawValue, $0) }
            }
            return "/"
                + QueryItems(
                    [("source", source.name)] + items + [("unhandled", group.rawValue)]
                ).query
        }
    }

    /// Returns the page of an entry.
    fileprivate func href(of id: String, _ source: PolledSource?) -> String {
        switch group {
        case .source:
            return "/" + QueryItems(source.map { [("source", $0.name)] } ?? []).query
        case .feed: return source?.checkPath ?? "/check"
        case .report, .task: return "/notes/" + id
        case .siteAlarm: return source?.path(ofSite: id) ?? "/sites"
        case .alarm, .battery, .idle: return source?.path(of: id) ?? "/"
        }
    }
}

extension AttentionPage.Entry {
    fileprivate init(
        _ entry: AttentionReport.Entry, _ group: AttentionReport.Group, _ source: PolledSource?,
        isSingle: Bool, _ request: UserRequest
    ) {
        key = [group.group.rawValue, group.source ?? "", entry.id].joined(separator: "/")
        label = entry.name ?? entry.id
        href = group.href(of: entry.id, source)
        // A finding repeats texts of the feed.
        text = group.group == .feed ? TerminalText.limited(entry.text) : entry.text
        sourceName = isSingle || group.group == .source ? nil : group.source
        isNew = entry.isNew == true
        since = (entry.since ?? entry.knownSince).map { request.time($0.value) }
        isAtLeast = entry.since == nil
        assignee = entry.assignee
        guard request.access.may(.write), group.group.isActionable(in: source, request) else {
            return
        }
        (canTake, canSnooze) = (assignee == nil, group.group.isSnoozable)
        value =
            AttentionEntryKey(
                group: group.group, source: group.source ?? "",
                id: group.group == .source ? "" : entry.id,
                text: canSnooze ? entry.text : ""
            ).value
    }
}

extension AttentionGroup {
    /// Returns whether people can do something about an entry of a source.
    fileprivate func isActionable(in source: PolledSource?, _ request: UserRequest) -> Bool {
        switch self {
        case .task, .report: true
        // Administrators silence its rule.
        case .feed: false
        case .source, .siteAlarm: source != nil
        case .alarm, .battery, .idle:
            // Vehicles with rotating IDs could not be found again.
            source.map {
                $0.resolver.rotation(request.environment.sources.states(of: $0).shown?.info) != .yes
            } ?? false
        }
    }
}

extension AttentionPage.Handled {
    fileprivate init?(
        _ entry: AttentionReport.Entry, _ group: AttentionReport.Group, _ source: PolledSource?,
        _ request: UserRequest
    ) {
        guard let handling = entry.handling else { return nil }
        key = [group.group.rawValue, group.source ?? "", entry.id].joined(separator: "/")
        label = entry.name ?? entry.id
        href = group.href(of: entry.id, source)
        (text, isTaken, by) = (entry.text, handling.isTaken, handling.by)
        reason = handling.reason
        reasonHref = handling.isTaken ? "/notes/" + handling.id : nil
        until = handling.until.map { request.time($0.value) }
        let canEnd = request.access.may(.write) && !handling.isTaken
        endAction = canEnd ? "/attention/snooze/\(handling.id)/end" : nil
    }
}

extension AttentionPage.Past {
    fileprivate init(_ report: AttentionReport, since: Timestamp, _ request: UserRequest) {
        self.since = request.time(since)
        newCount = ShortText.grouped(report.newCount)
        solvedCount = ShortText.grouped(report.solvedCount)
        openCount = ShortText.grouped(report.stillOpenCount)
        actions = report.actions.prefix(60).map { AttentionPage.Action($0, request) }
        hasActions = !actions.isEmpty
        let starts = Dictionary(grouping: report.records.filter { !$0.isComplete }) { record in
            record.since.map { request.time($0.value).moment }
        }
        gaps = starts.values.map { records in
            let sources = records.map(\.source).listed
            guard let start = records[0].since else {
                return AttentionPage.Gap(
                    text: localized("The past of \(sources) is not recorded."))
            }
            return AttentionPage.Gap(
                text: localized("The record of \(sources) is complete only since"),
                start: request.time(start.value))
        }.sorted { $0.text < $1.text }
    }
}

extension AttentionPage.Action {
    fileprivate init(_ action: AttentionReport.Action, _ request: UserRequest) {
        at = request.time(action.at.value)
        (text, by) = (action.text, action.by)
        switch action.kind {
        case .solved: (kind, tone) = (localized("solved"), "good")
        case .done: (kind, tone) = (localized("done"), "good")
        case .taken: (kind, tone) = (localized("task"), "")
        case .snoozed: (kind, tone) = (localized("snoozed"), "")
        }
        subject = action.name ?? action.id ?? action.source
        let source = action.source.flatMap(request.source(named:))
        guard let source, let id = action.id else { return }
        href = action.isSite ? source.path(ofSite: id) : source.path(of: id)
    }
}
