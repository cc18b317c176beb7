public import FleetCore
import Foundation

/// What a person set up: the sources, which of them is meant when none is named, and the saved filter.
public struct Preferences: Equatable, Sendable {
    /// The name of the source that is meant when none is named.
    public var defaultSource: String?
    /// The saved color filter.
    public var colorFilter: ColorFilter
    /// The sources by name; every name satisfies `Source.isName`.
    public var sources: [String: Source]
    /// The document they were read from, which holds more than is known here.
    var document: Data?

    /// Creates preferences that come from no file.
    public init(
        defaultSource: String? = nil, colorFilter: ColorFilter = .all,
        sources: [String: Source] = [:]
    ) {
        self.defaultSource = defaultSource
        self.colorFilter = colorFilter
        self.sources = sources
    }

    /// What a home without preferences has: the simulated fleet, unfiltered.
    public static let initial = Preferences(
        defaultSource: "demo", sources: ["demo": Source(location: .simulation("sim://demo"))])

    /// The names of the sources, in the order of a listing.
    public var sourceNames: [String] { sources.keys.sorted(by: ByteOrder.precedes) }
}
