import ArgumentParser
import FleetTUI

/// Background that colors are selected for.
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The background that the terminal reports.
    case auto
    case dark
    case light

    /// The theme; nil for that of the terminal.
    var theme: Theme? { Theme(rawValue: rawValue) }
}
