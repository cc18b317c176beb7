package import FleetCore
package import FleetSettings
package import Foundation

/// A source of a team's server, named `team:NAME` on the command line.
package struct TeamSource: Equatable, Sendable {
    package static let prefix = "team:"

    package let login: TeamLogin
    package let source: TeamLogin.Source

    /// Creates a source of a login.
    package init(login: TeamLogin, source: TeamLogin.Source) {
        (self.login, self.source) = (login, source)
    }

    /// The name on the server.
    package var name: String { source.name }
    /// The origin of the server.
    package var url: String { login.url }

    package var label: String { Self.prefix + source.name }

    /// Returns the address of a feed, which is a document of the server's API.
    package func location(of feed: Source.Feed) -> Location {
        let document = feed == .vehicles ? "feed" : "sites"
        return .web(login.url + TeamServer.path("sources", source.name, document))
    }

    /// The definition of the source in this home.
    ///
    /// The revision of the login is a part of it, so that what was loaded for another login is not
    /// found.
    /// - Throws: `CommandError` (65) for a label field that this version does not know.
    package func definition() throws(CommandError) -> Source {
        var definition = Source(
            location: location(of: .vehicles), uuid: login.uuid(of: source))
        definition.credentialsRevision = login.revision
        if let text = source.labelField {
            do throws(LabelFieldError) {
                definition.labelField = try LabelField(text)
            } catch {
                throw CommandError(
                    .data, "the label field of \(label) cannot be used: \(error.cause)",
                    hint: "install the version of fleet that the server has")
            }
        }
        return definition
    }

    /// The token as credentials of the feeds.
    package var credentials: Credentials {
        var credentials = Credentials()
        credentials.headers = [.init(name: "Authorization", value: "Bearer " + login.token)]
        return credentials
    }

    /// Returns the source that `team:NAME` selects, or the default one; `nil` if neither does.
    /// - Throws: `CommandError` (66, 77) for an unknown name, or without a login.
    package static func find(_ text: String?, in login: TeamLogin?) throws(CommandError)
        -> TeamSource?
    {
        guard let text else {
            guard let login, let id = login.defaultSource else { return nil }
            let known = login.sources.first { $0.id == id } ?? login.sources.first
            return known.map { TeamSource(login: login, source: $0) }
        }
        guard text.hasPrefix(prefix) else { return nil }
        guard let login else {
            throw CommandError(
                .noPermission, "\(text) needs a login to a team's server",
                hint: "run `fleet login URL`")
        }
        let name = text.dropFirst(prefix.count)
        guard let source = login.sources.first(where: { $0.name == name }) else {
            let names = login.sources.map { prefix + $0.name }.joined(separator: ", ")
            throw CommandError(
                .noInput, "\(login.url) has no source named \(name)",
                hint: names.isEmpty ? "ask an administrator to add it" : "use one of: \(names)")
        }
        return TeamSource(login: login, source: source)
    }
}

extension TeamLogin {
    /// The ID of the owner of the favorites and notes that this home mirrors.
    package var ownerID: UUID { UUID(sourceName: "login:\(url):\(userID.uuidString)") }
}
