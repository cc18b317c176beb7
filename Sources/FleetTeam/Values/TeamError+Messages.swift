import FleetCore

extension TeamError {
    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .signedOut: "not signed in"
        case .wrongPassword: "the name or the password is wrong"
        case .forbidden: "this account or token may not do that"
        case .notFound: "not found"
        case .conflict: "somebody else has changed the note"
        case .keyReused: "the idempotency key was used for another note"
        case .throttled: "too many attempts"
        case .busy: "too many people are signing in"
        case .invalid(let field, let rule): "\(field.title) \(rule.cause)"
        case .nameTaken: "the name is taken"
        case .expiredLink: "the link has expired or was used"
        case .registrationClosed: "nobody can register without an invitation"
        case .privateTask: "a task cannot be private"
        case .lastAdministrator: "the team needs an administrator"
        case .userDisabled: "the user is disabled"
        case .viewInUse(let alerts): "the view is used by the alerts " + Self.list(alerts)
        case .tooMany(let item, let limit): "there can be at most \(limit) \(item.title)"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .signedOut: "sign in again"
        case .wrongPassword: "try again, or ask an administrator for a link to reset the password"
        case .forbidden: "ask an administrator for another role, or use a token that writes"
        case .notFound: "check the address; the item may have been removed or made private"
        case .conflict: "compare both versions, then save again"
        case .keyReused: "use a new key for each note"
        case .throttled: "wait until the next attempt is possible"
        case .busy: "try again in a few seconds"
        case .invalid(.name, .malformed):
            "use letters, digits and . _ - @ +, without spaces"
        case .nameTaken, .invalid(_, .reserved): "choose another name"
        case .invalid(.assignee, _): "name a member or an administrator, or nobody"
        case .invalid: "correct it and try again"
        case .expiredLink: "ask an administrator for a new link"
        case .registrationClosed: "ask an administrator for an invitation"
        case .privateTask: "share the note with the team, or make it no task"
        case .lastAdministrator: "make somebody else an administrator first"
        case .userDisabled: "enable the user first"
        case .viewInUse: "choose another view for the alerts first"
        case .tooMany: "remove some first"
        }
    }
}

extension TeamError {
    /// Returns names of items in one line, at most five of them.
    private static func list(_ names: [String]) -> String {
        let others = names.count > 5 ? ["and \(names.count - 5) more"] : []
        return (names.prefix(5) + others).joined(separator: ", ")
    }
}

extension TeamError.Field {
    fileprivate var title: String {
        switch self {
        case .name: "the name"
        case .displayName: "the name for colleagues"
        case .password: "the password"
        case .text: "the text"
        case .tokenName: "the name of the token"
        case .lifetime: "the lifetime"
        case .vehicle: "the vehicle ID"
        case .site: "the site ID"
        case .assignee: "the person who is to do the task"
        case .filter: "the filter"
        case .alertName: "the name of the alert"
        case .alertKinds: "the list of events"
        case .lowBattery: "the charge of a low battery"
        case .webhook: "the address of the webhook"
        case .viewName: "the name of the view"
        case .reason: "the reason"
        case .until: "the end of the snooze"
        case .attentionGroup: "the group"
        }
    }
}

extension TeamError.Rule {
    fileprivate var cause: String {
        switch self {
        case .tooShort(1): "is empty"
        case .outOfRange: "is not in the next 30 days"
        case .tooShort(let limit): "is shorter than \(limit) bytes"
        case .tooLong(let limit): "is longer than \(limit)"
        case .malformed: "is not valid"
        case .reserved: "is reserved for the program itself"
        case .unknown: "is not known"
        case .personal: "is personal: it selects favorites, or begins where the person is"
        }
    }
}

extension TeamError.Item {
    fileprivate var title: String {
        switch self {
        case .favorites: "favorites per source"
        case .notes: "notes per user"
        case .tokens: "tokens"
        case .photos: "photos per note"
        case .photoBytes: "bytes of photos per user"
        case .invitations: "open invitations"
        case .alerts: "alerts"
        case .views: "views"
        case .sources: "sources"
        case .snoozes: "snoozes per user"
        }
    }
}
