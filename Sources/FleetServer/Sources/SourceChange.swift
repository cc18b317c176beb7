import FleetCore
import FleetService
import FleetTeam
import HTTPTypes

/// A change of the sources that an administrator asks for.
enum SourceChange {
    case add(NewSourceDocument)
    case importTable(ReadTable, named: String)
    case rename(PolledSource, to: String)
    /// - Parameters:
    ///   - at: The address; `nil` leaves it as it is, as no credentials and no kind of feed leave
    ///     those.
    ///   - removesHistory: Whether its history, which ends with the change, may be removed.
    case locate(
        PolledSource, at: String?, SourceAccess?, provider: Source.Provider?,
        removesHistory: Bool)
    case makeDefault(PolledSource)
    /// - Parameters:
    ///   - location: The location of the vehicles of a table; `nil` leaves it as it is.
    ///   - contact: Address for questions about GBFS; `nil` leaves it as it is.
    case publish(
        PolledSource, Set<Source.Publication>, location: Source.PublishedLocation?,
        contact: String?)
    case attend(PolledSource, AttentionRules)
    case check(PolledSource, CheckChange)
    case columns(PolledSource, ColumnChoices)
    /// - Parameter removesHistory: Whether what is not kept any more may be removed.
    case keep(PolledSource, HistoryChoice?, removesHistory: Bool)
    case remove(PolledSource)
}

extension NewSourceDocument {
    /// - Throws: `Problem` (422) for an unknown kind of the feed.
    init(_ form: QueryItems) throws(Problem) {
        self.init()
        (name, location) = (form["name"] ?? "", form["location"] ?? "")
        (credentials, ids, history) = (form.credentials, form["ids"], form["history"])
        mds = try form.mds()
    }
}

extension SourceChangeDocument {
    /// - Throws: `Problem` (422) for a form that names no change.
    init(_ form: QueryItems) throws(Problem) {
        self.init()
        switch form["do"] {
        case "rename": name = form["name"] ?? ""
        case "locate":
            (location, credentials) = (form["location"] ?? "", form.credentials)
            (mds, removesHistory) = (try form.mds(), form.has(Self.confirmation))
        case "default": isDefault = true
        case "publish":
            (publish, contact) = (form.all("publish"), form["contact"])
            publishLocation = form["publish_location"]
        case "attention": attention = BoundTexts { form[$0.rawValue] }
        case "check", "silence", "unsilence": check = CheckChangeDocument(form)
        case "history":
            (history, removesHistory) = (form["history"] ?? "", form.has(Self.confirmation))
        default: throw Problem(.unprocessableContent, "The form names no change.")
        }
    }

    /// - Throws: `Problem` (422) unless there is exactly one change.
    func change(of source: PolledSource) throws -> SourceChange {
        let isLocated = location != nil || credentials != nil || mds != nil
        let choices = ColumnChoices(self)
        let isPublished = publish != nil || publishLocation != nil
        let count = [
            name != nil, isLocated, isDefault == true, isPublished, attention != nil,
            check != nil, history != nil, choices != nil,
        ].count { $0 }
        let mayRemove =
            history != nil || location != nil || credentials != nil || choices != nil
        guard count == 1, isDefault != false, contact == nil || publish != nil,
            reveals == nil || choices != nil, removesHistory == nil || mayRemove
        else {
            throw Problem(
                .unprocessableContent, "There is not exactly one change.",
                hint: """
                    Send one of name, location, default, publish, attention, check, history, \
                    columns; credentials and mds alone or with location, publish_location alone \
                    or with publish, contact with publish, visibilities and reveal with columns, \
                    remove_history with history, location, credentials or columns.
                    """)
        }
        if let name { return .rename(source, to: name) }
        if isLocated {
            return .locate(
                source, at: location, try SourceAccess(credentials),
                provider: Source.Provider(.mds, if: mds), removesHistory: removesHistory ?? false)
        }
        if let history {
            return .keep(
                source, try HistoryChoice(typed: history), removesHistory: removesHistory ?? false)
        }
        if isPublished {
            return .publish(
                source, try publish.map(Set.init(named:)) ?? source.source.publications,
                location: try .init(named: publishLocation), contact: contact)
        }
        if let attention {
            return .attend(source, try source.source.attention.changed(attention))
        }
        if let choices { return .columns(source, choices) }
        if let check { return .check(source, try check.change(of: source.source.check)) }
        return .makeDefault(source)
    }
}

