import FleetCore
import FleetLabels
import FleetService
import HTTPTypes
import QRCode

/// The content of the QR code of a vehicle.
///
/// It is the address of the vehicle's page where phones can reach that: with https and a host that
/// is not this machine, and an ID that does not rotate. Otherwise it is the ID.
struct LabelPayload: Sendable {
    let text: String
    let isPage: Bool

    init(
        of vehicle: Vehicle, _ source: PolledSource, _ rotation: IDRotation,
        _ environment: ServerEnvironment
    ) {
        let id = source.labelID(of: vehicle)
        let origin = environment.publicOrigin
        isPage =
            origin.scheme == .https && !origin.isLoopback
            && (rotation != .yes || source.source.labelField != nil) && ![".", ".."].contains(id)
        text = isPage ? origin.text + "/v/\(source.name)/" + PercentEncoding.encoded(id) : id
    }

    /// A sentence about it.
    var description: String {
        isPage
            ? localized("A phone that scans it opens this page.")
            : localized("The vehicle's ID, as on printed labels.")
    }

    /// Returns the symbol, with error correction M or more.
    /// - Throws: `Problem` (422) if it is too long.
    func symbol() throws -> Symbol {
        do {
            return try Symbol(
                Array(text.utf8), level: .medium, boosted: true, addingUTF8ECI: true)
        } catch QRCodeError.tooLong {
            throw Problem(
                .unprocessableContent, "The ID is too long for a QR code.",
                hint: "There is no larger symbol.")
        }
    }
}

/// File of a QR code.
enum SymbolFile: String, CaseIterable, Sendable {
    case svg
    case png
    case pdf

    var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        case .pdf: "application/pdf"
        }
    }

    /// Returns the bytes of a file.
    func bytes(of payload: LabelPayload, title: String) throws -> [UInt8] {
        let symbol = try payload.symbol()
        let modules = symbol.size + 2 * Symbol.standardQuietZone
        switch self {
        case .svg: return try symbol.image(.svg, scale: 8)
        case .png: return try symbol.image(.png, scale: 8)
        case .pdf:
            let size = try PrintSize(modules: modules, dotsPerModule: 10, dotsPerInch: 300)
            return try symbol.pdf(size, title: title)
        }
    }
}
