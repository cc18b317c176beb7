import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The saved colors of one user in the API, one filter per source.
struct FilterAPI {
    func add(to routes: Routes) {
        routes.api(.get, "/filter", .fleet) { try await document($0) }
        routes.api(.put, "/filter", .own) { request in
            let wanted = try await request.json(
                Filter.self, upTo: SignInHandlers.maxBody)
            guard let source = request.source(named: wanted.source) else {
                throw Problem.notFound
            }
            guard let colors = wanted.colors.isEmpty ? .all : ColorFilter(wanted.colors) else {
                throw Problem(
                    .unprocessableContent, "The colors are not valid.",
                    hint: "Use words such as red, or blue-red for two tones.")
            }
            var filter = FleetCore.Filter()
            filter.color = colors
            if let unknown = try await request.unknownValues(
                filter.listedValues, in: [source]
            ).first {
                throw Problem(unknown, .unprocessableContent, parameter: "colors")
            }
            try await request.access.filters.save(colors, of: source.uuid)
            return .noContent
        }
    }

    struct Filter: RequestDocument {
        /// Name of the source.
        fileprivate var source = ""
        /// The selected colors; empty for all.
        fileprivate var colors: [String] = []

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("source", &source)
            fields.visit("colors", &colors)
        }
    }

    private func document(_ request: UserRequest) async throws -> Response {
        let saved = try await request.access.filters.all()
        let filters = request.sources.compactMap { source in
            saved[source.uuid].map { Filter(source: source.name, colors: $0.labels) }
        }
        return try .json(["filters": filters])
    }
}
