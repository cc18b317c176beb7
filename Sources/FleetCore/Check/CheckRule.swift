/// A rule that feeds are checked against.
///
/// The raw value is its stable name, in output and in what is stored.
public enum CheckRule: String, CaseIterable, Codable, Sendable {
    // Rules of the specification about one document.
    case fieldMissing = "field-missing"
    case fieldReduced = "field-reduced"
    case wrongType = "wrong-type"
    case valueNotAllowed = "value-not-allowed"
    case outOfRange = "out-of-range"
    case wrongFormat = "wrong-format"
    case wrongLength = "wrong-length"
    case fieldNotAllowed = "field-not-allowed"
    case locationMissing = "location-missing"
    case fieldMissingBeside = "field-missing-beside-other"
    case fieldsExclusive = "fields-exclude-each-other"
    case systemInformationNotListed = "system-information-not-listed"
    case maxRangeMissing = "max-range-missing"
    // Rules of the specification across documents.
    case documentMissing = "document-missing"
    case vehicleTypeMissing = "vehicle-type-missing"
    case rangeMissing = "range-missing"
    case typeCountsMissing = "type-counts-missing"
    case reserveTimeMissing = "reserve-time-missing"
    case storeLinkMissing = "store-link-missing"
    case idUnknown = "id-unknown"
    case planUnknown = "plan-unknown"
    case typeUnknown = "type-unknown"
    // Rules about documents.
    case documentUnreadable = "document-unreadable"
    case documentOfOtherVersion = "document-of-other-version"
    case notHTTPS = "not-https"
    case slowResponse = "slow-response"
    case noEntityTag = "no-etag"
    case lastUpdatedInFuture = "last-updated-in-future"
    case lastUpdatedOld = "last-updated-old"
    case ttlZero = "ttl-zero"
    case timeWithoutZone = "time-without-zone"
    case timeInFuture = "time-in-future"
    case timeTooEarly = "time-too-early"
    case timeInOtherUnit = "time-in-other-unit"
    // Rules about data.
    case duplicateID = "duplicate-id"
    case vehicleTwice = "vehicle-twice"
    case coordinatesZero = "coordinates-zero"
    case coordinatesSwapped = "coordinates-swapped"
    case coordinatesImprecise = "coordinates-imprecise"
    case countsInconsistent = "counts-inconsistent"
    case overCapacity = "over-capacity"
    case polygonOpen = "polygon-open"
    case polygonCrossesItself = "polygon-crosses-itself"
    case zoneInverted = "zone-inverted"
    case rangeOverMaximum = "range-over-maximum"
    case rangeConstant = "range-constant"
    case stationInOneDocument = "station-in-one-document"
    // Rules over time.
    case feedFailing = "feed-failing"
    case lastUpdatedStuck = "last-updated-stuck"
    case dataFrozen = "data-frozen"
    case ttlNotHonoured = "ttl-not-honoured"
    case idsAlwaysRotate = "ids-rotate-on-every-read"
    case idsNeverRotate = "ids-never-rotate"
    case vehiclesJump = "vehicles-jump"
    case vehiclesEmpty = "vehicles-empty"
    case placeMissing = "place-missing"
    case tripsCollapsed = "trips-collapsed"
    case typesChange = "types-change"
    case tripWithoutEnd = "trip-without-end"
    case parked1Day = "parked-1-day"
    case parked3Days = "parked-3-days"
    case parked7Days = "parked-7-days"
    case parked14Days = "parked-14-days"
    case outsideZone = "outside-zone"
    case inSeveralSystems = "vehicle-in-several-systems"
    case teleport

    /// How much a finding matters.
    public enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
        /// Programs can read the data, but it is worse than it should be.
        case warning
        /// The specification forbids it, or the data is wrong.
        case error

        /// A warning is less than an error.
        public static func < (left: Self, right: Self) -> Bool {
            left == .warning && right == .error
        }
    }

    /// The texts about a rule, in the current language.
    public struct Text: Sendable {
        /// How much a finding matters.
        public var severity: Severity
        /// What is wrong, for any finding.
        public var problem: String
        /// The problem without its full stop.
        public var title: String { String(problem.dropLast()) }
        /// Why it matters.
        public var reason: String
        /// How to mend it.
        public var remedy: String

        init(
            _ severity: Severity, _ problem: LocalizedText, _ reason: LocalizedText,
            _ remedy: LocalizedText
        ) {
            (self.severity, self.problem) = (severity, problem.text)
            (self.reason, self.remedy) = (reason.text, remedy.text)
        }
    }

    /// How much a finding matters.
    public var severity: Severity { text.severity }

    /// The rules that compare what a feed shows over time, which a single reading cannot break.
    public static let overTime: [CheckRule] = [
        .feedFailing, .lastUpdatedStuck, .dataFrozen, .ttlNotHonoured, .idsAlwaysRotate,
        .idsNeverRotate, .vehiclesJump, .vehiclesEmpty, .placeMissing, .tripsCollapsed,
        .typesChange, .tripWithoutEnd, .parked1Day, .parked3Days, .parked7Days, .parked14Days,
        .outsideZone, .inSeveralSystems, .teleport,
    ]

    /// Whether a single check of the documents may break it by chance; it counts once two checks in
    /// a row do.
    var isMomentary: Bool {
        [.documentUnreadable, .slowResponse, .lastUpdatedOld, .lastUpdatedInFuture].contains(self)
    }

    /// Whether it compares what a feed shows over time.
    public var isOverTime: Bool { Self.overTime.contains(self) }

    /// Whether it is about a value that would be right if it was not there, in an optional field.
    var isAboutValues: Bool {
        switch self {
        case .wrongType, .valueNotAllowed, .outOfRange, .wrongFormat, .wrongLength, .timeInFuture,
            .timeTooEarly:
            true
        default: false
        }
    }

    /// Whether the canonical validator of GBFS has the rule, so that its report lists the findings.
    public var isCanonical: Bool {
        switch self {
        case .fieldMissing, .wrongType, .valueNotAllowed, .outOfRange, .wrongFormat, .wrongLength,
            .fieldNotAllowed, .locationMissing, .fieldMissingBeside, .fieldsExclusive,
            .systemInformationNotListed, .maxRangeMissing, .documentMissing, .vehicleTypeMissing,
            .rangeMissing, .typeCountsMissing, .reserveTimeMissing, .storeLinkMissing,
            .planUnknown, .typeUnknown, .documentUnreadable:
            true
        default: false
        }
    }
}