extension AttentionRules {
    /// Returns the rules with some typed bounds.
    /// - Throws: `Problem` (422).
    func changed(_ bounds: BoundTexts<AttentionBound>) throws(Problem) -> AttentionRules {
        var rules = self
        for bound in AttentionBound.allCases {
            guard let text = bounds[bound] else { continue }
            do throws(QuantityError) {
                try bound.set(text, in: &rules)
            } catch {
                throw Problem(
                    .unprocessableContent, "\(bound.label) \(error.requirement).",
                    hint: "Correct it, or send off.", parameter: bound.rawValue)
            }
        }
        return rules
    }
}

extension AttentionRules {
    /// The bounds in the audit log, which all people read and so is in English.
    var auditText: String {
        Language.$current.withValue(.english) {
            AttentionBound.allCases.map {
                $0.rawValue.replacing("_", with: " ") + " " + $0.text(in: self)
            }.joined(separator: ", ")
        }
    }
}

extension HistoryChoice {
    /// Creates a typed choice; `nil` for the default, which is empty.
    /// - Throws: `Problem` (422).
    init?(typed text: String?) throws(Problem) {
        guard let text, !text.isEmpty else { return nil }
        do throws(QuantityError) {
            self = try HistoryChoice(text)
        } catch {
            throw Problem(
                .unprocessableContent, "The history \(error.requirement).",
                hint: "Correct it, or send off.", parameter: "history")
        }
    }
}

extension AttentionBound {
    /// The name on pages.
    var label: String {
        switch self {
        case .lowBattery: localized("Low battery, at most")
        case .idle: localized("Idle after")
        case .alarms: localized("Alarms of sensors")
        case .standstill: localized("Source stands still after")
        case .failing: localized("Alert of failures after")
        }
    }
}

/// A change that was made.
struct MadeSourceChange {
    /// Action and subject in the audit log.
    var action: AuditAction
    var subject: String
    /// The value of `done` in the address of the page that shows the result.
    var done: SourceNotice.Kind
    /// Name of the source now.
    var name: String
    /// Whether the feed was read.
    var isChecked = false
    /// The findings of the check; `nil` without one.
    var findings: SourceFindings?
}

extension MadeSourceChange {
    /// Creates a change of a source whose feed was not read.
    /// - Parameters:
    ///   - text: The change in the audit log.
    ///   - name: The new name; `nil` if that did not change.
    init(of source: PolledSource, _ text: String, _ done: SourceNotice.Kind, name: String? = nil) {
        self.init(
            action: .sourceChanged, subject: "\(source.name): \(text)", done: done,
            name: name ?? source.name)
    }
}

extension Set<Source.Publication> {
    /// - Throws: `Problem` (422) for an unknown name.
    init(named names: [String]) throws {
        let found = names.compactMap(Source.Publication.init)
        guard found.count == names.count else {
            throw Problem(
                .unprocessableContent, "What to publish is not valid.",
                hint: "Use page, gbfs and reports.", parameter: "publish")
        }
        self.init(found)
        guard isComplete else {
            throw Problem(
                .unprocessableContent,
                "The form for reports of finders is on the public page of a vehicle.",
                hint: "Publish the page, too (`page`).", parameter: "publish")
        }
    }
}

extension Source.PublishedLocation {
    /// Creates the location of a name; `nil` leaves it as it is.
    /// - Throws: `Problem` (422) for an unknown name.
    fileprivate init?(named name: String?) throws(Problem) {
        guard let name else { return nil }
        guard let location = Self(rawValue: name) else {
            throw Problem(
                .unprocessableContent, "The location to publish is not valid.",
                hint: "Use one of \(Self.allCases.map(\.rawValue).listed).",
                parameter: "publish_location")
        }
        self = location
    }
}

extension QueryItems {
    /// Returns whether a form declares a feed of MDS; `nil` if it has no such choice.
    /// - Throws: `Problem` (422) for an unknown value.
    fileprivate func mds() throws(Problem) -> Bool? {
        guard let text = self[AccessContext.feedKind] else { return nil }
        guard let isChosen = Bool(text) else {
            throw Problem(
                .unprocessableContent, "The kind of the feed is not valid.",
                hint: "Use true for MDS, or false.", parameter: AccessContext.feedKind)
        }
        return isChosen
    }
}

extension IDRotation {
    /// Creates the rotation of a name; `nil` means as observed.
    /// - Throws: `Problem` (422) for an unknown name.
    init?(named text: String?) throws {
        switch text {
        case nil: return nil
        case "stable": self = .no
        case "rotating": self = .yes
        default:
            throw Problem(
                .unprocessableContent, "The kind of IDs is not valid.",
                hint: "Use stable or rotating.")
        }
    }
}
