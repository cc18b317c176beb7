package import FleetCore
import FleetFeeds
import FleetSettings

/// A catalogue as it was read, with what renews it.
package struct LoadedCatalogue: Sendable {
    package let systems: SystemCatalogue
    /// The kept copy; `nil` for a file, which is read each time.
    fileprivate var copy: CachedCatalogue?

    /// Returns whether it is to be downloaded again; also if the clock was set back.
    func isDue(at now: Timestamp) -> Bool {
        guard let copy else { return true }
        return now >= copy.dueAt || now < copy.readAt
    }
}

/// When the catalogue of systems is downloaded.
package enum CatalogueMode: Sendable {
    /// Without a copy, or with an old one.
    case ifDue
    /// Always.
    case always
    /// Never.
    case never
}

/// Where the catalogue of systems comes from, and its kept copy.
package struct CatalogueSource: Sendable {
    /// Name of the variable with another address or file.
    package static let variable = "FLEET_CATALOGUE"

    /// Time after which a catalogue is downloaded again.
    private static let lifetime = Duration.seconds(7 * 86_400)
    /// Time until the next attempt after one that failed.
    private static let retryInterval = Duration.seconds(3600)
    /// Maximum time of a download: without a kept copy, and with one.
    private static let limits = (first: Duration.seconds(60), renewal: Duration.seconds(10))

    private let context: CommandContext
    /// Location without secrets; an address is normalized.
    private let location: Location
    private let reader: DocumentReader
    /// Where the copy is kept; `nil` for a file, and in a home that is unknown.
    private let file: CatalogueFile?

    /// Whether a copy of it is kept, since it is downloaded.
    var isWeb: Bool { location.isWeb }

    /// - Throws: `CommandError` (64) if the variable names no catalogue; `FeedFailure` if its
    ///   address is invalid.
    package init(in context: CommandContext) throws {
        let text = context.environmentVariable(Self.variable) ?? SystemCatalogue.publicAddress
        guard let full = try context.documentLocation(text) else { throw Self.invalid }
        let (location, credentials) = full.separatingSecrets
        self.context = context
        reader = try context.documentReader(credentials)
        guard case .web(let url) = location else {
            (self.location, file) = (location, nil)
            return
        }
        let address = try Self.address(url)
        self.location = .web(address)
        file = (try? context.home()).map {
            CatalogueFile(home: $0, address: address, maxBytes: Int(CatalogueDownload.maxBytes))
        }
    }

    private static func address(_ url: String) throws -> String {
        guard let address = try? WebAddress(url) else { throw invalid }
        return address.text
    }

    private static var invalid: CommandError {
        .usage(
            "\(variable) is not an http(s) address or a file",
            hint: "set it to the address or file of a catalogue, or unset it")
    }

    /// Returns the catalogue of systems; a failed download is only a warning if a copy is kept.
    ///
    /// - Throws: `CatalogueError`; `CommandError` if `mode` needs a copy that does not exist;
    ///   `CancellationError` if its task is cancelled.
    package func systems(_ mode: CatalogueMode = .ifDue) async throws -> SystemCatalogue {
        guard isWeb else { return try await load(after: nil).systems }
        let kept = kept()
        switch (mode, kept) {
        case (.never, nil):
            throw CommandError(
                .unavailable, "there is no copy of the catalogue of systems",
                hint: "run once without --offline to download it")
        case (.never, let kept?): return kept.systems
        case (.ifDue, let kept?) where !kept.isDue(at: context.now()): return kept.systems
        case (.ifDue, _), (.always, _): break
        }
        do {
            return try await load(after: kept).systems
        } catch let error as CatalogueError {
            guard let kept else { throw error }
            context.output.warn(error.cause + "; " + Self.use(of: kept.systems, now: context.now()))
            return postponing(kept).systems
        }
    }

    static func use(of catalogue: SystemCatalogue, now: Timestamp) -> String {
        let time = catalogue.readAt.map { ShortText.relativeTime(of: $0, now: now) }
        return "using the catalogue" + (time.map { " of \($0)" } ?? "")
    }

    /// Returns the kept copy; `nil` if there is none that can be used.
    func kept() -> LoadedCatalogue? {
        guard let copy = file?.load() else { return nil }
        return try? catalogue(of: copy)
    }

    /// Downloads or reads the catalogue, and keeps what was downloaded.
    ///
    /// - Parameter kept: The kept copy, which stays if the new one is damaged.
    /// - Throws: `CatalogueError`, or `CancellationError` if its task is cancelled.
    func load(after kept: LoadedCatalogue?) async throws -> LoadedCatalogue {
        do {
            let limit = kept == nil ? Self.limits.first : Self.limits.renewal
            let response = try await context.progress.track {
                try await Self.within(limit, of: location) {
                    try await CatalogueDownload(reader)
                        .response(from: location.text, kept: kept?.copy?.document)
                }
            }
            return try loaded(response, kept)
        } catch let failure as FeedFailure {
            throw CatalogueError.failed(failure)
        } catch let damage as CatalogueDamage {
            throw CatalogueError.damaged(damage, at: location.description)
        }
    }

    private func loaded(
        _ response: CatalogueDownload.Response, _ kept: LoadedCatalogue?
    ) throws -> LoadedCatalogue {
        let now = context.now()
        let copy: CachedCatalogue
        switch response {
        case .read(let bytes, let document):
            copy = CachedCatalogue(
                document: document, readAt: now, dueAt: now + Self.lifetime, bytes: bytes)
        case .notModified(let document):
            guard var renewed = kept?.copy else {
                throw FeedFailure(.service(.status(304)), at: location.description)
            }
            (renewed.document, renewed.readAt) = (document, now)
            renewed.dueAt = now + Self.lifetime
            copy = renewed
        }
        let loaded = try catalogue(of: copy)
        file?.store(copy)
        return loaded
    }

    /// Returns the kept copy after a failed renewal, which is tried again only after a while.
    func postponing(_ kept: LoadedCatalogue) -> LoadedCatalogue {
        var kept = kept
        guard var copy = kept.copy else { return kept }
        copy.dueAt = context.now() + Self.retryInterval
        kept.copy = copy
        file?.store(copy)
        return kept
    }

    private func catalogue(of copy: CachedCatalogue) throws(CatalogueDamage) -> LoadedCatalogue {
        var systems = try SystemCatalogue(csv: copy.bytes)
        systems.address = location.description
        systems.readAt = isWeb ? copy.readAt : nil
        return LoadedCatalogue(systems: systems, copy: isWeb ? copy : nil)
    }

    /// Returns the result of a download.
    /// - Throws: `FeedFailure` if it takes longer than `limit`; the error of `body`.
    private static func within<Value: Sendable>(
        _ limit: Duration, of location: Location,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw FeedFailure(
                    .network(.readTimeout(seconds: Int(limit.secondsToWait))),
                    at: location.description)
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
