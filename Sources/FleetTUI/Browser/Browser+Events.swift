import FleetCore
import FleetService

extension Browser {
    /// Requests a comparison with the previous snapshot, once the events screen has been opened.
    mutating func compareIfNeeded() {
        guard let revision = update?.state.info?.revision,
            let effect = events.request(revision)
        else { return }
        effects.append(effect)
    }

    /// Adds the events of a snapshot to the log.
    mutating func apply(_ update: EventUpdate?) {
        events.apply(update)
        eventsScreen.follow(events.shown)
        compareIfNeeded()
    }

    mutating func handleInEvents(_ key: Key) -> Bool {
        switch eventsScreen.handle(key, events.shown, part: layout.body) {
        case .handled: break
        case .ignored: return false
        case .close: goBack()
        case .open(let id): open(id)
        case .cycleFilter:
            events.cycleFilter()
            eventsScreen.follow(events.shown)
        case .togglePause:
            events.togglePause()
            eventsScreen.follow(events.shown)
        }
        return true
    }
}
