package import FleetClient
package import FleetCore
import FleetFeeds
package import FleetSettings
import Foundation

/// Login of this process to a team's server, as in `TeamAccount(in: context).login()`.
package struct TeamAccount: Sendable {
    let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Variables of scripts that use a team's server without `fleet login`.
    private static let (serverVariable, tokenVariable) = ("FLEET_SERVER", "FLEET_TOKEN")

    /// Returns the login of this process: that of the environment, or else that of the home, with
    /// the server's sources as they are now.
    ///
    /// While the server cannot be reached, the sources are those of the last time.
    /// - Parameter offline: Whether no request is made for a login of the home.
    /// - Throws: `TeamServerError` if the token is not accepted.
    package func login(offline: Bool = false) async throws -> TeamLogin? {
        if let url = scriptedURL { return try await scriptedLogin(url) }
        guard let login = try file().load() else { return nil }
        if offline { return login }
        do {
            let sources = try await TeamServer(of: login, in: context).sources()
            guard sources != login.sources else { return login }
            return try await file().update(login.revision) { $0.sources = sources } ?? login
        } catch  where error.isTeamServerOutage {
            context.log("team: \(ErrorReport(error).cause)")
            return login
        }
    }

    /// The server of the environment's login; `nil` without one.
    private var scriptedURL: String? { context.environmentVariable(Self.serverVariable) }

    /// Whether the environment has a login, which commands cannot change.
    package var isScripted: Bool { scriptedURL != nil }

    /// The address of the server, from the environment or else the home; `nil` without a login.
    var url: String? {
        get throws { try scriptedURL ?? file().load()?.url }
    }

    /// The login as this process knows it, without a request; `nil` without one.
    var knownLogin: TeamLogin? { context.connections.scripted ?? (try? file().load()) }

    /// Returns the file of the login of the home.
    package func file() throws -> TeamLoginFile { TeamLoginFile(home: try context.home()) }

    private func scriptedLogin(_ url: String) async throws -> TeamLogin {
        guard let token = context.environmentVariable(Self.tokenVariable) else {
            throw CommandError(
                .noPermission, "\(Self.tokenVariable) is not set",
                hint: "set it to an API token of \(Location.redacted(url)), or unset "
                    + Self.serverVariable)
        }
        if let login = context.connections.scripted { return login }
        let login = try await checkedLogin(token, at: url, revision: UUID(sourceName: token))
        context.connections.scripted = login
        return login
    }

    /// Returns the login with a token, after a check.
    func checkedLogin(
        _ token: String, at url: String, revision: UUID
    ) async throws -> TeamLogin {
        var server = try TeamServer(url, in: context)
        try server.requirePrivate()
        server.authorization = .token(try Self.checkedToken(token))
        let user = try await server.user()
        return TeamLogin(
            url: server.url, userID: user.id, userName: user.name, token: token,
            revision: revision, sources: try await server.sources())
    }

    /// - Throws: `CommandError` (65) for text that cannot be a token.
    private static func checkedToken(_ token: String) throws(CommandError) -> String {
        let isPlain = token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isPlain, (1...1024).contains(token.utf8.count) else {
            throw CommandError(
                .data, "this is not an API token",
                hint: "create one on the account page of the server")
        }
        return token
    }

    /// Checks the address of a server before secrets are asked for.
    /// - Throws: `FeedFailure` or `CommandError` (64) if it cannot be used.
    package func checkServer(_ url: String) throws {
        try TeamServer(url, in: context).requirePrivate()
    }

    /// Returns the login of this process.
    /// - Throws: `CommandError` (77) without one.
    package func requiredLogin() async throws -> TeamLogin {
        guard let login = try await login() else {
            throw CommandError(
                .noPermission, "there is no login to a team's server",
                hint: "run `fleet login URL`")
        }
        return login
    }

    /// Returns the user of the login, as the server knows it now.
    package func currentUser() async throws -> (TeamUser, TeamLogin) {
        let login = try await requiredLogin()
        return (try await TeamServer(of: login, in: context).user(), login)
    }

    /// Makes the source `team:NAME` the default; returns false for another name.
    /// - Throws: `CommandError` (66, 77) for an unknown name, or without a login of the home.
    package func useSource(_ name: String) async throws -> Bool {
        guard name.hasPrefix(TeamSource.prefix) else { return false }
        guard let team = try TeamSource.find(name, in: await login()) else { return false }
        guard !isScripted else {
            throw CommandError.usage(
                "the login is in the environment", hint: "unset FLEET_SERVER, or use --source")
        }
        let id = team.source.id
        _ = try await file().update(team.login.revision) { $0.defaultSource = id }
        return true
    }

    /// Makes the default source of the preferences that of all commands.
    package func useNoSource() async throws {
        guard let login = try file().load() else { return }
        _ = try await file().update(login.revision) { $0.defaultSource = nil }
    }
}

extension TeamServer {
    /// Connects to a server without an authorization.
    /// - Throws: `FeedFailure` if the address is not valid.
    init(_ url: String, in context: CommandContext) throws(FeedFailure) {
        self.init(
            client: try context.connections.client(of: url) { () throws(FeedFailure) in
                try APIClient(
                    url, limits: context.transport.limits, timeout: context.limit(.seconds(60)),
                    now: context.now)
            })
    }

    /// Connects to the server of a login.
    /// - Throws: `FeedFailure` if its address is not valid.
    package init(of login: TeamLogin, in context: CommandContext) throws(FeedFailure) {
        try self.init(login.url, in: context)
        authorization = .token(login.token)
    }

    /// - Throws: `CommandError` (64) if secrets would be sent in the clear.
    func requirePrivate() throws(CommandError) {
        guard !client.isPrivate else { return }
        throw .usage(
            "\(url) would receive passwords over the network in the clear",
            hint: "use the https address of the server")
    }
}
