import FleetCore
import FleetTeam
import HTTPTypes

/// Error response: a problem document (RFC 9457) for programs, a page for people.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    /// Cause, in one sentence.
    let detail: String
    /// Next step for people; `nil` if there is none.
    let hint: String?
    /// Fields of the response, such as `Allow`.
    let fields: HTTPFields
    /// Time of the next possible attempt, for `Retry-After` and pages.
    let retryAt: Timestamp?
    /// Name of the parameter of the query, or the member or field of the content, that is at fault.
    let parameter: String?
    /// Cause of the status 503, for the log and `/ready`.
    let unavailable: UnavailableCause?

    init(
        _ status: HTTPResponse.Status, _ detail: LocalizedText, hint: LocalizedText? = nil,
        fields: HTTPFields = [:], retryAt: Timestamp? = nil, parameter: String? = nil,
        unavailable: UnavailableCause? = nil
    ) {
        self.status = status
        self.detail = detail.text
        self.hint = hint?.text
        self.fields = fields
        self.retryAt = retryAt
        self.parameter = parameter
        self.unavailable = unavailable ?? (status == .serviceUnavailable ? .other : nil)
    }

    /// Returns the fields of the response, with the time to wait (RFC 9110, section 10.2.3).
    func responseFields(at now: Timestamp) -> HTTPFields {
        var fields = fields
        if let retryAt { fields[.retryAfter] = "\((retryAt - now).secondsToWait)" }
        return fields
    }

    /// The problem document: `type`, `title`, `status`, `detail`, `hint`, `parameter`, `cause` and
    /// `request_id`.
    func document(requestID: String) -> ProblemDocument {
        ProblemDocument(
            type: "about:blank", title: status.reasonPhrase, status: status.code, detail: detail,
            hint: hint, parameter: parameter, cause: unavailable?.rawValue, requestID: requestID)
    }
}

/// Members of a problem document (RFC 9457, section 3), and three of our own.
struct ProblemDocument: Encodable, Equatable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    /// The remedy for the client.
    let hint: String?
    /// Name of the parameter, member or field that is at fault.
    let parameter: String?
    /// The cause of the status 503, such as `disk_full`.
    let cause: String?
    /// ID of the request in the server's log.
    let requestID: String

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, hint, parameter, cause
        case requestID = "request_id"
    }
}

extension Problem {
    /// Creates the answer of a server whose database cannot be used.
    init(unavailable cause: UnavailableCause) {
        self.init(
            .serviceUnavailable, cause.explanation.detail, hint: cause.explanation.hint,
            fields: [.retryAfter: "2"], unavailable: cause)
    }

    /// Creates the answer of a server whose database waits for its standby.
    /// - Parameter isSaved: Whether the change is saved, and only the standby lacks it.
    init(waitingForStandby isSaved: Bool) {
        self.init(
            .serviceUnavailable,
            isSaved
                ? "The change is saved, but the standby of the database has not confirmed it."
                : "The database waits for its standby, which has not confirmed earlier changes.",
            hint: isSaved
                ? "See whether it is there before you send it again."
                : "Try again in a few seconds.",
            fields: [.retryAfter: "2"], unavailable: .standby)
    }

    /// Creates the answer to an error of a team.
    init(_ error: TeamError) {
        var fields = HTTPFields()
        let status: HTTPResponse.Status
        switch error {
        case .signedOut, .wrongPassword: status = .unauthorized
        case .forbidden, .registrationClosed: status = .forbidden
        case .notFound: status = .notFound
        case .nameTaken, .nameLooksTaken, .lastAdministrator, .userDisabled, .tooMany, .keyReused,
            .viewInUse, .dayIsDecided, .dayIsOpen:
            status = .conflict
        case .expiredLink: status = .gone
        case .conflict: status = .preconditionFailed
        case .invalid, .privateTask: status = .unprocessableContent
        case .throttled: status = .tooManyRequests
        case .busy:
            status = .serviceUnavailable
            fields[.retryAfter] = "2"
        }
        // RFC 9110, section 11.6.1: a 401 names how to authenticate.
        if status == .unauthorized { fields[.wwwAuthenticate] = "Bearer" }
        self.init(
            status, .verbatim(error.cause.sentence), hint: .verbatim(error.hint.sentence),
            fields: fields,
            retryAt: error.retryAt, unavailable: error == .busy ? .hasherBusy : nil)
    }
}

extension TeamError {
    /// Time of the next possible attempt.
    fileprivate var retryAt: Timestamp? {
        if case .throttled(let until) = self { return until }
        return nil
    }
}

extension [String] {
    /// The texts, separated by commas.
    var listed: String { joined(separator: ", ") }
}

extension String {
    /// The text with a capital, unless it begins with an address, and a full stop.
    var sentence: String {
        let beginsWithAddress = prefix { !$0.isWhitespace }.contains("://")
        let start = beginsWithAddress ? String(prefix(1)) : prefix(1).uppercased()
        return start + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}
