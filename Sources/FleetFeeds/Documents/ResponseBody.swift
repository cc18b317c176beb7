import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1

/// The body of a response as it arrives, gathered in one array.
struct ResponseBody {
    /// Why a body is not read on.
    struct Refusal: Error {
        let reason: FeedFailure.Reason

        init(_ reason: FeedFailure.Reason) {
            self.reason = reason
        }
    }

    private(set) var bytes: [UInt8] = []
    private let headers: HTTPHeaders
    private let limit: Int64
    private let session: ReadingSession
    private var untold = 0

    /// Room that is made for what a server announces but may never send; it costs nothing until used.
    private static let trusted = 256 << 20
    /// How many bytes pass between two reports of progress.
    private static let step = 1 << 18

    init(_ headers: HTTPHeaders, limit: Int64, session: ReadingSession) {
        self.headers = headers
        self.limit = limit
        self.session = session
    }

    /// Gathers the body; throws a `Refusal`, or what the client throws.
    mutating func read(
        _ body: HTTPClientResponse.Body, until end: ContinuousClock.Instant
    ) async throws {
        try prepare()
        for try await chunk in body {
            guard Int64(bytes.count + chunk.readableBytes) <= limit else {
                throw Refusal(.tooLarge(limit: limit))
            }
            guard ContinuousClock.now < end else {
                throw Refusal(.connection("the document took too long to arrive"))
            }
            bytes.append(contentsOf: chunk.readableBytesView)
            await tell(chunk.readableBytes)
        }
        // A cancelled task may see the end of a body that was broken off.
        try Task.checkCancellation()
        await tell(0, isLast: true)
        guard !bytes.isEmpty else { throw Refusal(.empty) }
    }

    private mutating func prepare() throws {
        let isPacked = try isPacked()
        guard !isPacked, let text = headers.first(name: "Content-Length"),
            let announced = Int64(text)
        else { return }
        guard announced <= limit else { throw Refusal(.tooLarge(limit: limit)) }
        bytes.reserveCapacity(min(Int(announced), Self.trusted) + DocumentAnswer.padding)
    }

    /// Whether the body is unpacked on its way; a packing that is not understood is refused.
    private func isPacked() throws -> Bool {
        let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        if codings.isEmpty { return false }
        let first = headers.first(name: "Content-Encoding")?.lowercased()
        guard codings.count == 1, let first, first == "gzip" || first == "deflate" else {
            throw Refusal(.notJSON("it is packed in a way that was not asked for"))
        }
        return true
    }

    private mutating func tell(_ count: Int, isLast: Bool = false) async {
        untold += count
        guard untold >= Self.step || isLast else { return }
        await session.count(untold)
        untold = 0
    }
}
