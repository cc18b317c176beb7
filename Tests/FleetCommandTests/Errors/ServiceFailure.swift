import FleetTestSupport
import Testing

/// A failing response of a service and the expected error.
struct ServiceFailure: Sendable, CustomTestStringConvertible {
    let name: String
    let response: TestServer.Response
    let status: Int32
    /// Expected cause, with `@` for the address.
    let cause: String
    let hint: String

    var testDescription: String { name }

    func cause(at address: String) -> String { cause.replacing("@", with: address) }

    static let feed =
        "use a vehicles document, a GBFS gbfs.json, one of its vehicle feeds or MDS vehicles"
    static let later = "try again later"
    static let connection = "check your network connection and try again"
    static let credentials =
        "give the source the operator's credentials, with --header, --bearer-env, "
        + "--oauth-token-url or --jwt-key of `fleet source add` or `fleet source edit`"

    static let all = responses + documents

    private static let responses = [
        Self(
            name: "401", response: .status("401 Unauthorized"), status: 77,
            cause: "@: access denied (HTTP status 401)", hint: credentials),
        Self(
            name: "403", response: .status("403 Forbidden"), status: 77,
            cause: "@: access denied (HTTP status 403)", hint: credentials),
        Self(
            name: "404", response: .status("404 Not Found"), status: 69,
            cause: "the service at @ failed: HTTP status 404",
            hint: "check the address; the service has no such feed"),
        Self(
            name: "429", response: .status("429 Too Many Requests", "Retry-After: 77"), status: 69,
            cause: "the service at @ failed: HTTP status 429",
            hint: "the service asks clients to wait 77 s"),
        Self(
            name: "500", response: .status("500 Internal Server Error"), status: 69,
            cause: "the service at @ failed: HTTP status 500", hint: later),
        Self(
            name: "503", response: .status("503 Service Unavailable"), status: 69,
            cause: "the service at @ failed: HTTP status 503", hint: later),
        Self(
            name: "a redirect loop", response: .status("302 Found", "Location: /feed.json"),
            status: 69, cause: "cannot reach @: more than 5 redirects",
            hint: "ask the operator for the feed's current address"),
        Self(
            name: "a truncated body",
            response: TestServer.Response(
                body: Array(Feeds.vehicles("A").utf8), contentLength: 9999),
            status: 69, cause: "cannot reach @: the response is incomplete",
            hint: connection),
        Self(
            name: "a connection reset", response: TestServer.Response(isReset: true), status: 69,
            cause: "cannot reach @: the service closed the connection", hint: connection),
    ]

    private static let documents = [
        Self(
            name: "a web page", response: .text("<!DOCTYPE html><html></html>"), status: 65,
            cause: "@: this is a web page, not a feed", hint: feed),
        Self(
            name: "an empty body", response: .text(""), status: 65,
            cause: "@: the response is empty", hint: feed),
        Self(
            name: "deeply nested JSON",
            response: .text(String(repeating: "[", count: 200_000)), status: 65,
            cause: "@: the JSON is nested too deeply", hint: feed),
        Self(
            name: "JSON without vehicles", response: .text(#"{"hello":"world"}"#), status: 65,
            cause: "@: no vehicles found in any supported format", hint: feed),
    ]
}
