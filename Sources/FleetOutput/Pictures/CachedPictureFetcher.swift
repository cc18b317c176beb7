package import FleetCore
import FleetFeeds
import FleetRuntime
import FleetSettings
package import Pictures

/// Fetcher for the pictures of a source, with a cache.
package struct CachedPictureFetcher: Sendable {
    /// Error about an address without a picture.
    package enum FetchError: Error, Equatable {
        /// The address cannot be fetched.
        case unreachable(FeedFailure)
        /// The file at the address is not a valid picture.
        case noPicture(PictureError, at: String)
        /// The last attempt failed recently.
        case failedRecently
    }

    let reader: PictureReader
    /// The cache; `nil` without a home folder.
    let cache: PictureCache?
    let key: SourceKey
    let now: @Sendable () -> Timestamp
    /// Time after which a cancelled request counts as a failure of the host.
    let timeout: Duration

    /// Time until a picture is revalidated.
    private static let freshFor: Duration = .seconds(86_400)
    /// Time until an address without a picture is tried again.
    private static let retryAfter: Duration = .seconds(300)
    /// Returns the picture at an address, from the cache or from a request.
    ///
    /// If the request fails, a cached picture is returned. After a recent failure there is a
    /// request only if `retrying`.
    /// - Throws: `FetchError`, `CancellationError`.
    func picture(at address: String, retrying: Bool) async throws -> [UInt8] {
        let cached = cache?.picture(at: address, of: key)
        if let cached, isFresh(cached), !(retrying && cached.bytes.isEmpty) {
            guard !cached.bytes.isEmpty else { throw FetchError.failedRecently }
            return cached.bytes
        }
        let start = ContinuousClock.now
        do {
            return try await fetch(address, cached)
        } catch let error as FetchError {
            if error.isLocal { throw error }
            let remaining = error.isFinal ? nil : cached
            recordFailure(address, remaining)
            guard let remaining, !remaining.bytes.isEmpty else { throw error }
            return remaining.bytes
        } catch {
            if ContinuousClock.now - start > timeout { recordFailure(address, cached) }
            throw error
        }
    }

    /// Records a failed request; a cached picture stays.
    private func recordFailure(_ address: String, _ cached: CachedPicture?) {
        store(
            cached?.document ?? FeedCacheState.Document(address: address), cached?.bytes ?? [],
            for: Self.retryAfter)
    }

    private func fetch(_ address: String, _ cached: CachedPicture?) async throws -> [UInt8] {
        do {
            let validators = cached.flatMap { $0.bytes.isEmpty ? nil : $0.document }
            switch try await reader.read(address, cached: validators) {
            case .notModified(let document):
                store(document, cached?.bytes ?? [], for: Self.freshFor)
                return cached?.bytes ?? []
            case .read(let bytes, let document):
                _ = try LinkedPicture(inspecting: bytes)
                store(document, bytes, for: Self.freshFor)
                return bytes
            }
        } catch let failure as FeedFailure {
            throw FetchError.unreachable(failure)
        } catch let error as PictureError {
            throw FetchError.noPicture(error, at: Location.redacted(address))
        }
    }

    /// Returns whether a picture needs no request; a time far ahead comes from a clock that was
    /// wrong.
    private func isFresh(_ picture: CachedPicture) -> Bool {
        let now = now()
        return picture.expiresAt > now && picture.expiresAt <= now + Self.freshFor
    }

    private func store(_ document: FeedCacheState.Document, _ bytes: [UInt8], for time: Duration) {
        cache?.store(
            CachedPicture(document: document, expiresAt: now() + time, bytes: bytes), of: key)
    }
}

extension CachedPictureFetcher.FetchError {
    /// Whether a picture was removed permanently.
    fileprivate var isFinal: Bool {
        switch self {
        case .unreachable(let failure):
            [.service(.status(404)), .service(.status(410))].contains(failure.reason)
        case .noPicture, .failedRecently: false
        }
    }

    /// Whether this machine is the cause, so that the next attempt need not wait.
    fileprivate var isLocal: Bool {
        if case .unreachable(let failure) = self { failure.isLocal } else { false }
    }
}

extension CachedPictureFetcher {
    /// Creates the picture fetcher of a source, with its cache under `key`.
    init(
        for selected: ResolvedSource, _ key: SourceKey, in context: CommandContext
    ) throws {
        let secrets = try selected.credentials.resolved(
            environment: context.system.environmentVariable)
        self.init(
            reader: PictureReader(
                limits: context.transport.limits,
                source: selected.source.location, secrets: secrets, now: context.now),
            cache: (try? context.home()).map { PictureCache(home: $0) }, key: key, now: context.now,
            timeout: context.limit(.seconds(2)))
    }
}
