public import FleetCore
import Foundation

/// User preferences: the sources, the default source and the saved filter.
public struct Preferences: Equatable, Sendable {
    /// Name of the source to use if none is given.
    public var defaultSource: String?
    /// Saved color filter.
    public var colorFilter: ColorFilter
    /// Sources by name; every name satisfies `Source.isName`.
    public var sources: [String: Source]
    /// Document that the preferences were read from; it may contain unknown fields.
    var document: Data?

    /// Creates preferences without a file.
    public init(
        defaultSource: String? = nil, colorFilter: ColorFilter = .all,
        sources: [String: Source] = [:]
    ) {
        self.defaultSource = defaultSource
        self.colorFilter = colorFilter
        self.sources = sources
    }

    /// Preferences of a new home: the simulated fleet, unfiltered.
    public static let initial = Preferences(
        defaultSource: "demo", sources: ["demo": Source(location: .simulation("sim://demo"))])

    /// Names of the sources, in byte order.
    public var sourceNames: [String] { sources.keys.sorted(by: ByteOrder.precedes) }
}
