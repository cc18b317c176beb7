import FleetCore
import Foundation

/// A printer for labels, with what is usual for it.
public struct Printer: Equatable, Sendable {
    /// What a printer understands.
    public enum Language: String, CaseIterable, Sendable {
        case pdf
        /// ZPL II, of Zebra's label printers.
        case zpl
    }

    /// Where the printer is.
    public var address: PrinterAddress
    /// What it understands.
    public var language = Language.pdf
    /// Its resolution in dots per inch.
    public var dotsPerInch: Double?
    /// The name of the layout that is in it.
    public var layout: String?
    /// The size of the labels of a roll that is in it, as in `62x29`.
    public var label: String?
    /// The correction of positions in mm, as `--shift` has it.
    public var shift: String?
    /// The correction of lengths, as `--adjust` has it.
    public var adjust: String?

    /// Creates a printer that nothing is known about.
    public init(_ address: PrinterAddress) { self.address = address }

    /// Returns whether a text can be the name of a printer; see `Source.isName(_:)`.
    public static func isName(_ text: String) -> Bool { Source.isName(text) }

    /// Range of the resolution of a printer.
    package static let resolutions: ClosedRange<Double> = 72...9600
}

/// The address of a printer: `cups:QUEUE`, `ipp://…`, `ipps://…` or `tcp://HOST:9100`.
public enum PrinterAddress: Hashable, Sendable {
    /// A queue of CUPS.
    case cups(queue: String)
    /// A printer with the Internet Printing Protocol, by its address with `ipp` or `ipps`.
    case ipp(String)
    /// A printer that reads what is sent to a port.
    case tcp(host: String, port: Int)

    /// The usual port of printers that read what is sent.
    private static let usualPort = 9100

    /// Reads an address.
    /// - Throws: ``PrinterAddressError``.
    public init(_ text: String) throws(PrinterAddressError) {
        guard text.utf8.count <= 1024, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalid
        }
        if text.hasPrefix("cups:") {
            let queue = String(text.dropFirst("cups:".count))
            // The names that CUPS allows (lpadmin(8)).
            guard (1...127).contains(queue.utf8.count), !queue.hasPrefix("-"),
                !queue.contains(where: { "/#?'\"\\".contains($0) })
            else { throw .invalid }
            self = .cups(queue: queue)
            return
        }
        let reference = URIReference(Array(text.utf8)[...])
        if reference.userInformation != nil { throw .hasPassword }
        guard let authority = reference.authority, reference.fragment == nil else { throw .invalid }
        let (host, port) = try Self.hostAndPort(authority)
        switch reference.schemeName {
        case "ipp"?, "ipps"?: self = .ipp(text)
        case "tcp"?:
            guard reference.path.isEmpty || reference.path.elementsEqual("/".utf8),
                reference.query == nil
            else { throw .invalid }
            self = .tcp(host: host, port: port ?? Self.usualPort)
        default: throw .invalid
        }
    }

    private static func hostAndPort(
        _ authority: ArraySlice<UInt8>
    ) throws(PrinterAddressError) -> (host: String, port: Int?) {
        var (host, rest) = (authority, ArraySlice<UInt8>())
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .invalid }
            host = authority[authority.startIndex + 1..<end]
            rest = authority[(end + 1)...]
        } else if let colon = authority.firstIndex(of: UInt8(ascii: ":")) {
            (host, rest) = (authority[..<colon], authority[colon...])
        }
        guard !host.isEmpty else { throw .invalid }
        let name = String(decoding: host, as: UTF8.self)
        if rest.isEmpty { return (name, nil) }
        guard rest.first == UInt8(ascii: ":"),
            let port = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
            (1...65_535).contains(port)
        else { throw .invalid }
        return (name, port)
    }

    /// The address as it is written.
    public var text: String {
        switch self {
        case .cups(let queue): "cups:" + queue
        case .ipp(let address): address
        case .tcp(let host, let port): "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }
}

/// Reason why a text is not the address of a printer.
public enum PrinterAddressError: Error, Equatable, Sendable {
    /// It has no form of an address.
    case invalid
    /// It has a user name or a password, which the settings of a printer must not have.
    case hasPassword

    /// What an address must be, after its name.
    package var requirement: String {
        switch self {
        case .invalid: "must be cups:QUEUE, ipp://HOST/PATH, ipps://HOST/PATH or tcp://HOST:PORT"
        case .hasPassword: "must not have a user name or password"
        }
    }
}
