public import FleetCore

/// Download of the catalogue of systems, from the web or a file.
public struct CatalogueDownload: Sendable {
    /// The outcome of a download.
    public enum Response: Equatable, Sendable {
        /// The bytes, which may be anything, and the validators for the next request.
        case read([UInt8], FeedCacheState.Document)
        /// The catalogue is unchanged since it was kept.
        case notModified(FeedCacheState.Document)
    }

    /// Maximum size of a catalogue in bytes; the public one has 217 KB.
    public static let maxBytes: Int64 = 16 << 20

    private let reader: DocumentReader

    /// Creates a download; `reader` has the credentials of the address.
    public init(_ reader: DocumentReader) {
        self.reader = reader
    }

    /// Reads the catalogue at an address or path, with a conditional request if it is kept.
    ///
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    public func response(
        from address: String, kept: FeedCacheState.Document? = nil
    ) async throws -> Response {
        let response = try await reader.session(for: address)
            .read(address, cached: kept, maximumBytes: Self.maxBytes)
        switch response {
        case .read(let bytes, let document, _): return .read(bytes, document)
        case .notModified(let document): return .notModified(document)
        }
    }
}
