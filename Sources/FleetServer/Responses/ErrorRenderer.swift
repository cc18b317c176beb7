import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Renders errors as problem documents for programs and as pages for people.
struct ErrorRenderer: Sendable {
    /// Renders the page of an error; nil if the template fails.
    let page: @Sendable (ProblemDocument) -> String?

    /// Returns the response to an error; its cause is logged if it is ours.
    func response(
        to error: any Error, _ request: Request, _ context: ServerContext
    ) -> Response {
        let problem = problem(for: error)
        if problem.status.kind == .serverError {
            context.logger.error("request failed", metadata: ["error": "\(type(of: error))"])
        }
        let document = problem.document(requestID: context.requestID)
        var fields = problem.fields
        if Self.isForPeople(request), let text = page(document) {
            fields[.contentType] = "text/html; charset=utf-8"
            return Response(
                status: problem.status, headers: fields,
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        fields[.contentType] = "application/problem+json"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(document)) ?? Data("{}".utf8)
        return Response(
            status: problem.status, headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Returns whether a person in a browser made the request.
    private static func isForPeople(_ request: Request) -> Bool {
        guard !request.uri.path.hasPrefix("/api/"), let accept = request.headers[.accept] else {
            return false
        }
        return accept.contains("text/html")
    }

    private func problem(for error: any Error) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as HTTPError where error.status == .contentTooLarge:
            Problem(.contentTooLarge, "The request is too large.")
        case let error as HTTPError where error.status == .notFound:
            Problem(.notFound, "There is nothing at this address.")
        case let error as HTTPError: Problem(error.status, error.status.reasonPhrase)
        default:
            Problem(
                .internalServerError, "The server could not do this.",
                hint: "Try again; the server's log has the cause under the request ID.")
        }
    }
}
