import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import FleetSettings
import Printing

/// `fleet printer add`: adds a printer, or changes its settings.
struct PrinterAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a printer, or change the settings of one.",
        examples: [
            "Add a printer of the system": "fleet printer add desk cups:Brother_QL_820",
            "Add a printer of the network without a driver":
                "fleet printer add office ipp://10.0.0.7/ipp/print --layout L7160",
            "Add a label printer of Zebra":
                "fleet printer add zebra tcp://10.0.0.9:9100 --zpl --dpi 203 --label 62x29",
            "Correct where it prints": "fleet printer add office --shift 1,-0.5 --adjust 99.7%",
        ],
        notes: """
            A name has lower-case letters, digits, - and _. An address has no user name or password. What \
            is not given stays as it is; `fleet printer remove` forgets everything.
            """
    )

    @Argument(help: .printerName, completion: .stored(.printers))
    var name: String

    @Argument(
        help: ArgumentHelp(
            "cups:QUEUE, ipp://HOST/PATH, ipps://HOST/PATH or tcp://HOST:PORT; only for a new printer, "
                + "or to change it.", valueName: "address"))
    var address: String?

    @Flag(inversion: .prefixedNo, help: "The printer understands ZPL, Zebra's language, not PDF.")
    var zpl: Bool?

    @Option(help: ArgumentHelp("Its resolution in dots per inch.", valueName: "n"))
    var dpi: Double?

    @Option(
        help: ArgumentHelp(
            "The layout that is in it: a name from `fleet labels --layouts`.", valueName: "name"),
        completion: .list(SheetLayout.catalog.map(\.name)))
    var layout: String?

    @Option(help: ArgumentHelp("The size of the labels on its roll in mm.", valueName: "WxH"))
    var label: LengthPair?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move what is printed to the right and down by so many mm.", valueName: "x,y"))
    var shift: String?

    @Option(
        help: ArgumentHelp(
            "Scale what is printed, in both directions or in each.", valueName: "p%"))
    var adjust: String?

    func validate() throws {
        guard Printer.isName(name) else {
            throw ValidationError(
                "the name of a printer has lower-case letters, digits, - and _, at most 64")
        }
        if let address {
            do throws(PrinterError) {
                _ = try PrinterAddress(address)
            } catch {
                throw ValidationError(error.message)
            }
        }
        if let dpi, !PrintSize.resolutions.contains(dpi) {
            throw ValidationError("--dpi must be between 72 and 9600")
        }
        if layout != nil, label != nil {
            throw ValidationError("--label cannot be used with --layout")
        }
        if let shift, PrintCorrection.shift(shift) == nil {
            throw ValidationError("--shift must be two lengths such as 1,-0.5, at most 20 mm")
        }
        if let adjust, PrintCorrection.scale(adjust) == nil {
            throw ValidationError("--adjust must be 90% to 110%, such as 99.7% or 99.7%,100.2%")
        }
    }

    func run(in context: CommandContext) async throws {
        let layout = try rollOrSheet()
        let isNew = try await Printers(in: context).update { printers in
            let old = printers[name]
            printers[name] = try changed(old, layout)
            return old == nil
        }
        context.output.log("\(isNew ? "added" : "changed") the printer \(name)")
    }

    /// Returns the chosen layout; `nil` without one.
    private func rollOrSheet() throws -> SheetLayout? {
        if let layout { return try LayoutOptions.parse(["--layout=\(layout)"]).design().layout }
        guard let label else { return nil }
        do throws(SheetLayoutError) {
            return try SheetLayout(
                rollOf: PaperSize(width: label.first, height: label.second))
        } catch {
            throw CommandError(error)
        }
    }

    private func changed(_ old: Printer?, _ chosen: SheetLayout?) throws -> Printer {
        let given = try address.map { try PrinterAddress($0) }
        guard let address = given ?? old?.address else {
            throw CommandError(
                .noInput, "there is no printer named \(name)",
                hint: "add its address, as in `fleet printer add \(name) cups:QUEUE`")
        }
        var printer = old ?? Printer(address)
        printer.address = address
        if let zpl { printer.language = zpl ? .zpl : .pdf }
        if let dpi { printer.dotsPerInch = dpi }
        if let chosen {
            printer.layout = label == nil ? chosen.name : nil
            printer.label = label.map { "\(decimal($0.first))x\(decimal($0.second))" }
        }
        if let shift { printer.shift = shift }
        if let adjust { printer.adjust = adjust }
        let layout = chosen ?? printer.layout.flatMap { SheetLayout.named($0) }
        if printer.language == .zpl, let layout, !layout.isRoll {
            throw CommandError.usage(
                "ZPL is for rolls, and \(layout.name) is a sheet",
                hint: "add the size of the labels, as in `--label 62x29`")
        }
        return printer
    }
}
