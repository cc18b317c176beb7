public import Foundation

/// A source of vehicles, as configured by the user.
public struct Source: Equatable, Sendable {
    /// A feed of the source.
    public enum Feed: String, CaseIterable, Sendable {
        /// The vehicles of the fleet.
        case vehicles
        /// The depots and stations, with their sensors.
        case sites
    }

    /// A part of a source that a server shows to everybody, without signing in.
    public enum Publication: String, CaseIterable, Sendable {
        /// The page of each vehicle, without its location, notes and history.
        case page
        /// The fleet as GBFS 3.0, with IDs that rotate.
        case gbfs
        /// A form on the page of each vehicle, with which finders report problems to the team.
        case reports
    }

    /// Whether a server shows the form for reports, which is on the public page.
    public var acceptsReports: Bool {
        publications.contains(.reports) && publications.isComplete
    }

    /// The location of the vehicles of a table in the published GBFS.
    ///
    /// A feed is public already, but where the vehicles of a table are is its owner's to say.
    public enum PublishedLocation: String, CaseIterable, Sendable {
        /// None, and so no vehicle.
        case hidden = "none"
        /// The location of the row, never that of a sighting.
        case row
        /// The present location: the newer one of the row and the sightings.
        case sighting
    }

    /// The permanent UUID; `nil` for a location without a name.
    public var uuid: UUID?
    /// The location.
    public var location: Location
    /// The user's colors for its vehicle types.
    public var colorMap: ColorMap
    /// Whether its IDs rotate, as set by the user (`--ids`); `nil` means as observed.
    public var rotation: IDRotation?
    /// The field with the ID for labels; `nil` means the vehicle's ID, stable or not.
    public var labelField: LabelField?
    /// Its former names, which still find it.
    public var aliases: [String] = []
    /// The parts that a server publishes.
    public var publications: Set<Publication> = []
    /// The location that is published if it is a table.
    public var publishedLocation = PublishedLocation.hidden
    /// How long its changes are kept, as set for it; `nil` means as long as by default.
    public var ownHistory: HistoryChoice?
    /// How long the changes of sources without a setting of their own are kept, as set for all of
    /// them; `nil` for no time.
    public var defaultHistory: HistorySetting?
    /// What counts as in need of attention.
    public var attention = AttentionRules()
    /// The settings of its check over time.
    public var check = CheckSettings()
    /// What a reading may take.
    public var budget = SourceBudget()
    /// Whether its hosts must be on the public internet, because it was added over the network.
    public var publicHostsOnly = false
    /// The language of its texts where the feed has several; `nil` for English, or else the first.
    public var language: LanguageTag?
    /// How its table is read, if it is one.
    public var table = TableSettings()
    /// The asset list beside its feed.
    public var assets: AssetList?
    /// Its kind, as declared by the user.
    public var provider = Provider.detected
    /// The revision of the credentials that belong to it; `nil` without credentials.
    public var credentialsRevision: UUID?

    /// Creates a source; by default, colors and IDs come from the feed.
    public init(
        location: Location, colorMap: ColorMap = ColorMap(), rotation: IDRotation? = nil,
        labelField: LabelField? = nil, uuid: UUID? = nil
    ) {
        self.uuid = uuid
        self.location = location
        self.colorMap = colorMap
        self.rotation = rotation
        self.labelField = labelField
    }

    /// A digest of what determines the content of its feeds: the location, the user's colors, the
    /// revision of the credentials and how its table is read.
    ///
    /// Data loaded with another definition is neither stored nor shown. Of an asset list, only the
    /// hidden columns count, because everything else about it only changes properties.
    public var definition: String {
        var hash = StableHash()
        hash.combine(location.text)
        for (type, color) in colorMap.colors.sorted(by: { $0.key < $1.key }) {
            hash.combine(type)
            hash.combine(color.name)
        }
        hash.combine(credentialsRevision?.uuidString ?? "")
        var shown = table
        if let assets {
            // What is hidden now must not be shown from what was stored.
            shown.visibilities = assets.table.visibilities
            shown.omitted += assets.table.omitted
        }
        if shown != TableSettings(), let text = try? StoredJSON.encoder(sorted: true).encode(shown)
        {
            hash.combine(String(decoding: text, as: UTF8.self))
        }
        return StableHash.digits(of: hash.value)
    }

    /// How long its changes are kept; `nil` without a history.
    public var history: HistorySetting? {
        if let ownHistory { ownHistory.setting } else { defaultHistory }
    }

    /// Whether a changed source keeps less of the history than this one.
    public func losesHistory(as new: Source) -> Bool {
        guard let history else { return false }
        guard let kept = new.history, definition == new.definition else { return true }
        return history.keepsMore(than: kept)
    }

    /// Returns whether its IDs rotate: as set by the user, else as observed.
    public func rotation(observed: IDRotation) -> IDRotation { rotation ?? observed }

    /// Returns whether a text is a valid source name: `[a-z0-9][a-z0-9_-]*`, at most 64 characters.
    public static func isName(_ text: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
        }
        guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= 64 else {
            return false
        }
        return text.utf8.allSatisfy { isAlphanumeric($0) || $0 == 0x5F || $0 == 0x2D }
    }
}

extension Set<Source.Publication> {
    /// Whether the page is published if the form for reports, which is on it, is.
    public var isComplete: Bool { contains(.page) || !contains(.reports) }
}
