/// A named place that vehicles come from, as the user set it up.
public struct Source: Equatable, Sendable {
    /// What can be read there.
    public enum Feed: Sendable {
        /// The vehicles of the fleet.
        case vehicles
        /// Its depots and stations, with their sensors.
        case sites
    }

    /// Where it is read.
    public var location: Location
    /// The colors that the user gave to its vehicle types.
    public var colorMap: ColorMap
    /// Whether its codes change, as the user said (`--ids`); `nil` leaves it to what is seen.
    public var rotation: IDRotation?
    /// Where the code for the labels stands; `nil` is the vehicle's code, permanent or not.
    public var labelField: LabelField?

    /// Creates a source; colors and codes are left to the feed.
    public init(
        location: Location, colorMap: ColorMap = ColorMap(), rotation: IDRotation? = nil,
        labelField: LabelField? = nil
    ) {
        self.location = location
        self.colorMap = colorMap
        self.rotation = rotation
        self.labelField = labelField
    }

    /// Whether its codes change: as the user said, else as was seen.
    public func rotation(seen: IDRotation) -> IDRotation { rotation ?? seen }

    /// Whether a name may be given to a source: `[a-z0-9][a-z0-9_-]*`, at most 64 characters.
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
