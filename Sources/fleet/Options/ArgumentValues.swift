public import ArgumentParser
public import FleetCore
public import QRCode

// What other modules define and the command line takes.

extension ListFormat: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {}

extension VehicleState: ExpressibleByArgument {}

extension ErrorCorrection: ExpressibleByArgument {
    /// Reads the letter of a level, in either case.
    public init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }
}
