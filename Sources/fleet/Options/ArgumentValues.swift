public import ArgumentParser
public import FleetCore
public import QRCode

// Types of other modules that are values of options.

extension ListFormat: ExpressibleByArgument {}

extension SiteListFormat: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {}

extension VehicleState: ExpressibleByArgument {}

extension LabelField: ExpressibleByArgument {
    /// Creates a field from the value of `--label-field`.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension RGB: ExpressibleByArgument {
    /// Creates a color from `#rrggbb`, `#rgb` or a color name.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension ImageFormat: ExpressibleByArgument {}

extension ErrorCorrection: ExpressibleByArgument {
    /// Creates a level from its letter, in upper or lower case.
    public init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }
}
