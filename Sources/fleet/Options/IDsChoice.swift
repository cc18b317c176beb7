import ArgumentParser
import FleetCore

/// What the user says of a feed's codes.
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
