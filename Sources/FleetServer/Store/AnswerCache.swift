import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// An answer about a source that is the same for all users.
struct SharedAnswer: Sendable {
    var type: String
    var fields: HTTPFields
    /// The content; `nil` if it need not be made, because the client has it by the tag in `fields`.
    var content: ByteBuffer? { didSet { codings = content.map(SharedCodings.init) } }
    /// The document that has the content, if answers share it.
    var document: SharedDocument? {
        didSet {
            guard let document else { return }
            (content, codings) = (document.bytes, document.codings)
        }
    }
    private var codings: SharedCodings?

    init(type: String, fields: HTTPFields, content: ByteBuffer? = nil) {
        (self.type, self.fields, self.content) = (type, fields, content)
        codings = content.map(SharedCodings.init)
    }

    /// Whether there is a response to a client that has the content of a tag.
    func serves(ifNoneMatch tag: String?) -> Bool {
        content != nil || fields[.eTag].map { $0 == tag } == true
    }

    /// Returns the response to a request; `nil` if its client needs the content and that is not
    /// here.
    func response(to request: UserRequest) -> Response? {
        if let own = fields[.eTag], own == request.knownTag {
            return Response(status: .notModified, headers: fields)
        }
        guard let content, let codings else { return nil }
        return request.response(content, codings, type, fields: fields)
    }
}

/// Answers to requests about sources that are kept until the source changes; of large ones only the
/// fields.
///
/// Without any commit since then, an answer needs no database, and with none about its source, only
/// the row of the source.
final class AnswerCache: Sendable {
    private struct Key: Hashable {
        let source: UUID
        let rights: Rights
        let query: String
        let isStale: Bool
        let language: String
    }

    private struct Entry {
        /// The settings of the source then.
        let source: PolledSource
        /// The mark of the database before the version was read last.
        var mark: CommitMark?
        let version: Version
        var answer: SharedAnswer
    }

    /// A snapshot: each commit of one has another time.
    private struct Version: Equatable {
        let revision: Int64
        let fetchedAt: Timestamp
    }

    /// Recipe for an answer.
    struct Builder: Sendable {
        /// Whether the answer is the same for everybody, for as long as the vehicles are the same.
        var isShared: Bool
        /// Whether it may take long, and be large.
        var isLarge: Bool
        /// Returns the answer; it depends on nothing else of the database than the vehicles.
        var answer: @Sendable (any SnapshotReader) throws -> SharedAnswer
    }

    /// 128 answers of at most 64 KiB, and of queries of at most 1 KiB.
    private static let (limit, maxContent, maxQuery) = (128, 65_536, 1024)

    private let known = Mutex<[Key: Entry]>([:])

    /// Returns the response to a request about the vehicles of a source.
    /// - Parameter prepare: Called if the answer may have to be made.
    func response(
        to request: UserRequest, about source: PolledSource,
        _ prepare: (_ isStale: Bool) async throws -> Builder
    ) async throws -> Response {
        let key = Key(
            source: source.uuid, rights: request.access.rights,
            query: request.request.uri.query ?? "",
            isStale: request.environment.sources.states(of: source).isStale,
            language: Language.current.tag)
        let tag = request.knownTag
        let snapshots = request.environment.snapshots
        let mark = snapshots.mark()
        let kept = kept(of: key, source, for: tag)
        if var kept, let response = kept.answer.response(to: request) {
            if let mark, kept.mark == mark { return response }
            // Before anything is prepared, so that it needs no place for a large answer.
            if try await snapshots.read({ try Self.version(of: source, in: $0) }) == kept.version {
                kept.mark = mark
                keep(kept, of: key)
                return response
            }
        }
        let builder = try await prepare(key.isStale)
        let make = { @Sendable (reader: any SnapshotReader) in
            (try builder.answer(reader), try Self.version(of: source, in: reader))
        }
        let (answer, version) =
            builder.isLarge
            ? try await snapshots.readLong(make) : try await snapshots.read(make)
        if builder.isShared, let version {
            keep(
                Entry(source: source, mark: mark, version: version, answer: answer), of: key)
        }
        answer.document.map(request.context.largeAnswer.send)
        guard let response = answer.response(to: request) else { throw Problem.notFound }
        return response
    }

    private static func version(
        of source: PolledSource, in reader: any SnapshotReader
    ) throws -> Version? {
        try reader.info(of: source.vehicles).map {
            Version(revision: $0.revision, fetchedAt: $0.fetchedAt)
        }
    }

    /// Returns the answer that is kept of a key, if it serves a client that has a tag.
    private func kept(of key: Key, _ source: PolledSource, for tag: String?) -> Entry? {
        let kept = known.withLock { $0[key] }
        guard let kept, kept.source == source, kept.answer.serves(ifNoneMatch: tag) else {
            return nil
        }
        return kept
    }

    private func keep(_ answer: Entry, of key: Key) {
        guard key.query.utf8.count <= Self.maxQuery else { return }
        var kept = answer
        if let content = kept.answer.content, content.readableBytes > Self.maxContent {
            (kept.answer.document, kept.answer.content) = (nil, nil)
        }
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[key] = kept
        }
    }
}
