import Mustache

/// The members of a value that a template shows, which are read once.
///
/// The library itself asks `Mirror` for each key in each context around it.
struct ShownMembers: MustacheParent {
    private let members: [String: Any]

    private init(_ mirror: Mirror) {
        var members: [String: Any] = [:]
        for (label, value) in mirror.children {
            if let label { members[label] = Self.shown(value) }
        }
        self.members = members
    }

    func child(named name: String) -> Any? { members[name] }

    /// Returns a value as a template shows it, with the members of those in it; `nil` for none.
    static func shown(_ value: Any) -> Any? {
        switch value {
        case is String, is Bool, is Int, is Double, is any MustacheParent,
            is any MustacheCustomRenderable:
            return value
        default: break
        }
        let mirror = Mirror(reflecting: value)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.flatMap { shown($0.value) }
        case .collection: mirror.children.compactMap { shown($0.value) }
        case .struct, .class: ShownMembers(mirror)
        default: value
        }
    }
}
