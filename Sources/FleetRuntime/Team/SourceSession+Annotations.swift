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
            try HomeAnnotations(of: stableIDs.key.uuid, selected.owner, in: context, homeTeam())
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
                    mirror: mirror, drafts: try NoteDrafts(of: mirror.team.login, in: context),
                    newUUID: context.newUUID, now: context.now)
            }
            return LocalAnnotationWriter(annotations: annotations, now: context.shownNow)
        }
    }
}

extension HomeAnnotations {
    /// The favorites and notes of an owner of this home in a source.
    /// - Parameter file: The file to use; `nil` to open it.
    init(
        of source: UUID, _ owner: HomeOwner = .local, in context: CommandContext,
        _ file: HomeTeamFile? = nil
    ) throws {
        let home = try context.home()
        self.init(
            of: owner, source: source, in: file ?? HomeTeamFile(of: home),
            photos: PhotoFolder(of: home, owner: owner.uuid), now: { context.now() })
    }
}

extension NoteDrafts {
    /// The drafts of the user of a login.
    package init(of login: TeamLogin, in context: CommandContext) throws {
        let file = HomeTeamFile(of: try context.home())
        self.init(HomeDrafts(of: .login(login.ownerID), in: file, now: { context.now() }))
    }
}

extension ResolvedSource {
    /// The owner of the favorites and notes in this home.
    var owner: HomeOwner { team.map { .login($0.login.ownerID) } ?? .local }
}
