import ArgumentParser
import FleetCore

/// The user's statement about the vehicle IDs of a feed.
enum IDsChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case stable
    case rotating

    var rotation: IDRotation {
        switch self {
        case .stable: .no
        case .rotating: .yes
        }
    }
}
