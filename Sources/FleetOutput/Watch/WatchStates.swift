import FleetCore
package import FleetRuntime
import FleetService

/// View of a watched source as one line of JSON per state.
package struct WatchStates: Sendable {
    private let subscription: Subscription
    private let selection: WatchSelection

    package init(_ subscription: Subscription, _ selection: WatchSelection) {
        (self.subscription, self.selection) = (subscription, selection)
    }

    /// Writes a state; with a filter, also how many vehicles of the latest snapshot match it.
    func show(_ update: StateUpdate) throws {
        let context = subscription.source.context
        let offset = context.stoppedClock.map { $0 - update.at } ?? .zero
        var object = update.json(clockOffset: offset)
        if selection.isNarrowed, update.state.info != nil {
            try selection.read(subscription.store) { stored, query in
                object.add(query.filter, matching: try stored.counts(query).matching)
            }
        }
        try context.output.write(object.text.string + "\n")
        try context.output.finish()
    }
}
