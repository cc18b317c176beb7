package import FleetClient
package import FleetCore
package import FleetSQL
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

    /// Returns the notes about a vehicle; none if the source is not stored.
    package func notes(about vehicle: Vehicle) throws -> [Note] {
        guard selected.key != nil, let id = resolver.stableID(of: vehicle) else { return [] }
        return try annotations.notes(about: id)
    }

    /// The copy of a team's source; `nil` for a source of this home, or if the home cannot be
    /// written.
    package var mirror: AnnotationMirror? {
        get throws {
            guard let team = selected.team, case .store = storage, selected.key != nil else {
                return nil
            }
            return AnnotationMirror(
                team: team, server: try TeamServer(of: team.login, in: context),
                annotations: try annotations
            )
        }
    }

    /// Prepares the favorites and notes before they are read: gets those of a team's source, and
    /// removes photos that a killed process left behind.
    ///
    /// While the server cannot be reached, those of the last time are shown, with a warning.
    package func updateAnnotations(_ mode: FetchMode = FetchMode()) async throws {
        guard let mirror = try mirror else {
            if selected.team == nil, selected.key != nil {
                try await annotations.removeLeftoverPhotos()
            }
            return
        }
        guard !mode.offline else { return }
        do {
            try await mirror.update()
        } catch  where error.isTeamServerOutage && !mode.strict {
            context.output.warn(
                ErrorReport(error).cause + "; showing the favorites and notes of the last time")
        }
    }
}

extension SourceSession {
    /// Resolver of the vehicle IDs of this source.
    package var resolver: VehicleResolver { VehicleResolver(of: selected.source, key) }

    /// Resolver of the stable IDs of this source, under which favorites and notes are stored.
    /// - Throws: `CommandError` (64) if the source is not stored because it has no name.
    package var stableIDs: VehicleResolver {
        get throws {
            guard selected.key == nil else { return resolver }
            let label = selected.label
            guard selected.source.location != .standardInput else {
                throw CommandError.usage(
                    "standard input needs a name to have favorites or notes",
                    hint: "save it to a file, then add that with `fleet source add NAME FILE`")
            }
            throw CommandError.usage(
                "\(label) needs a name to have favorites or notes",
                hint: "name it with `fleet source add NAME \(ShellWord.quoted(label))`")
        }
    }

    /// Throws if the stable IDs rotate, and warns once if that is unknown.
    /// - Throws: `CommandError` (64).
    package func checkStableIDs(
        _ info: SnapshotInfo, in store: any FleetStore, warn: (String) -> Void
    ) async throws {
        switch resolver.rotation(info) {
        case .no: break
        case .yes:
            throw CommandError.usage(
                "vehicle IDs of \(selected.label) rotate, "
                    + "so favorites and notes would lose their vehicles",
                hint: selected.adviser + "set the field of the stable ID with "
                    + "`\(selected.command(setting: "--label-field FIELD"))`, or "
                    + "use the operator's MDS feed, whose IDs are stable")
        case .unknown:
            guard try await store.recordNotice("rotation_unknown", for: key) else { return }
            warn(
                "vehicle IDs of \(selected.label) may rotate after trips; if they do not, "
                    + "\(selected.adviser)run `\(selected.command(setting: "--ids stable"))`")
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

// Lookup of favorites and notes by a typed ID, which is a stable ID or a current vehicle ID.
extension VehicleResolver {
    /// Returns the favorite with exactly this ID, otherwise that of the vehicle with this current
    /// ID, otherwise the only one that differs in case alone, otherwise the only one with this
    /// prefix; `nil` if none matches.
    package func favorite(
        _ id: String, of annotations: HomeAnnotations, in store: any FleetStore
    ) throws -> String? {
        let favorites = try annotations.favorites().map(\.id)
        let resolved = try stableID(ofVehicle: id, in: store)
        for candidate in [id, resolved].compactMap(\.self)
        where favorites.contains(where: { ByteOrder.equal($0, candidate) }) {
            return candidate
        }
        let matches = favorites.filter { ASCIICase.equal($0, id) }
        if !matches.isEmpty { return matches.count == 1 ? matches[0] : nil }
        return IDPrefix(id)?.only(of: favorites) { $0 }
    }

    /// Returns the notes with this ID, otherwise those about the vehicle with this current ID,
    /// otherwise those about the only vehicle with this prefix of its ID.
    package func notes(
        about id: String, of annotations: HomeAnnotations, in store: any FleetStore
    ) throws -> [Note] {
        let notes = try annotations.notes(aboutIgnoringCase: id)
        guard notes.isEmpty else { return notes }
        if let resolved = try stableID(ofVehicle: id, in: store) {
            return try annotations.notes(about: resolved)
        }
        let all = try annotations.notes()
        let vehicles = VehicleIDs(all.compactMap(\.vehicleID)).ids
        guard let vehicle = IDPrefix(id)?.only(of: vehicles, id: { $0 }) else { return [] }
        return all.filter { $0.vehicleID.map { ByteOrder.equal($0, vehicle) } == true }
    }

    /// Returns the stable ID of the only vehicle that an ID finds in the stored snapshot; `nil` if
    /// there is none, or if the IDs of the feed are themselves stable.
    private func stableID(ofVehicle id: String, in store: any FleetStore) throws -> String? {
        guard !usesFeedIDs else { return nil }
        do {
            return try store.snapshots.read { try find(id, in: $0) }
                .flatMap { stableID(of: $0.vehicle) }
        } catch is AmbiguousID {
            return nil
        }
    }
}
