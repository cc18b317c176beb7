import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSQL
import FleetTeam

/// The entry of the attention list that a command changes.
struct AttentionEntryOptions: ParsableArguments {
    @Argument(help: "The group: source, alarm, site_alarm, battery or idle.")
    var group: AttentionGroup

    @Argument(
        help: "The ID of the vehicle or site; none for a source.", completion: .stored(.vehicles))
    var id: String?

    @OptionGroup var source: SourceSelection

    func validate() throws {
        guard group.isSnoozable else {
            throw ValidationError(
                "the group must be one of "
                    + AttentionGroup.snoozable.map(\.rawValue).joined(separator: ", "))
        }
        guard (id == nil) == (group == .source) else {
            throw ValidationError(
                group == .source
                    ? "a source has no ID; use --source NAME" : "the ID is missing")
        }
        if let id { try IDArgument.check([id], "the ID") }
    }

    /// The thing as it was typed.
    var typed: AttentionSubject.Thing { .init(of: group, id: id ?? "") }

    /// Returns the thing with its stable ID, and the location of a vehicle or site.
    func resolved(
        in annotated: AnnotatedSource
    ) async throws -> (thing: AttentionSubject.Thing, position: Position?, seenAt: Timestamp?) {
        switch typed {
        case .source: return (.source, nil, nil)
        case .site(let id):
            let key = annotated.resolver.key.forSites
            guard let site = try annotated.store.snapshots.read({ try $0.site(id, of: key) })
            else {
                throw CommandError(
                    .noInput, "\(annotated.label) has no site \(CommandError.shownID(id))",
                    hint: "run `fleet site list\(annotated.selected.option)` to see the sites")
            }
            return (.site(site.id), site.position, nil)
        case .vehicle(let id):
            let found = try await annotated.find([id])[0]
            return (.vehicle(found.stableID), found.position, found.seenAt)
        }
    }

    /// The entry in a message.
    func shown(_ label: String) -> String { id.map(CommandError.shownID) ?? label }
}
