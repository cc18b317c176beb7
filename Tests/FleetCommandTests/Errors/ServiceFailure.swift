import Testing

/// A way in which a service fails, and what a person is told of it.
struct ServiceFailure: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: FeedServer.Answer
    let status: Int32
    /// What is said, with `@` for the address.
    let cause: String
    let hint: String

    var testDescription: String { name }

    func cause(at address: String) -> String { cause.replacing("@", with: address) }

    static let feed = "give a vehicles document, a GBFS gbfs.json or one of its vehicle feeds"
    static let later = "try again later; `--offline` shows what is stored"
    static let connection =
        "check your own connection, then try again; `--offline` shows what is stored"
    static let credentials =
        "add what the operator gave you: `fleet source add … --header` or `--bearer-env`"

    static let all = answers + documents

    private static let answers = [
        Self(
            name: "401", answer: .status("401 Unauthorized"), status: 77,
            cause: "@: access denied (HTTP status 401)", hint: credentials),
        Self(
            name: "403", answer: .status("403 Forbidden"), status: 77,
            cause: "@: access denied (HTTP status 403)", hint: credentials),
        Self(
            name: "404", answer: .status("404 Not Found"), status: 69,
            cause: "the service at @ failed: HTTP status 404",
            hint: "check the address: the service knows no such feed"),
        Self(
            name: "429", answer: .status("429 Too Many Requests", "Retry-After: 77"), status: 69,
            cause: "the service at @ failed: HTTP status 429",
            hint: "the service asks to be left alone for 77 s"),
        Self(
            name: "500", answer: .status("500 Internal Server Error"), status: 69,
            cause: "the service at @ failed: HTTP status 500", hint: later),
        Self(
            name: "503", answer: .status("503 Service Unavailable"), status: 69,
            cause: "the service at @ failed: HTTP status 503", hint: later),
        Self(
            name: "a redirect loop", answer: .status("302 Found", "Location: /feed.json"),
            status: 69, cause: "cannot reach @: more than 5 redirects",
            hint: "ask the operator for the feed's present address"),
        Self(
            name: "a truncated body",
            answer: FeedServer.Answer(body: Array(Feeds.vehicles("A").utf8), promised: 9999),
            status: 69, cause: "cannot reach @: the answer broke off before its end",
            hint: connection),
        Self(
            name: "a reset", answer: FeedServer.Answer(isReset: true), status: 69,
            cause: "cannot reach @: the service closed the connection", hint: connection),
    ]

    private static let documents = [
        Self(
            name: "a web page", answer: .text("<!DOCTYPE html><html></html>"), status: 65,
            cause: "@: it is a web page, not a feed", hint: feed),
        Self(
            name: "nothing", answer: .text(""), status: 65,
            cause: "@: there is nothing in it", hint: feed),
        Self(
            name: "JSON nested deeply",
            answer: .text(String(repeating: "[", count: 200_000)), status: 65,
            cause: "@: it is nested too deeply", hint: feed),
        Self(
            name: "JSON without vehicles", answer: .text(#"{"hello":"world"}"#), status: 65,
            cause: "@: it holds no vehicles in any known form", hint: feed),
    ]
}
