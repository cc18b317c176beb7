import HTTPTypes
import Hummingbird

/// Why a form was refused, as the page of the form shows it.
struct FormProblem: Sendable {
    var message: String
    /// Time of the next possible attempt.
    var retry: ShownTime?

    init(_ problem: Problem, in environment: ServerEnvironment) {
        retry = problem.retryAt.map(environment.time)
        let hint = retry == nil ? problem.hint : nil
        message = [problem.detail, hint].compactMap(\.self).joined(separator: " ")
    }
}

extension ServerEnvironment {
    /// Returns the page of a form.
    ///
    /// It is not compressed: it may show a secret beside what somebody has chosen, and the length of
    /// both together would tell about the secret.
    /// - Parameter problem: Why the form was refused, which decides the status; `nil` for a new
    ///   form.
    func form(_ template: String, _ context: Any, _ problem: Problem? = nil) throws -> Response {
        let page = try pages.render(template, context)
        guard let problem else { return .html(page) }
        var response = Response.html(page, status: problem.status)
        response.headers.append(contentsOf: problem.responseFields(at: now()))
        return response
    }
}
