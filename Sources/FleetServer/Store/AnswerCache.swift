import FleetService
import FleetStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer about a source that is the same for everybody who is signed in.
struct SharedAnswer: Sendable {
    var type: String
    var fields: HTTPFields
    /// The content; nil if it need not be made, because the client has it by the tag in `fields`.
    var content: ByteBuffer?

    /// Returns the response to a client that has the content of a tag; nil if it needs the content
    /// and that is not here.
    func response(ifNoneMatch tag: String?) -> Response? {
        if let own = fields[.eTag], own == tag {
            return Response(status: .notModified, headers: fields)
        }
        guard let content else { return nil }
        var fields = fields
        fields[.contentType] = type
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: content))
    }
}

/// Answers that were given since anything was committed; of large ones only the fields.
final class AnswerCache: Sendable {
    private struct Question: Hashable {
        let source: UUID
        let query: String
        let isStale: Bool
    }

    private struct Known {
        /// The settings of the source then.
        let source: PolledSource
        let answer: SharedAnswer
    }

    /// 128 answers of at most 64 KiB, and of queries of at most 1 KiB.
    private static let (limit, maxContent, maxQuery) = (128, 65_536, 1024)

    private let known = MarkedCache<Question, Known>(limit: limit)

    /// Returns the response to a request about a source, from the answer that `make` returns unless
    /// it is known; and from `make` alone if the answer is not shared.
    func response(
        to request: UserRequest, about source: PolledSource,
        _ make: (_ isStale: Bool) async throws -> (SharedAnswer, isShared: Bool)
    ) async throws -> Response {
        let question = Question(
            source: source.uuid, query: request.request.request.uri.query ?? "",
            isStale: request.isStale(source))
        let tag = request.request.request.headers[.ifNoneMatch]
        let mark = request.environment.snapshots.mark()
        if let known = known.value(of: question, at: mark), known.source == source,
            let response = known.answer.response(ifNoneMatch: tag)
        {
            return response
        }
        let (answer, isShared) = try await make(question.isStale)
        if isShared, question.query.utf8.count <= Self.maxQuery {
            var kept = answer
            if let content = answer.content, content.readableBytes > Self.maxContent {
                kept.content = nil
            }
            known.keep(Known(source: source, answer: kept), of: question, readAt: mark)
        }
        guard let response = answer.response(ifNoneMatch: tag) else { throw Problem.notFound }
        return response
    }
}
