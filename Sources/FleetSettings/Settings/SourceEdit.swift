public import FleetCore

/// A change of the settings of one source; a setting that is `nil` stays as it is.
///
/// Commands, pages and the API all change sources in this way:
///
///     let edit = SourceEdit { $0.publications = [.page] }
///     let edited = try edit.apply(to: "oslo", in: &preferences)
public struct SourceEdit: Sendable {
    /// The location, whose secrets become a part of the credentials before it is saved.
    public var location: Location?
    /// Whether its hosts must be on the public internet.
    public var publicHostsOnly: Bool?
    /// The declared kind.
    public var provider: Source.Provider?
    /// All credentials that the source then has.
    public var credentials: Credentials?
    /// Colors of some of its vehicle types, by type ID.
    public var colors: [String: VehicleColor] = [:]
    /// Whether its IDs rotate.
    public var rotation: IDRotation?
    /// The field with the ID for labels.
    public var labelField: LabelField?
    /// The language of its texts; `.some(nil)` for English.
    public var language: LanguageTag??
    /// The published parts.
    public var publications: Set<Source.Publication>?
    /// The published location of the vehicles of its table.
    public var publishedLocation: Source.PublishedLocation?
    /// How long its changes are kept; `.some(nil)` for the default.
    public var history: HistoryChoice??
    /// Changes what counts as in need of attention.
    public var attention: (@Sendable (inout AttentionRules) throws -> Void)?
    /// Changes the settings of its check.
    public var check: (@Sendable (inout CheckSettings) throws -> Void)?
    /// Where its asset list is, and what the rows are matched by; `.some(nil)` for no list, and
    /// `nil` for either to keep it.
    public var assets: (location: Location?, match: AssetList.Match?)??
    /// Changes how its asset list is read, or if it has none, its table.
    public var table: (@Sendable (inout TableSettings) -> Void)?
    /// Changes what a reading may take.
    public var budget: (@Sendable (inout SourceBudget) -> Void)?

    /// Creates a change of what `set` sets.
    public init(_ set: (inout SourceEdit) -> Void = { _ in }) { set(&self) }

    /// Returns the changed source.
    public func changed(_ old: Source) throws -> Source {
        var new = old
        new.location = location ?? old.location
        new.publicHostsOnly = publicHostsOnly ?? old.publicHostsOnly
        new.provider = provider ?? old.provider
        if let credentials { new.credentialsRevision = credentials.revision }
        new.colorMap.colors.merge(colors) { $1 }
        new.rotation = rotation ?? old.rotation
        new.labelField = labelField ?? old.labelField
        new.language = language ?? old.language
        new.publications = publications ?? old.publications
        new.publishedLocation = publishedLocation ?? old.publishedLocation
        new.ownHistory = history ?? old.ownHistory
        try attention?(&new.attention)
        try check?(&new.check)
        new.assets = try changedAssets(old)
        if var assets = new.assets {
            table?(&assets.table)
            new.assets = assets
        } else {
            table?(&new.table)
        }
        budget?(&new.budget)
        return new
    }

    private func changedAssets(_ old: Source) throws -> AssetList? {
        guard let assets else { return old.assets }
        guard let assets else { return nil }
        guard let location = assets.location ?? old.assets?.location else {
            throw SourceChangeError.refused(
                cause: "the source has no asset list", hint: "name one with --inventory FILE")
        }
        var new = AssetList(location: location, match: assets.match ?? old.assets?.match ?? .id)
        // The columns of another file are others, but people see what they saw.
        if let old = old.assets {
            new.table.visibilities = old.table.visibilities
            if old.location == location { new.table = old.table }
        }
        return new
    }

    /// Changes a source of the preferences.
    /// - Parameter name: Its present name; `nil` for a source that was removed.
    /// - Throws: ``SourceChangeError/notFound``; ``SourceChangeError/refused(cause:hint:)`` for
    ///   another location of a source whose rows were imported.
    public func apply(
        to name: String?, in preferences: inout Preferences
    ) throws -> EditedSource {
        guard let name, let old = preferences.sources[name] else {
            throw SourceChangeError.notFound
        }
        let new = try changed(old)
        guard old.location != .inventory || new.location == .inventory else {
            throw SourceChangeError.refused(
                cause: "another location would remove the imported rows",
                hint: "add another source, and remove this one")
        }
        preferences.sources[name] = new
        let isRead =
            location != nil || credentials != nil || old.language != new.language
            || old.table != new.table || old.assets != new.assets
        return EditedSource(name: name, old: old, new: new, isRead: isRead)
    }
}

/// A source before and after a change of its settings.
public struct EditedSource: Sendable {
    /// The name.
    public let name: String
    /// The source before the change.
    public let old: Source
    /// The changed source.
    public let new: Source
    /// Whether its feed should be read before the change is saved.
    public let isRead: Bool

    /// Whether less of the history is kept after the change.
    public var losesHistory: Bool { old.losesHistory(as: new) }

    /// How long the present history is kept after the change; `nil` if it is removed.
    public var keptHistory: HistorySetting? {
        old.definition == new.definition ? new.history : nil
    }

    /// Returns the present credentials of the source, which the changed source continues to use.
    /// - Parameter all: The stored credentials by source name.
    /// - Throws: ``SourceChangeError/otherOrigin(_:)``.
    public func presentCredentials(
        in all: [String: Credentials]
    ) throws(SourceChangeError) -> Credentials {
        guard let own = all[name], !own.isEmpty, own.revision == new.credentialsRevision else {
            return Credentials()
        }
        guard
            !new.location.isWeb || new.location == old.location
                || new.location.hasSameOrigin(as: old.location)
        else { throw .otherOrigin(name) }
        return own
    }
}

/// The reason why the settings of a source were not changed.
public enum SourceChangeError: Error, Equatable {
    /// There is a source of that name already.
    case nameTaken
    /// There is no such source any more.
    case notFound
    /// The change would delete history and was not confirmed.
    case removesHistory
    /// The credentials of the named source would go to an origin that they were not entered for.
    case otherOrigin(String)
    /// The settings refuse the change.
    case refused(cause: String, hint: String)
}
