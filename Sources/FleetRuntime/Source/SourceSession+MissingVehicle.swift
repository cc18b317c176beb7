package import FleetCore
package import FleetSQL

extension SourceSession {
    /// Returns an error about a missing vehicle; with a `store`, the hint covers favorites.
    package func missingVehicle(_ id: String, _ store: (any FleetStore)?) throws -> CommandError {
        CommandError(
            .noInput, "no vehicle \(CommandError.shownID(id)) in \(selected.label)",
            hint: try SourceArgument.hint(
                for: id, "list", search: "--color all" + selected.option, in: context)
                ?? store.flatMap { try hint(forFavorite: id, $0) ?? hintIfEmpty($0) }
                ?? "search for part of the ID with "
                + "`fleet list --search TEXT --color all\(selected.option)`")
    }

    /// Returns an error about a vehicle that has left the feed.
    package func goneVehicle(_ known: StoredVehicle) -> CommandError {
        let id = CommandError.shownID(known.vehicle.id)
        let seen = known.lastSeen.map { "; last seen \(LocalTime.text($0))" } ?? ""
        return CommandError(
            .noInput, "\(id) is not in the feed" + seen,
            hint: "run `fleet detail \(ShellWord.quoted(id))\(selected.option)` to see it as it was"
        )
    }

    /// Returns a hint if the stored snapshot has no vehicles, which no search would find.
    private func hintIfEmpty(_ store: any FleetStore) throws -> String? {
        let info = try store.snapshots.read { try $0.info(of: key) }
        return info?.total == 0 ? "the feed has no vehicles right now; try again later" : nil
    }

    /// Returns a hint if the ID is that of a favorite without a vehicle.
    private func hint(forFavorite id: String, _ store: any FleetStore) throws -> String? {
        // Favorites that cannot be read only take the hint away.
        guard selected.key != nil,
            let favorite = try? stableIDs.favorite(id, of: annotations, in: store)
        else { return nil }
        let found = try store.snapshots.read { try resolver.vehicles([favorite], in: $0) }
        return found[0] == nil
            ? "this favorite is missing from the feed; see `fleet favorite list\(selected.option)`"
            : nil
    }
}

/// A typed ID, and the ID that it stands for.
package struct ResolvedID: Sendable {
    let typed: String
    let id: String

    package init(typed: String, id: String) {
        (self.typed, self.id) = (typed, id)
    }

    /// Logs which vehicle was taken, if only the beginning of its ID was typed.
    package func log(to output: Output) {
        guard !ASCIICase.equal(typed, id) else { return }
        output.log("using \(CommandError.shownID(id)) for \(CommandError.shownID(typed))")
    }
}

extension StoredVehicle {
    /// Logs when the vehicle was last seen, if it has left the feed.
    package func logLastSeen(to output: Output) {
        guard let lastSeen else { return }
        output.log(
            "\(CommandError.shownID(vehicle.id)) is not in the feed; "
                + "last seen \(LocalTime.text(lastSeen))")
    }
}

extension CommandError {
    /// Maximum characters (Unicode scalars) of an ID in a message.
    private static let maxIDLength = 200

    /// Returns an ID for a message, truncated if it is long.
    package static func shownID(_ id: String) -> String {
        let beginning = id.unicodeScalars.prefix(maxIDLength)
        return beginning.endIndex == id.endIndex ? id : String(beginning) + "…"
    }

    /// Creates an error about an ID that several vehicles or sites match.
    package init(_ error: AmbiguousID) {
        self.init(
            .noInput, "'\(Self.shownID(error.typed))' matches several \(error.kind.rawValue)",
            hint: "give the full ID: " + error.matches.joined(separator: ", "))
    }
}
