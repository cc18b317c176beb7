import FleetCore
import FleetTeam
import Hummingbird

/// The catalogue of systems for programs of administrators.
struct CatalogueHandlers {
    private static let text = QueryParameter(
        "q", .shortText(SearchText.maxLength),
        """
        Words of the name, city, country, operator or system ID, all of which must match; all \
        systems without it.
        """)
    private static let country = QueryParameter(
        "country", .shortText(100),
        "Only systems of this country: its code, or its name in English.")
    private static let limit = QueryParameter(
        "limit", .number(1...1000), "At most this many.", byDefault: FieldValue(defaultLimit))
    private static let defaultLimit = 100

    func add(to routes: Routes) {
        routes.administrationAPI(
            .get, "/catalogue", query: [Self.text, Self.country, Self.limit]
        ) { request, _ in
            let query = CatalogueQuery(
                try request.query.value(of: Self.text) ?? "",
                country: try request.query.value(of: Self.country))
            let limit = try request.query.value(of: Self.limit).flatMap { Int($0) }
            let catalogue = try await request.environment.catalogue()
            return try request.response(
                catalogue.list(query.systems(in: catalogue), limit: limit ?? Self.defaultLimit),
                named: "catalogue")
        }
    }
}

extension ServerEnvironment {
    /// Returns the catalogue of systems, which may have to be downloaded.
    /// - Throws: `Problem` (502) if that fails, (503) if this server has none, (504) if it takes
    ///   too long.
    func catalogue() async throws -> SystemCatalogue {
        guard let load = options.catalogue else {
            throw Problem(.serviceUnavailable, "This server has no catalogue of systems.")
        }
        do {
            return try await waiting(
                for: localized("The catalogue"), hint: localized("Try again in a few minutes."),
                load)
        } catch let error as CatalogueError {
            throw Problem(
                .badGateway, .verbatim(error.cause.sentence), hint: .verbatim(error.hint.sentence))
        }
    }
}
