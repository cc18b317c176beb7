import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import NIOCore

/// The event streams of the API (HTML Standard, section 9.2).
struct LiveHandlers {
    /// Most sources of one stream.
    private static let maxSources = 50

    func add(to routes: Routes) {
        let parameters = [
            QueryParameter(
                "after", .text,
                """
                Cursors, UUID:NUMBER for each source, separated by commas; one that is left empty \
                between the commas means from now on. A cursor of an unknown stream is answered \
                by reset.
                """),
            QueryParameter(
                "content", .choice(LiveContent.allCases.map(\.rawValue)),
                """
                Whether the event changes has the vehicles as the list has them (upserted), or \
                the rows of pages.
                """, byDefault: .text(LiveContent.vehicles.rawValue)),
        ]
        let several = QueryParameter.source.described(
            "Names of at most 50 sources, separated by commas; by default the first source.")
        routes.api(.get, "/events", .fleet, query: [several] + parameters) { request in
            try await stream(of: sources(of: request), request)
        }
        routes.api(.get, "/sources/:source/events", .fleet, query: parameters) { request in
            try await stream(of: [request.source()], request)
        }
    }

    /// Returns the sources that `source=a,b` names, in that order; the default one without names.
    private func sources(of request: UserRequest) throws -> [PolledSource] {
        guard let names = request.query["source"] else {
            guard let first = request.sources.first else { throw Problem.notFound }
            return [first]
        }
        let parts = names.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maxSources else {
            throw Problem(
                .badRequest, "A stream has at most \(Self.maxSources) sources.",
                hint: "Open another stream for the others.", parameter: "source")
        }
        return try parts.map { name in
            guard let source = request.source(named: String(name)) else {
                throw Problem.unknownSource
            }
            return source
        }
    }

    private func stream(of sources: [PolledSource], _ request: UserRequest) async throws -> Response
    {
        let (hub, access) = (request.environment.changes, request.access)
        guard await hub.hasRoom(for: access.userID) else {
            throw Problem(
                .tooManyRequests, "Too many streams are open.",
                hint: "Close other pages of this server, and try again.",
                fields: [.retryAfter: "10"])
        }
        let cursors = try Self.cursors(of: sources, request)
        let content = request.query["content"].flatMap(LiveContent.init) ?? .vehicles
        let (channel, metrics) = (request.context.channel, request.environment.metrics)
        // The body is written after the handler, so not in its language.
        let language = Language.current
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                let id = await hub.open(
                    sources, after: cursors, content, in: language, for: access
                ) {
                    channel.close(promise: nil)
                }
                channel.closeFuture.whenComplete { _ in Task { await hub.close(id) } }
                metrics.countStream(1)
                defer { metrics.countStream(-1) }
                do {
                    try await Self.write(id, of: hub, for: access, to: &writer)
                } catch {
                    await hub.close(id)
                    throw error
                }
                await hub.close(id)
                try await writer.finish(nil)
            })
    }

    /// Returns the positions after which the stream begins.
    /// - Throws: `Problem` (400).
    private static func cursors(
        of sources: [PolledSource], _ request: UserRequest
    ) throws(Problem) -> LiveCursors {
        let first = LiveCursors(request.query["after"])
        guard first.areWellFormed, first.count <= sources.count else {
            throw Problem("after", "must be at most one cursor, UUID:NUMBER, for each source")
        }
        // A browser that connects again sends the field; the query still has its first cursors.
        return request.headers[.lastEventID].map { LiveCursors($0) } ?? first
    }

    private static func write(
        _ id: UInt64, of hub: ChangeHub, for access: Access, to writer: inout any ResponseBodyWriter
    ) async throws {
        // The hub renews it from now on, but the access may have ended since the request began.
        guard (try? await access.renewed()) != nil else { return }
        try await writer.write(ByteBuffer(string: "retry: 3000\n\n"))
        while true {
            switch await hub.next(id) {
            case .write(let lines): try await writer.write(contentsOf: lines)
            case .end(let lines): return try await writer.write(contentsOf: lines)
            }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .via
    /// Makes nginx pass each message on at once.
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .via
}
