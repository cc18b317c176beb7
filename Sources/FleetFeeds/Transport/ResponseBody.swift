import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1

/// Body of a response, collected in one array as it arrives.
struct ResponseBody {
    /// Error for a body that is rejected.
    struct ReadError: Error {
        let reason: FeedFailure.Reason

        init(_ reason: FeedFailure.Reason) {
            self.reason = reason
        }
    }

    private(set) var bytes: [UInt8] = []
    private let headers: HTTPHeaders
    private let limit: Int64
    private let session: DocumentSession
    private var unreportedBytes = 0

    /// Maximum capacity to reserve for an announced size, which the server may never send; reserved
    /// memory costs nothing until used.
    private static let maxReservedBytes = 256 << 20
    /// Number of bytes between two progress reports.
    private static let progressStep = 1 << 18

    init(_ headers: HTTPHeaders, limit: Int64, session: DocumentSession) {
        self.headers = headers
        self.limit = limit
        self.session = session
    }

    /// Reads the body; throws a `ReadError` or an error of the client.
    mutating func read(
        _ body: HTTPClientResponse.Body, until end: ContinuousClock.Instant
    ) async throws {
        try reserveCapacity()
        for try await chunk in body {
            guard Int64(bytes.count + chunk.readableBytes) <= limit else {
                throw ReadError(.tooLarge(limit: limit))
            }
            guard ContinuousClock.now < end else {
                throw ReadError(.connection("the document took too long to download"))
            }
            bytes.append(contentsOf: chunk.readableBytesView)
            await reportProgress(chunk.readableBytes)
        }
        // To a cancelled task, an aborted body may look complete.
        try Task.checkCancellation()
        await reportProgress(0, isLast: true)
        guard !bytes.isEmpty else { throw ReadError(.empty) }
    }

    private mutating func reserveCapacity() throws {
        let isCompressed = try isCompressed()
        guard !isCompressed, let text = headers.first(name: "Content-Length"),
            let announcedSize = Int64(text)
        else { return }
        guard announcedSize <= limit else { throw ReadError(.tooLarge(limit: limit)) }
        bytes.reserveCapacity(
            min(Int(announcedSize), Self.maxReservedBytes) + DocumentResponse.padding)
    }

    /// Whether the client decompresses the body; throws for an unsupported encoding.
    private func isCompressed() throws -> Bool {
        let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        if codings.isEmpty { return false }
        let first = headers.first(name: "Content-Encoding")?.lowercased()
        guard codings.count == 1, let first, first == "gzip" || first == "deflate" else {
            throw ReadError(.notJSON("unsupported content encoding"))
        }
        return true
    }

    private mutating func reportProgress(_ count: Int, isLast: Bool = false) async {
        unreportedBytes += count
        guard unreportedBytes >= Self.progressStep || isLast else { return }
        await session.count(unreportedBytes)
        unreportedBytes = 0
    }
}
