import FleetCore
import FleetSQL
import FleetSettings
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Renders errors as problem documents for programs and as pages for people.
struct ErrorRenderer: Sendable {
    let pages: PageRenderer
    let now: @Sendable () -> Timestamp
    let metrics: Metrics
    private let repeated = RepeatedCauses()

    init(pages: PageRenderer, now: @escaping @Sendable () -> Timestamp, metrics: Metrics) {
        (self.pages, self.now, self.metrics) = (pages, now, metrics)
    }

    /// Returns the response to an error; its cause is logged if it is ours.
    ///
    /// - Parameters:
    ///   - user: The request of the user who is signed in, if it is known.
    ///   - asPage: Whether people get a page.
    func response(
        to error: any Error, _ request: Request, _ context: ServerContext, _ user: UserRequest?,
        asPage: Bool = true
    ) -> Response {
        let problem = problem(for: error)
        if problem.status.kind == .serverError, problem.unavailable == nil {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
        }
        if let cause = problem.unavailable { log(cause, error, request, context) }
        let fields = problem.responseFields(at: now())
        if asPage, Self.isForPeople(request), let page = page(of: problem, context, user) {
            var response = Response.html(page, status: problem.status)
            response.headers.append(contentsOf: fields)
            return response
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let document = problem.document(requestID: context.requestID)
        let body = (try? encoder.encode(document)) ?? Data("{}".utf8)
        return Response(body, "application/problem+json", status: problem.status, fields: fields)
    }

    /// Logs and counts a response with the status 503 or 507; of one cause, one in a second is
    /// logged, with the number of those before it.
    private func log(
        _ cause: UnavailableCause, _ error: any Error, _ request: Request, _ context: ServerContext
    ) {
        metrics.count(cause)
        guard let count = repeated.count(cause, at: context.startedAt) else { return }
        var facts: Logger.Metadata = [
            "cause": "\(cause.text)", "path": "\(request.uri.path)",
            "ms": "\(context.startedAt.duration(to: .now) / .milliseconds(1))",
        ]
        if count > 1 { facts["count"] = .stringConvertible(count) }
        if let error = error as? StoreError { facts["error"] = "\(error)" }
        context.logger.warning("unavailable", metadata: facts)
    }

    /// Returns whether a person in a browser made the request.
    static func isForPeople(_ request: Request) -> Bool {
        guard !request.uri.path.hasPrefix("/api/"), let accept = request.headers[.accept] else {
            return false
        }
        return accept.contains("text/html")
    }

    private func page(
        of problem: Problem, _ context: ServerContext, _ user: UserRequest?
    ) -> [UInt8]? {
        if problem.status == Problem.setupNeeded.status,
            problem.detail == Problem.setupNeeded.detail
        {
            return pages.setupNeeded()
        }
        return pages.error(problem, requestID: context.requestID, for: user, now: now())
    }

    private func problem(for error: any Error) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as TeamError: Problem(error)
        case let error as InventoryError: Problem(error)
        case let error as SourceChangeError: Problem(error)
        case let error as WorkbookError:
            Problem(
                .badRequest, .verbatim(error.message.sentence),
                hint: "Select fewer rows or fields, or use the format csv.")
        case PreferencesError.locked: Problem(unavailable: .lock)
        case StoreError.standby(_, let isSaved): Problem(waitingForStandby: isSaved)
        case StoreError.locked, StoreError.diskFull, StoreError.unavailable:
            Problem(unavailable: UnavailableCause(error))
        case let error as HTTPError where error.status == .notFound: .notFound
        case let error as HTTPError:
            Problem(error.status, .verbatim(error.status.reasonPhrase.sentence))
        default:
            Problem(
                .internalServerError, "The server could not do this.",
                hint: "Try again; the server's log has the cause under the request ID.")
        }
    }
}

/// Numbers of errors of one cause, of which one in a second is logged.
final class RepeatedCauses: Sendable {
    private static let interval = Duration.seconds(1)

    private let counts = Mutex<[UnavailableCause: (since: ContinuousClock.Instant, more: Int)]>([:])

    /// Counts an error, and returns the number of those that are not logged yet; `nil` if another
    /// one was logged within the last second.
    func count(_ cause: UnavailableCause, at time: ContinuousClock.Instant) -> Int? {
        counts.withLock { counts in
            if let (since, more) = counts[cause], since.duration(to: time) < Self.interval {
                counts[cause] = (since, more + 1)
                return nil
            }
            let more = counts[cause]?.more ?? 0
            counts[cause] = (time, 0)
            return more + 1
        }
    }
}
