import FleetCore
package import FleetFeeds

extension PolicyDocument {
    /// Reads policies from an address or a file that a person named.
    ///
    /// - Parameter geographies: That of their geographies; `nil` for the one beside them.
    /// - Throws: `CommandError` (64) for text that is neither; `FeedFailure`.
    package init(
        at text: String, geographies: String? = nil, in context: CommandContext
    ) async throws {
        let (address, credentials) = try Self.location("--policy", text, context).separatingSecrets
        let other = try geographies.map { try Self.location("--geographies", $0, context).text }
        let reader = try context.documentReader(credentials)
        self = try await context.progress.track {
            try await PolicyReader(reader).policies(at: address.text, geographies: other)
        }
    }

    private static func location(
        _ option: String, _ text: String, _ context: CommandContext
    ) throws -> Location {
        if let location = try context.documentLocation(text) { return location }
        throw CommandError.usage(
            "\(option) is not an http(s) address or a file",
            hint: "give the address or file of a document of MDS")
    }
}
