import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// State of a request with a large answer, until that has been sent.
final class LargeAnswer: Sendable {
    /// Length in bytes from which an answer is large.
    static let minLength = 262_144

    private struct State {
        var person: UserID?
        var slot: AnswerLimits.Slot?
        var document: SharedDocument?
        var isUnlimited = false
    }

    private let state = Mutex(State())

    /// Counts the answer for a user.
    func count(for person: UserID) { state.withLock { $0.person = person } }

    /// Lets the answer be sent without a slot, because pages need it and its bytes are shared.
    func allowAlways() { state.withLock { $0.isUnlimited = true } }

    /// Names the document whose bytes are sent.
    func send(_ document: SharedDocument) { state.withLock { $0.document = document } }

    /// Takes a slot, unless there is one.
    /// - Throws: `Problem` (429).
    func takePlace(
        in limits: AnswerLimits, for client: Client, isShared: Bool
    ) throws(Problem) {
        let (isReady, person) = state.withLock {
            ($0.slot != nil || $0.isUnlimited, $0.person)
        }
        guard !isReady else { return }
        var keys: [AnswerLimits.Key] = [.everyone]
        keys.append(person.map { .person($0) } ?? .strangers)
        if let network = client.address?.network { keys.append(.network(network)) }
        if !isShared { keys.append(.unshared) }
        guard let slot = limits.slot(keys) else { throw Problem.tooManyLargeAnswers }
        state.withLock { $0.slot = slot }
    }

    /// Returns the response with the slot for as long as its body is sent, which is written in
    /// slices, so that a client that does not read holds only a few of them.
    func limited(
        _ response: Response, in limits: AnswerLimits, for client: Client, _ channel: any Channel
    ) throws(Problem) -> Response {
        guard let length = response.body.contentLength, length >= Self.minLength else {
            state.withLock { ($0.slot, $0.document) = (nil, nil) }
            return response
        }
        try takePlace(in: limits, for: client, isShared: false)
        let (slot, document) = state.withLock { state in
            defer { (state.slot, state.document) = (nil, nil) }
            return (state.slot, state.document)
        }
        let body = response.body
        var limited = response
        limited.body = ResponseBody(contentLength: length) { writer in
            defer { withExtendedLifetime(slot) {} }
            let reading = try document?.beginReading { channel.close(promise: nil) }
            defer { withExtendedLifetime(reading) {} }
            try await body.write(SliceWriter(to: writer, on: channel))
        }
        return limited
    }
}

/// Writes a body in slices, each after the connection took the one before it.
private struct SliceWriter: ResponseBodyWriter {
    private static let length = 65_536

    private var writer: any ResponseBodyWriter
    /// The loop of a socket.
    private let loop: (any EventLoop)?

    init(to writer: any ResponseBodyWriter, on channel: any Channel) {
        self.writer = writer
        loop = channel is any SocketOptionProvider ? channel.eventLoop : nil
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let slice = rest.readSlice(length: min(Self.length, rest.readableBytes)),
            slice.readableBytes > 0
        {
            try await writer.write(slice)
            // The writer waits only once the loop has found that the socket takes no more; until
            // then it would accept everything.
            try await loop?.submit {}.get()
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}

extension IncomingRequest {
    /// Takes a slot for a large answer before it costs anything.
    /// - Parameter isShared: Whether all answers share their bytes.
    /// - Throws: `Problem` (429).
    func takePlace(isShared: Bool) throws(Problem) {
        try context.largeAnswer.takePlace(
            in: environment.limits, for: client, isShared: isShared)
    }

    /// Returns the response without content if the client has that of a tag; `nil` otherwise.
    func notModified(_ tag: String, fields: HTTPFields) -> Response? {
        guard knownTag == tag else { return nil }
        var fields = fields
        fields[.eTag] = tag
        return Response(status: .notModified, headers: fields)
    }

    /// Returns the response with a document that others share, or without if the client has it.
    func response(_ document: SharedDocument, _ type: String, fields: HTTPFields) -> Response {
        if let response = notModified(document.tag, fields: fields) { return response }
        var fields = fields
        fields[.eTag] = document.tag
        context.largeAnswer.send(document)
        return response(document.bytes, document.codings, type, fields: fields)
    }
}

extension Problem {
    fileprivate static var tooManyLargeAnswers: Problem {
        Problem(
            .tooManyRequests, "Too many large answers are being sent.",
            hint: "Read those that are open, and try again.", fields: [.retryAfter: "2"])
    }

    /// The answer to a network with too many requests.
    static var tooManyRequests: Problem {
        Problem(
            .tooManyRequests, "Too many requests of this address are waiting.",
            hint: "Send fewer at once.", fields: [.retryAfter: "2"])
    }
}
