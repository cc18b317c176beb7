import ArgumentParser
import FleetTUI

/// Whether colors are for a dark or a light ground.
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// As the terminal says.
    case auto
    case dark
    case light

    /// The theme; `nil` leaves it to the terminal.
    var theme: Theme? { Theme(rawValue: rawValue) }
}
