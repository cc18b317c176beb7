import FleetCore
package import FleetFeeds

extension CommandContext {
    /// Reads policies from an address or a file that a person named.
    ///
    /// - Parameter geographies: That of their geographies; `nil` for the one beside them.
    /// - Throws: `CommandError` (64) for text that is neither; `FeedFailure`.
    package func policies(
        at text: String, geographies: String? = nil
    ) async throws -> PolicyDocument {
        let (address, credentials) = try document("--policy", text).separatingSecrets
        let other = try geographies.map { try document("--geographies", $0).text }
        let reader = try documentReader(credentials)
        return try await progress.track {
            try await PolicyReader(reader).policies(at: address.text, geographies: other)
        }
    }

    private func document(_ option: String, _ text: String) throws -> Location {
        if let location = try documentLocation(text) { return location }
        throw CommandError.usage(
            "\(option) is not an http(s) address or a file",
            hint: "give the address or file of a document of MDS")
    }
}
