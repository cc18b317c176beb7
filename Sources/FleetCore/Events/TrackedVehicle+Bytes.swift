// The stored state of event detection for a vehicle: eleven little-endian words of eight
// bytes.
extension TrackedVehicle {
    /// The flags in the first word; the states take two bits each.
    private enum Flag {
        static let position = 0, reportedPosition = 1, lastReported = 2, missing = 3, charge = 4
        static let reserved = 5, disabled = 7
        static let isEstimated = 9, wasEstimated = 10, isLow = 11, wasLow = 12
        /// Five bits: 0 without a named state, or else its position in the list of them, from 1.
        static let namedState = 13
        /// The version of the form, in the highest byte.
        static let version = UInt64(1) << 56
    }

    private static let wordCount = 11

    /// Creates the vehicle as it is in a snapshot, without earlier ones.
    public init(_ vehicle: Vehicle) {
        self.init(vehicle, EventCriteria(Filter(), .default))
    }

    /// Whether the vehicle is missing from the feed and held back until the next snapshot.
    public var isHeldBack: Bool { missingSince != nil }

    /// The stored form, without the ID.
    public var bytes: [UInt8] {
        var words = [UInt64](repeating: 0, count: Self.wordCount)
        words[0] = flags
        (words[1], words[2]) = (traits, station)
        (words[3], words[4]) = Self.words(position)
        (words[5], words[6]) = Self.words(reportedPosition)
        words[7] = UInt64(bitPattern: lastReported?.milliseconds ?? 0)
        words[8] = UInt64(bitPattern: missingSince?.milliseconds ?? 0)
        words[9] = charge?.current.percent.bitPattern ?? 0
        words[10] = charge?.reported.percent.bitPattern ?? 0
        return words.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    }

    /// Creates a vehicle from its stored form; `nil` if another version of the program wrote it.
    public init?(id: String, bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.wordCount * 8 else { return nil }
        let words = (0..<Self.wordCount).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
        }
        guard words[0] & (0xFF << 56) == Flag.version else { return nil }
        func has(_ flag: Int) -> Bool { words[0] >> UInt64(flag) & 1 == 1 }
        func time(_ flag: Int, _ word: Int) -> Timestamp? {
            has(flag) ? Timestamp(milliseconds: Int64(bitPattern: words[word])) : nil
        }
        self.id = id
        isSelected = true
        (traits, station) = (words[1], words[2])
        position = has(Flag.position) ? Self.position(words[3], words[4]) : nil
        reportedPosition = has(Flag.reportedPosition) ? Self.position(words[5], words[6]) : nil
        lastReported = time(Flag.lastReported, 7)
        missingSince = time(Flag.missing, 8)
        isReserved = has(Flag.reserved) ? has(Flag.reserved + 1) : nil
        isDisabled = has(Flag.disabled) ? has(Flag.disabled + 1) : nil
        let state = Int(words[0] >> UInt64(Flag.namedState) & 0x1F)
        if state > 0, state <= VehicleState.allCases.count {
            namedState = VehicleState.allCases[state - 1]
        }
        let current = Battery(
            percent: Double(bitPattern: words[9]), isEstimated: has(Flag.isEstimated))
        let reported = Battery(
            percent: Double(bitPattern: words[10]), isEstimated: has(Flag.wasEstimated))
        if has(Flag.charge), let current, let reported {
            charge = BatteryEventState(
                current: current, reported: reported, isLow: has(Flag.isLow),
                wasLow: has(Flag.wasLow))
        }
    }

    private var flags: UInt64 {
        var flags = Flag.version
        func set(_ flag: Int, _ holds: Bool?) { if holds == true { flags |= 1 << UInt64(flag) } }
        set(Flag.position, position != nil)
        set(Flag.reportedPosition, reportedPosition != nil)
        set(Flag.lastReported, lastReported != nil)
        set(Flag.missing, missingSince != nil)
        set(Flag.charge, charge != nil)
        set(Flag.reserved, isReserved != nil)
        set(Flag.reserved + 1, isReserved)
        set(Flag.disabled, isDisabled != nil)
        set(Flag.disabled + 1, isDisabled)
        let state = namedState.flatMap(VehicleState.allCases.firstIndex).map { $0 + 1 } ?? 0
        flags |= UInt64(state) << UInt64(Flag.namedState)
        set(Flag.isEstimated, charge?.current.isEstimated)
        set(Flag.wasEstimated, charge?.reported.isEstimated)
        set(Flag.isLow, charge?.isLow)
        set(Flag.wasLow, charge?.wasLow)
        return flags
    }

    private static func words(_ position: Position?) -> (UInt64, UInt64) {
        (position?.latitude.bitPattern ?? 0, position?.longitude.bitPattern ?? 0)
    }

    private static func position(_ latitude: UInt64, _ longitude: UInt64) -> Position? {
        Position(latitude: Double(bitPattern: latitude), longitude: Double(bitPattern: longitude))
    }
}
