import FleetCore

/// One refresh of a source: reads its documents and counts what that costs.
actor ReadingSession {
    let reader: DocumentReader
    let scope: CredentialScope
    private var requests = 0
    private var received = 0
    private var hosts: Set<String> = []
    private var answered: Set<Origin> = []

    init(reader: DocumentReader, location: String) {
        self.reader = reader
        scope = CredentialScope(access: reader.access, source: try? DocumentAddress(location))
    }

    /// Reads the document at an address: a path, `-`, or a `file:` or http(s) address.
    ///
    /// Of a web document that is `remembered` under this address only the change is asked for. Throws
    /// `FeedFailure`, or `CancellationError` when its task is cancelled, which ends the request at once.
    nonisolated func read(
        _ address: String, remembered: FeedMemory.Document? = nil, maximumBytes: Int64? = nil
    ) async throws -> DocumentAnswer {
        let place = scope.redacted(address)
        let limit = min(maximumBytes ?? .max, reader.limits.bytes)
        switch try parsed(address, at: place) {
        case .standardInput:
            let bytes = try await reader.standardInput.read(limit: limit) { await self.count($0) }
            return .read(bytes: bytes, .init(address: "-"), base: "-")
        case .file(let path):
            let file = FileReading(path: path, place: place, limit: limit)
            let bytes = try await file.read(silence: reader.limits.read)
            await count(bytes.count)
            return .read(bytes: bytes, .init(address: address), base: path)
        case .web(let target):
            let reading = WebReading(session: self, address: target, limit: limit)
            return try await reading.read(asked: address, remembered: remembered)
        }
    }

    /// Notes bytes that arrived, and tells of them.
    func count(_ bytes: Int) {
        received += bytes
        reader.progress?(received)
    }

    /// Allows one more request, once its host may be polled.
    func admit(_ address: WebAddress) async throws {
        guard requests < reader.limits.requests else {
            throw FeedFailure(
                .requestLimit(reader.limits.requests), at: scope.redacted(address.text))
        }
        requests += 1
        guard hosts.insert(address.origin.host).inserted else { return }
        try await reader.pacing.waitForTurn(at: address.origin.host)
    }

    /// Notes that an origin answered, so that its connection may be a used one the next time.
    func noteAnswer(of origin: Origin) {
        answered.insert(origin)
    }

    func hasAnswered(_ origin: Origin) -> Bool {
        answered.contains(origin)
    }

    nonisolated private func parsed(_ address: String, at place: String) throws -> DocumentAddress {
        do {
            return try DocumentAddress(address)
        } catch {
            // What cannot be parsed may hold a password anywhere before its last `@`.
            let shown = place.lastIndex(of: "@").map { "…" + place[$0...] } ?? place
            throw FeedFailure(.badAddress(error.why), at: shown)
        }
    }
}
