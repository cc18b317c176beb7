/// The work that a connection is used for.
///
/// Each has connections of its own, so that work which is blocked, such as writes that wait for a
/// lost standby, never keeps the others from theirs.
enum ConnectionUse: String, CaseIterable, Sendable {
    /// Short reads: vehicles, sessions, sources and everything else.
    case read
    /// Reads of notes, which wait while their table is locked.
    case notes
    /// Changes of people.
    case write
    /// Snapshots of the feeds.
    case commit
    /// The leadership of feeds.
    case lease

    /// The uses of the connections that are reserved, the most important ones first.
    private static let reservations: [ConnectionUse] = [
        .read, .lease, .commit, .notes, .write, .read,
    ]

    /// Returns how many of `limit` connections nothing else uses; at least one is for all.
    func reserved(of limit: Int) -> Int {
        let few = Self.reservations.prefix(max(limit - 1, 0)).count { $0 == self }
        return self == .read ? max(few, limit / 4) : few
    }
}

/// Decides which work gets one of a few connections, and which waits: a value without threads and
/// connections.
///
/// Work of each use waits in order. A connection that is free and not reserved for another use
/// goes to the work that has waited longest.
struct ConnectionSlots<Waiter> {
    private struct Ticket {
        let number: Int
        let waiter: Waiter
    }

    /// The most connections.
    let maximum: Int
    /// The most connections at present: fewer while the server accepts no more.
    private(set) var limit: Int
    /// Number of times that work had to wait.
    private(set) var waits = 0
    private var inUse: [ConnectionUse: Int] = [:]
    /// What waits for each use, the longest first.
    private var waiting: [ConnectionUse: [Ticket]] = [:]

    init(_ maximum: Int) {
        self.maximum = max(maximum, 1)
        limit = self.maximum
    }

    /// Returns how many connections are in use for something.
    func used(for use: ConnectionUse) -> Int { inUse[use, default: 0] }

    private var total: Int { inUse.values.reduce(0, +) }

    /// Takes a connection; returns whether one is free and nothing of the same use waits.
    mutating func take(for use: ConnectionUse) -> Bool {
        guard waiting[use, default: []].isEmpty, isFree(for: use) else { return false }
        inUse[use, default: 0] += 1
        return true
    }

    /// Adds work that waits; returns the number of its ticket.
    mutating func wait(for use: ConnectionUse, _ waiter: Waiter) -> Int {
        waits += 1
        waiting[use, default: []].append(Ticket(number: waits, waiter: waiter))
        return waits
    }

    /// Removes work that has waited too long; returns `nil` if it waits no more.
    mutating func giveUp(_ number: Int) -> Waiter? {
        for (use, tickets) in waiting {
            guard let index = tickets.firstIndex(where: { $0.number == number }) else { continue }
            return waiting[use]?.remove(at: index).waiter
        }
        return nil
    }

    /// Ends the use of a connection.
    mutating func release(_ use: ConnectionUse) { inUse[use, default: 0] -= 1 }

    /// Takes a connection for the work that may have one next; returns `nil` if there is none.
    mutating func next() -> (use: ConnectionUse, waiter: Waiter)? {
        let ready = waiting.filter { use, tickets in !tickets.isEmpty && isFree(for: use) }
        guard let use = ready.min(by: { $0.value[0].number < $1.value[0].number })?.key,
            let ticket = waiting[use]?.removeFirst()
        else { return nil }
        inUse[use, default: 0] += 1
        return (use, ticket.waiter)
    }

    /// Counts one connection less, because the server accepts no more than those in use.
    mutating func narrow() { limit = max(1, min(limit - 1, total)) }

    /// Counts all connections again.
    mutating func widen() { limit = maximum }

    private func isFree(for use: ConnectionUse) -> Bool {
        let free = limit - total
        guard free > 0 else { return false }
        guard used(for: use) >= use.reserved(of: limit) else { return true }
        let kept = ConnectionUse.allCases.reduce(0) { sum, other in
            sum + (other == use ? 0 : max(0, other.reserved(of: limit) - used(for: other)))
        }
        return free > kept
    }
}
