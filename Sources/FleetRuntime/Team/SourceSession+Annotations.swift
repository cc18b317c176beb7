package import FleetClient
import FleetCore
import FleetSQL
import FleetSQLite
package import FleetSettings
package import FleetTeam
import Foundation

extension SourceSession {
    /// The favorites and notes of this source in this home: those of the command line, or those of
    /// a login as they were mirrored last.
    /// - Throws: `CommandError` (64) if the source cannot have any.
    package var annotations: HomeAnnotations {
        get throws {
            try context.annotations(of: stableIDs.key.uuid, selected.owner, in: homeTeam())
        }
    }

    /// The writer of the favorites and notes of this source.
    /// - Throws: `CommandError` (64) if the source cannot have any, (74) if the home cannot be
    ///   written.
    package var annotationWriter: any AnnotationWriter {
        get throws {
            let annotations = try annotations
            _ = try writableStore()
            if let mirror = try mirror {
                return TeamAnnotations(
                    mirror: mirror, drafts: try context.drafts(of: mirror.team.login),
                    newUUID: context.newUUID,
                    now: context.now)
            }
            return LocalAnnotationWriter(annotations: annotations, now: context.shownNow)
        }
    }
}

extension CommandContext {
    /// Returns the favorites and notes of an owner of this home in a source.
    /// - Parameter file: The file to use; `nil` to open it.
    func annotations(
        of source: UUID, _ owner: HomeOwner = .local, in file: HomeTeamFile? = nil
    ) throws -> HomeAnnotations {
        let home = try home()
        return HomeAnnotations(
            of: owner, source: source, in: file ?? HomeTeamFile(of: home),
            photos: PhotoFolder(of: home, owner: owner.uuid), now: { now() })
    }

    /// Returns the drafts of the user of a login.
    package func drafts(of login: TeamLogin) throws -> NoteDrafts {
        NoteDrafts(
            HomeDrafts(
                of: .login(login.ownerID), in: HomeTeamFile(of: try home()), now: { now() }))
    }
}

extension ResolvedSource {
    /// The owner of the favorites and notes in this home.
    var owner: HomeOwner { team.map { .login($0.login.ownerID) } ?? .local }
}
