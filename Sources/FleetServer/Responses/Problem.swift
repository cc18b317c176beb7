import HTTPTypes

/// Error response: a problem document (RFC 9457) for programs, a page for people.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    /// Cause, in one sentence.
    let detail: String
    /// Next step for people; nil if there is none.
    let hint: String?
    /// Fields of the response, such as `Retry-After`.
    let fields: HTTPFields

    init(
        _ status: HTTPResponse.Status, _ detail: String, hint: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.status = status
        self.detail = detail
        self.hint = hint
        self.fields = fields
    }

    /// The problem document: `type`, `title`, `status`, `detail`, `hint` and `request_id`.
    func document(requestID: String) -> ProblemDocument {
        ProblemDocument(
            type: "about:blank", title: status.reasonPhrase, status: status.code, detail: detail,
            hint: hint, requestID: requestID)
    }
}

/// Members of a problem document (RFC 9457, section 3), and two of our own.
struct ProblemDocument: Encodable, Equatable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    /// What the client can do about it.
    let hint: String?
    /// ID of the request in the server's log.
    let requestID: String

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, hint
        case requestID = "request_id"
    }
}
