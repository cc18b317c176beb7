public import FleetCore

/// Initial settings of a browser.
public struct BrowserSetup: Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Initial filter and order of the list.
    public var query = VehicleQuery()
    /// Columns that the list chooses from.
    public var columns = BrowserColumn.usual
    /// Saved colors that the initial filter has; `all` if the user entered others, or none are
    /// saved.
    public var savedColors = ColorFilter.all
    /// Position that distances are measured from.
    public var origin: Position?
    /// Initial screen.
    public var route = Route.list
    /// Whether the terminal can show vehicle colors, so that swatches make sense.
    public var showsSwatches = true
    /// Characters that QR codes are drawn with.
    public var symbolStyle = SymbolStyle.colored
    /// How pictures are shown.
    public var pictures = PictureStyle.none
    /// Names of the printers for labels.
    public var printers: [String] = []
    /// Returns the address of the page of a vehicle on a team's server; `nil` without one.
    public var page: (@Sendable (_ id: String) -> String?)?
    /// Formats a time in the system's time zone.
    public var localTime: @Sendable (Timestamp) -> String
    /// Formats a time after its age, such as `14:02`; `nil` uses `localTime`.
    public var clock: (@Sendable (Timestamp, _ now: Timestamp) -> String)?

    /// Creates a setup that shows all vehicles of a source.
    public init(source: String, localTime: @escaping @Sendable (Timestamp) -> String) {
        self.source = source
        self.localTime = localTime
    }
}

/// How pictures are shown on the screen.
public enum PictureStyle: Equatable, Sendable {
    /// Not at all.
    case none
    /// Drawn with half blocks in color.
    case blocks
    /// Laid over the screen as images, and so are QR codes; their cells are left blank.
    case overlay
}

/// Characters that a QR code is drawn with.
public enum SymbolStyle: Equatable, Sendable {
    /// Half blocks in black and white.
    case colored
    /// Blocks for the light modules and spaces for the dark ones, for light text on a dark
    /// background without colors.
    case lightBlocks
    /// Blocks for the dark modules and spaces for the light ones, for the opposite.
    case darkBlocks
    /// Two spaces for each module, in ASCII, in black and white.
    case wide
    /// Two spaces for each module, the light ones reversed, for a dark background.
    case wideLight
    /// Two spaces for each module, the dark ones reversed, for a light background.
    case wideDark

    /// Whether a module has two columns, and a row of its own.
    var isWide: Bool {
        switch self {
        case .colored, .lightBlocks, .darkBlocks: false
        case .wide, .wideLight, .wideDark: true
        }
    }
}

/// Current time on two clocks.
public struct BrowserClock: Equatable, Sendable {
    /// Time of the machine, for timeouts.
    public var machine: Timestamp
    /// Displayed time, which is fixed while documentation is recorded.
    public var shown: Timestamp

    /// Creates a clock reading.
    public init(machine: Timestamp, shown: Timestamp) {
        (self.machine, self.shown) = (machine, shown)
    }
}
