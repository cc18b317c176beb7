import ArgumentParser
import FleetCore
import QRCode

/// How a vehicle's QR code is made and shown.
struct SymbolOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the QR code to this PNG file; - is the standard output.", valueName: "file|-"))
    var qr: String?

    @Option(help: "What the QR code holds: the vehicle's code or its rental link.")
    var content: SymbolContent = .id

    @Option(help: "How the QR code is drawn in the terminal.")
    var art: ArtName = .half

    @Option(help: "How much of the QR code may be lost: L 7 %, M 15 %, Q 25 %, H 30 %.")
    var level: ErrorCorrection = .medium

    @Option(help: ArgumentHelp("Pixels per module of the PNG file.", valueName: "n"))
    var scale = 8

    @Option(help: ArgumentHelp("Light modules around the QR code.", valueName: "n"))
    var quietZone = Symbol.standardQuietZone

    func validate() throws {
        if scale < 1 { throw ValidationError("--scale is a number from 1") }
        if !Symbol.quietZones.contains(quietZone) {
            throw ValidationError(
                "--quiet-zone is a number from 0 to \(Symbol.quietZones.upperBound)")
        }
        _ = try file()
    }

    /// Where the image goes, if one is wanted.
    func file() throws -> QRFile? {
        guard let qr else { return nil }
        if qr == "-" { return .standardOutput }
        // A device or a pipe has no name to choose; what it takes is the only format there is.
        if isSpecial(qr) { return .path(qr) }
        guard let dot = qr.lastIndex(of: "."),
            ImageFormat(fileExtension: qr[dot...].dropFirst()) != nil
        else {
            let known = ImageFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
            throw ValidationError("--qr takes a file whose name ends in \(known), or -")
        }
        return .path(qr)
    }
}
