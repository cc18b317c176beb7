public import ArgumentParser
public import FleetCore
public import QRCode

// What other modules define and the command line takes.

extension ListFormat: ExpressibleByArgument {}

extension SiteListFormat: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {}

extension VehicleState: ExpressibleByArgument {}

extension LabelField: ExpressibleByArgument {
    /// Reads a field as `--label-field` takes it.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension RGB: ExpressibleByArgument {
    /// Reads `#rrggbb`, `#rgb` or the name of a color.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension ImageFormat: ExpressibleByArgument {}

extension ErrorCorrection: ExpressibleByArgument {
    /// Reads the letter of a level, in either case.
    public init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }
}
