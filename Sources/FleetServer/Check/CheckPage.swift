import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The page `/check` of a source: the keys of the template `check`.
struct CheckPage {
    struct Content {
        var sourceName: String
        var isSimulated: Bool
        /// When the documents were checked last.
        var checkedAt: ShownTime?
        /// When the feed was read last.
        var readAt: ShownTime?
        var errors: [FormProblem]
        /// Page of the bounds; absent for those who may not change them.
        var settingsHref: String?
        var apiHref: String
        /// Absent while nothing is known.
        var record: Record?
        var empty: Empty?
    }

    struct Record {
        var open: [FindingGroup]
        var openText: String
        /// Whether nothing is wrong, and every document was checked.
        var isRight: Bool
        /// Whether nothing is wrong in the documents that were checked.
        var isRightInPart: Bool
        /// What was not checked.
        var leftOutText: String?
        var silenced: [FindingGroup]
        var silencedText: String?
        var day: CheckedDay?
        /// The month of the chosen day, or the latest one.
        var month: Month?
        var others: [Month]
        var hasOthers: Bool
        var over: [Past]
        var hasOver: Bool
        /// Why not all are listed.
        var moreText: String?
    }

    struct Month {
        var title: String
        var weeks: [CalendarWeek]
    }

    /// A finding that is over.
    struct Past {
        var finding: FindingLine
        var start: ShownTime
        var end: ShownTime
    }

    var page: PageContext
    var check: Content

    /// Days for which findings that are over are listed.
    private static let pastDays = 30
    /// Findings that are over on one page; the API has all.
    private static let maxPast = 100

    /// Returns the page of a source.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - form: The form that was refused.
    ///   - notice: The result of a change.
    static func response(
        _ request: UserRequest, _ source: PolledSource, _ problem: Problem? = nil,
        form: QueryItems = QueryItems(), notice: SourceNotice? = nil
    ) async throws -> Response {
        let (zone, now) = (try await request.zone(of: source), request.environment.now())
        let today = LocalDay(at: now, in: zone)
        let first = today.advanced(by: 1 - CheckHandlers.maxDays).start(in: zone)
        let record = try await request.environment.snapshots.changes()
            .check(of: source.vehicles, in: first..<now + .milliseconds(1))
        let calendar = try record.map {
            try CheckCalendar($0, of: source, on: request.query["day"], today: today, now: now)
        }
        let mayChange = request.environment.canChangeSources(request.access)
        let states = request.environment.sources.states(of: source)
        let content = Content(
            sourceName: source.name, isSimulated: source.isSimulated,
            checkedAt: record?.checkedAt.map(request.time),
            readAt: (states.vehicles?.info?.fetchedAt).map(request.time),
            errors: problem.map { [FormProblem($0, in: request.environment)] } ?? [],
            settingsHref: mayChange ? "/admin/sources/\(source.uuid.text)#check" : nil,
            apiHref: source.apiPath + "/check",
            record: record.map { Record($0, calendar, of: source, form, request) },
            empty: record == nil
                ? Empty(
                    icon: "clock", title: localized("Not observed yet"),
                    text: localized(
                        """
                        Each reading of \(source.name) is compared with those before it, from the \
                        next one on. What is wrong then appears here.
                        """))
                : nil)
        var frame = request.page(
            .check, title: localized("Feed quality of \(source.name)"), of: source)
        frame.notice = notice?.banner(in: request.environment)
        return try request.environment.form(
            "check", CheckPage(page: frame, check: content), problem
        ).page(of: request.access)
    }
}

extension CheckPage.Record {
    fileprivate init(
        _ record: FeedCheckRecord, _ calendar: CheckCalendar?, of source: PolledSource,
        _ form: QueryItems, _ request: UserRequest
    ) {
        let now = request.environment.now()
        let all = record.openFindings.enumerated().map { index, found in
            CheckedFinding(
                found.finding, number: index, of: source,
                silence: source.source.check.silence(of: found.finding, at: now), form, request)
        }
        let (reported, quiet) = (
            all.filter { $0.silence == nil }, all.filter { $0.silence != nil }
        )
        (open, silenced) = (FindingGroup.groups(of: reported), FindingGroup.groups(of: quiet))
        openText = ShortText.grouped(reported.count)
        leftOutText = record.leftOutText
        isRight = open.isEmpty && leftOutText == nil
        isRightInPart = open.isEmpty && leftOutText != nil
        silencedText = quiet.isEmpty ? nil : localized("\(quiet.count) silenced")
        var months = (calendar?.months ?? []).map {
            CheckPage.Month(title: $0.month.title, weeks: $0.weeks)
        }
        let chosen = months.firstIndex { month in
            month.weeks.contains { $0.days.contains(where: \.isCurrent) }
        }
        month = months.isEmpty ? nil : months.remove(at: chosen ?? 0)
        others = months
        hasOthers = !others.isEmpty
        day = calendar?.shown
        let closed = record.closedFindings.compactMap { found in
            found.closedAt.map { (found, $0) }
        }.filter { now - $0.1 <= .seconds(CheckPage.pastDays * 86_400) }
        over = closed.prefix(CheckPage.maxPast).map { found, end in
            CheckPage.Past(
                finding: FindingLine(found.finding), start: request.time(found.begin),
                end: request.time(end))
        }
        hasOver = !over.isEmpty
        moreText =
            closed.count > over.count
            ? localized("The first \(over.count) of \(closed.count) findings") : nil
    }
}

extension FeedCheckRecord {
    /// What the latest check of the documents left out; `nil` for nothing.
    fileprivate var leftOutText: String? {
        guard checkedAt != nil else {
            return localized("The documents have not been checked yet, only the vehicles.")
        }
        guard !leftOut.isEmpty else { return nil }
        let count = ShortText.count(leftOut.total, "document")
        return localized("The last check of the documents left out \(count): \(leftOut.text)")
    }
}
