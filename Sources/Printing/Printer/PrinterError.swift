/// Error of a printer, or of the way to it.
///
/// Texts of printers are short and without control characters.
public enum PrinterError: Error, Equatable, Sendable {
    /// The address has an error.
    case invalidAddress(String, cause: String)
    /// No connection to the host.
    case unreachable(host: String, cause: String)
    /// The printer refuses the request: why, and in its own words if it has any.
    case refused(status: String, message: String)
    /// The printer takes no job at the moment, in its own words if it has any.
    case busy(message: String)
    /// There is no printer or queue of this name.
    case notFound(String)
    /// The printer does not print documents of this type.
    case noSuchFormat(String, supported: [String])
    /// The printer has no medium of this size.
    case noSuchMedium(String, available: [String])
    /// A library is not installed.
    case missingLibrary(package: String)
    /// The response is not that of a printer.
    case badAnswer(String)
    /// An error after a part of a document was sent, which may be printed.
    indirect case interrupted(PrinterError)
    /// The task was cancelled.
    case cancelled

    /// The cause, without the name of the printer.
    public var message: String {
        switch self {
        case .invalidAddress(let address, let cause): "\(address): \(cause)"
        case .unreachable(let host, let cause): "\(host) cannot be reached: \(cause)"
        case .busy(""): "it is busy"
        case .busy(let message): "it is busy (\(message))"
        case .refused(let status, ""): "the printer refuses the job: \(status)"
        case .refused(let status, let message):
            "the printer refuses the job: \(status) (\(message))"
        case .notFound(let name): "there is no printer \(name)"
        case .noSuchFormat(let format, []): "the printer does not print \(format)"
        case .noSuchFormat(let format, let supported):
            "the printer does not print \(format), but \(Self.list(supported))"
        case .noSuchMedium(let medium, let available):
            "the printer has no medium of \(medium), but \(Self.list(available))"
        case .missingLibrary(let package): "the package \(package) is not installed"
        case .badAnswer(let cause): "the printer sent an invalid response: \(cause)"
        case .interrupted(let error): error.message
        case .cancelled: "cancelled"
        }
    }

    /// The error of a document of which a part was sent.
    ///
    /// A printer that refuses a document prints nothing of it.
    var whileSending: PrinterError {
        switch self {
        case .unreachable, .badAnswer, .cancelled: .interrupted(self)
        default: self
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(12).joined(separator: ", ")
        return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
    }
}
