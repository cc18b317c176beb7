public import FleetCore
import FleetSQL
public import Foundation

/// A view: a filter with an order and columns, saved under a name.
public struct TeamView: Equatable, Sendable {
    /// The maximum number of views of one user, and of those for everybody.
    public static let limit = 100

    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The name, unique among those of its user, or among those for everybody.
    public var name: ViewName
    /// The filter, order and columns.
    public var content: ViewContent
    /// Whether everybody has it; otherwise only one user does.
    public var isForAll: Bool
    /// The name of the administrator who added one for everybody; `nil` if the account is removed,
    /// and for others.
    public var createdBy: String?
    /// The time when it was added.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var changedAt: Timestamp

    /// Creates a view.
    public init(
        id: UUID, name: ViewName, content: ViewContent, isForAll: Bool = false,
        createdBy: String? = nil, createdAt: Timestamp, changedAt: Timestamp
    ) {
        (self.id, self.name, self.content, self.isForAll) = (id, name, content, isForAll)
        (self.createdBy, self.createdAt, self.changedAt) = (createdBy, createdAt, changedAt)
    }

    /// Returns the view that typed text names, by its name or UUID; one's own before those for
    /// everybody.
    public static func find(_ typed: String, in views: [TeamView]) -> TeamView? {
        let id = UUID(uuidString: typed)
        let found = views.filter { id == nil ? $0.name.matches(typed) : $0.id == id }
        return found.first { !$0.isForAll } ?? found.first
    }
}

extension TeamView {
    /// Names of the columns of both tables of views, in the order of the initializer below.
    static let columns = "id, name, filter, created_at, changed_at"

    /// Reads ``columns`` from one on.
    init?(_ row: any SQLRow, at first: Int = 0, isForAll: Bool) {
        guard let id = row.uuid(first),
            let name = row.text(first + 1).flatMap({ try? ViewName($0) }),
            let content = row.text(first + 2).flatMap({ try? ViewContent($0) }),
            let createdAt = row.time(first + 3), let changedAt = row.time(first + 4)
        else { return nil }
        self.init(
            id: id, name: name, content: content, isForAll: isForAll, createdAt: createdAt,
            changedAt: changedAt)
    }
}

/// A change of a view; `nil` leaves a value as it is.
public struct ViewChange: Sendable {
    /// The new name.
    public var name: ViewName?
    /// The new filter, order and columns.
    public var content: ViewContent?

    /// Creates a change.
    public init(name: ViewName? = nil, content: ViewContent? = nil) {
        (self.name, self.content) = (name, content)
    }
}
