import FleetClient
import FleetCore
import FleetSettings

/// The definition with which a source was opened.
///
/// The settings may change while a source is in use. So they are read again before each request and
/// each commit: what was loaded with another definition is neither stored nor shown.
struct SourceDefinition {
    let selected: ResolvedSource
    let context: CommandContext

    init(of selected: ResolvedSource, in context: CommandContext) {
        (self.selected, self.context) = (selected, context)
    }

    /// Checks that the settings still define the source as it was opened.
    /// - Throws: `FeedFailure` if they do not, or if they cannot be read.
    func check() throws(FeedFailure) {
        if let team = selected.team { return try checkLogin(of: team) }
        guard let name = selected.name else { return }
        let isSame: Bool
        do {
            // It may have been renamed.
            let catalog = try context.sourceCatalog()
            let named = try catalog.load().source(named: name)
            let credentials = try catalog.credentials(of: named?.name ?? name)
            let current = try? named.map { named throws(CommandError) in
                try ResolvedSource(named, credentials: credentials)
            }
            isSame =
                current?.vehiclesKey == selected.vehiclesKey
                && current?.credentials == selected.credentials
                && current?.source.history == selected.source.history
                && current?.source.assets == selected.source.assets
                && current?.source.language == selected.source.language
        } catch {
            throw FeedFailure(.store(.storeUnusable(ErrorReport(error).cause)), at: selected.label)
        }
        guard isSame else { throw FeedFailure(.machine(.sourceChanged), at: selected.label) }
    }

    /// Checks that the home still has the login with which a source of a team's server was opened.
    private func checkLogin(of team: TeamSource) throws(FeedFailure) {
        guard !TeamAccount(in: context).isScripted else { return }
        let current: TeamLogin?
        do {
            current = try TeamAccount(in: context).file().load()
        } catch {
            throw FeedFailure(.store(.storeUnusable(ErrorReport(error).cause)), at: team.label)
        }
        guard current?.revision == team.login.revision else {
            throw FeedFailure(.machine(.sourceChanged), at: team.label)
        }
    }

    /// Runs `body` while nobody can change the settings, if they still define the source as it was
    /// opened.
    func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
        guard selected.name != nil || selected.team != nil else { return try await body() }
        return try await context.sourceCatalog().withLock {
            try check()
            return try await body()
        }
    }
}
