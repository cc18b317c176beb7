import FleetCore
import FleetService

extension Browser {
    /// Has the snapshot be compared with the one before, once events were asked for.
    mutating func compareIfWanted() {
        guard let revision = update?.state.info?.revision,
            let effect = events.request(revision)
        else { return }
        effects.append(effect)
    }

    /// Takes what a snapshot brought.
    mutating func take(_ news: EventNews?) {
        events.take(news)
        eventsScreen.follow(events.shown)
        compareIfWanted()
    }

    mutating func handleInEvents(_ key: Key) -> Bool {
        switch eventsScreen.handle(key, events.shown, part: layout.body) {
        case .handled: break
        case .ignored: return false
        case .close: goBack()
        case .open(let id): open(id)
        case .turn:
            events.turnChoice()
            eventsScreen.follow(events.shown)
        case .pause:
            events.pause()
            eventsScreen.follow(events.shown)
        }
        return true
    }
}
