import FleetCore
package import FleetFeeds
import POSIX
import SystemPackage

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
        let reader = DocumentReader(
            transport, credentials: try credentials.resolved(environment: environmentVariable),
            progress: { [progress] in progress.received(bytes: $0) }, now: { now() })
        return try await progress.track {
            try await PolicyReader(reader).policies(at: address.text, geographies: other)
        }
    }

    private func document(_ option: String, _ text: String) throws -> Location {
        switch Location(text, relativeTo: directory) {
        case .some(let location) where location.isWeb: return location
        case .file(let path)?:
            try ResolvedSource.checkLocation(.file(path), text) {
                FileSystem.exists(FilePath(argument: $0))
            }
            return .file(path)
        default:
            throw CommandError.usage(
                "\(option) is not an http(s) address or a file",
                hint: "give the address or file of a document of MDS")
        }
    }
}
