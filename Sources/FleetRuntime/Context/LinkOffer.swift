import FleetCore
import FleetSQL
import FleetSettings
import Synchronization

/// The link that a command reads, to be offered as a source at the end of its output.
package final class LinkOffer: Sendable {
    private let stored = Mutex<ResolvedSource?>(nil)

    var link: ResolvedSource? {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }

    /// Prints the command that saves the link that was read; only on a terminal, and only if it
    /// could be read and no source has its address.
    package func show(in context: CommandContext) async {
        let output = context.output
        guard output.isTerminal, output.showsMessagesOnTerminal, let link else { return }
        let location = link.source.location
        let saved = (try? context.preferences().get().sources.values.map(\.location)) ?? []
        guard !saved.contains(location), await Self.wasRead(link, in: context) else { return }
        output.log("to save this source under a name:")
        output.log("fleet source add NAME \(ShellWord.quoted(link.label))")
    }

    /// Returns whether vehicles or sites of a link are stored; a simulation can always be read.
    private static func wasRead(
        _ link: ResolvedSource, in context: CommandContext
    ) async -> Bool {
        guard let vehicles = link.vehiclesKey else { return true }
        guard let store = try? context.open(link).readableStore() else { return false }
        for key in [vehicles, vehicles.forSites]
        where (try? await store.snapshots.record(of: key))?.info != nil { return true }
        return false
    }
}
