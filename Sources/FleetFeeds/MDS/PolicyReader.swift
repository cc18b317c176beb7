import FleetCore

/// Reads policies with their geographies from files or the web (MDS 2.0, Policy, "Distribution").
public struct PolicyReader: Sendable {
    private let reader: DocumentReader

    /// Creates a reader.
    public init(_ reader: DocumentReader) { self.reader = reader }

    /// Reads the policies at an address or path.
    ///
    /// - Parameter geographies: The address or path of the geographies; `nil` to take those of the
    ///   same document, or else of the document beside it, `geographies` for `policies`.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    public func policies(
        at address: String, geographies: String? = nil
    ) async throws -> PolicyDocument {
        let session = reader.session(for: address, and: geographies)
        var document = try await Self.read(address, session)
        guard document.hasPolicies else {
            throw FeedFailure(
                .content(.noList(of: "policies")), at: session.scope.redacted(address))
        }
        if let geographies {
            document.add(geographiesOf: try await Self.read(geographies, session))
        } else if !document.hasGeographies, let beside = Self.geographies(beside: address) {
            do {
                document.add(geographiesOf: try await Self.read(beside, session))
            } catch let failure as FeedFailure {
                document.add(warning: "no geographies are known: \(failure.message)")
            }
        }
        return document
    }

    private static func read(
        _ address: String, _ session: DocumentSession
    ) async throws -> PolicyDocument {
        let response = try await session.read(
            address, maximumBytes: PolicyDocument.maxBytes, accept: mediaTypes)
        let location = session.scope.redacted(address)
        guard case .read(let bytes, _, _) = response else {
            throw FeedFailure(.service(.status(304)), at: location)
        }
        return try PolicyDocument(bytes, at: location)
    }

    private static let mediaTypes = "application/vnd.mds+json;version=2.0, application/json"

    /// Returns the address of the geographies that belong to policies: `…/geographies` for
    /// `…/policies`, with the same ending and query; `nil` for other names.
    static func geographies(beside address: String) -> String? {
        let end = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
        let path = address[..<end]
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let name = path[start...]
        guard name.hasPrefix("policies") else { return nil }
        let ending = name.dropFirst("policies".count)
        guard ending.isEmpty || ending.hasPrefix(".") else { return nil }
        return path[..<start] + "geographies" + ending + address[end...]
    }
}
