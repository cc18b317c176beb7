import AsyncHTTPClient
import FleetCore
import JSON
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
    private let codings: ContentCodings
    private let limit: ByteLimit
    private let session: DocumentSession
    private var unreportedBytes = 0

    /// Maximum capacity to reserve for an announced size, which the server may never send; reserved
    /// memory costs nothing until used.
    private static let maxReservedBytes = 256 << 20
    /// Size from which capacity for the largest document is reserved, since an array that grows has
    /// its bytes twice.
    private static let longBody = 16 << 20
    /// Number of bytes between two progress reports.
    private static let progressStep = 1 << 18

    init(_ headers: HTTPHeaders, limit: ByteLimit, session: DocumentSession) {
        self.headers = headers
        codings = ContentCodings(headers)
        self.limit = limit
        self.session = session
    }

    /// Reads the body; throws a `ReadError` or an error of the client.
    mutating func read(
        _ body: HTTPClientResponse.Body, until end: ContinuousClock.Instant
    ) async throws {
        try await reserveCapacity()
        var decoder = BodyDecoder(
            layers: codings.layers, limit: limit,
            maxRatio: session.reader.limits.maxDecompressionRatio)
        for try await chunk in body {
            guard ContinuousClock.now < end else {
                throw ReadError(.network(.connection("the document took too long to download")))
            }
            let count = bytes.count
            try chunk.withUnsafeReadableBytes { try decoder.decode($0, into: &bytes) }
            await reportProgress(bytes.count - count)
            if bytes.count > LargeReading.minBytes { try await session.reading.begin() }
            if bytes.count > Self.longBody { reserveCapacity(limit.bytes) }
            if session.reading.isTooSlow(afterBytes: bytes.count) {
                throw ReadError(.network(.connection("the large document arrives too slowly")))
            }
        }
        // To a cancelled task, an aborted body may look complete.
        try Task.checkCancellation()
        await reportProgress(0, isLast: true)
        try decoder.finish()
        guard !bytes.isEmpty else { throw ReadError(.content(.empty)) }
        if let coding = codings.unsupported, !JSONDocument.isReadable(bytes) {
            throw ReadError(.content(.notJSON("the content encoding \(coding) is not supported")))
        }
    }

    private mutating func reserveCapacity() async throws {
        guard codings.layers == 0,
            let announcedSize = headers.value(of: "Content-Length").flatMap(Int64.init)
        else { return }
        guard announcedSize <= limit.bytes else {
            throw ReadError(limit.reason(size: announcedSize))
        }
        if announcedSize > LargeReading.minBytes { try await session.reading.begin() }
        reserveCapacity(announcedSize)
    }

    private mutating func reserveCapacity(_ size: Int64) {
        bytes.reserveCapacity(min(Int(size), Self.maxReservedBytes) + DocumentResponse.padding)
    }

    private mutating func reportProgress(_ count: Int, isLast: Bool = false) async {
        unreportedBytes += count
        guard unreportedBytes >= Self.progressStep || isLast else { return }
        await session.count(unreportedBytes)
        unreportedBytes = 0
    }
}
