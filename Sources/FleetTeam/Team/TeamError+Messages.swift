import FleetCore

extension TeamError {
    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .signedOut: localized("not signed in")
        case .wrongPassword: localized("the name or the password is wrong")
        case .forbidden: localized("this account or token may not do that")
        case .notFound: localized("not found")
        case .conflict: localized("somebody else has changed the note")
        case .keyReused: localized("the idempotency key was used for another request")
        case .throttled: localized("too many attempts")
        case .busy: localized("too many people are signing in")
        case .invalid(let field, let rule): rule.cause(field.title)
        case .nameTaken: localized("the name is taken")
        case .nameLooksTaken: localized("the name looks like that of somebody else")
        case .expiredLink: localized("the link has expired or was used")
        case .registrationClosed: localized("nobody can register without an invitation")
        case .privateTask: localized("a task cannot be private")
        case .lastAdministrator: localized("the team needs an administrator")
        case .userDisabled: localized("the user is disabled")
        case .viewInUse(let alerts):
            localized("the view is used by the alerts \(Self.list(alerts))")
        case .dayIsDecided(let day): localized("\(day.text) is decided already")
        case .dayIsOpen(let day): localized("\(day.text) is not decided yet")
        case .tooMany(let item, let limit): localized("there can be at most \(limit) \(item.title)")
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .signedOut: localized("sign in again")
        case .wrongPassword:
            localized("try again, or ask an administrator for a link to reset the password")
        case .forbidden:
            localized("ask an administrator for another role, or use a token that writes")
        case .notFound:
            localized("check the address; the item may have been removed or made private")
        case .conflict: localized("compare both versions, then save again")
        case .keyReused: localized("use a new key for each request")
        case .throttled: localized("wait until the next attempt is possible")
        case .busy: localized("try again in a few seconds")
        case .invalid(.name, .malformed):
            localized("use letters, digits and . _ - @ +, without spaces")
        case .invalid(_, .severalScripts):
            localized("use the letters of one script, such as Latin or Cyrillic")
        case .nameTaken, .nameLooksTaken, .invalid(_, .reserved): localized("choose another name")
        case .invalid(.assignee, _): localized("name a member or an administrator, or nobody")
        case .invalid(_, .withoutZone):
            localized("choose a view with a zone, or leave out these events")
        case .invalid(.accuracy, _):
            localized("choose the location on a map, or type it, and send no accuracy")
        case .invalid: localized("correct it and try again")
        case .expiredLink: localized("ask an administrator for a new link")
        case .registrationClosed: localized("ask an administrator for an invitation")
        case .privateTask: localized("share the note with the team, or make it no task")
        case .lastAdministrator: localized("make somebody else an administrator first")
        case .userDisabled: localized("enable the user first")
        case .viewInUse: localized("choose another view for the alerts first")
        case .dayIsDecided: localized("begin on a later day, or correct the decided days")
        case .dayIsOpen: localized("correct it once it is over, if the limit holds then")
        case .tooMany(.sightings, _): localized("try again tomorrow")
        case .tooMany: localized("remove some first")
        }
    }
}

extension TeamError {
    /// Returns names of items in one line, at most five of them.
    private static func list(_ names: [String]) -> String {
        let list = names.prefix(5).joined(separator: ", ")
        return names.count > 5 ? localized("\(list), and \(names.count - 5) more") : list
    }
}

extension TeamError.Field {
    fileprivate var title: String {
        switch self {
        case .name: localized("the name")
        case .displayName: localized("the name for colleagues")
        case .password: localized("the password")
        case .text: localized("the text")
        case .tokenName: localized("the name of the token")
        case .lifetime: localized("the lifetime")
        case .vehicle: localized("the vehicle ID")
        case .site: localized("the site ID")
        case .assignee: localized("the person who is to do the task")
        case .filter: localized("the filter")
        case .alertName: localized("the name of the alert")
        case .alertKinds: localized("the list of events")
        case .lowBattery: localized("the charge of a low battery")
        case .webhook: localized("the address of the webhook")
        case .viewName: localized("the name of the view")
        case .reason: localized("the reason")
        case .until: localized("the end of the snooze")
        case .attentionGroup: localized("the group")
        case .limitName: localized("the name of the limit")
        case .limitSources: localized("the list of sources")
        case .limitMaximum: localized("the maximum of the limit")
        case .limitCoverage: localized("the needed coverage")
        case .limitType: localized("the vehicle type")
        case .limitZone: localized("the zone")
        case .firstDay: localized("the first day")
        case .lastDay: localized("the last day")
        case .accuracy: localized("the accuracy of the location")
        case .seenAt: localized("the time of the sighting")
        case .contact: localized("the contact")
        }
    }
}

extension TeamError.Rule {
    /// Returns the message about a field.
    fileprivate func cause(_ field: String) -> String {
        switch self {
        case .tooShort(1): localized("\(field) is empty")
        case .outOfRange: localized("\(field) is not in the next 30 days")
        case .tooShort(let limit): localized("\(field) is shorter than \(limit) characters")
        case .tooLong(let limit): localized("\(field) is longer than \(limit)")
        case .malformed: localized("\(field) is not valid")
        case .severalScripts: localized("\(field) has letters of several scripts")
        case .reserved: localized("\(field) is reserved for the program itself")
        case .unknown: localized("\(field) is not known")
        case .withoutZone: localized("\(field) has events of zones, and the view has no zone")
        case .tooInaccurate(let limit): localized("\(field) is over \(limit) m")
        case .notRecent: localized("\(field) is not in the last 24 hours")
        case .personal:
            localized(
                "\(field) is personal: it selects favorites, or begins where the person is")
        }
    }
}

extension TeamError.Item {
    fileprivate var title: String {
        switch self {
        case .favorites: localized("favorites per source")
        case .notes: localized("notes per user")
        case .tokens: localized("tokens")
        case .photos: localized("photos per note")
        case .photoBytes: localized("bytes of photos per user")
        case .invitations: localized("open invitations")
        case .alerts: localized("alerts")
        case .views: localized("views")
        case .sources: localized("sources")
        case .snoozes: localized("snoozes per user")
        case .limits: localized("limits")
        case .sightings: localized("sightings of a user in 7 days")
        }
    }
}
