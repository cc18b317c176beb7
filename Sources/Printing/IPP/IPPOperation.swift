/// Operation of a printer (RFC 8011, section 5.4.15).
enum IPPOperation: UInt16 {
    case printJob = 0x0002
    case validateJob = 0x0004
    case createJob = 0x0005
    case sendDocument = 0x0006
    case cancelJob = 0x0008
    case getJobAttributes = 0x0009
    case getPrinterAttributes = 0x000B
}

/// Status of a response (RFC 8011, appendix B).
struct IPPStatus: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt16

    static let notFound = IPPStatus(rawValue: 0x0406)
    static let noSuchFormat = IPPStatus(rawValue: 0x040A)
    static let unsupportedAttributes = IPPStatus(rawValue: 0x040B)
    static let noSuchVersion = IPPStatus(rawValue: 0x0503)
    static let busy = IPPStatus(rawValue: 0x0507)

    var isSuccess: Bool { rawValue < 0x0100 }

    /// What the printer refuses.
    var words: String {
        switch rawValue {
        case 0x0401, 0x0403: "it is not allowed"
        case 0x0402: "it requires a password"
        case 0x0404: "the job has ended already, or it is not possible now"
        case 0x0405: "it waited too long for the document"
        case 0x0406, 0x0407: "there is no such printer or job"
        case 0x0408: "the document is too large"
        case 0x040A: "it does not print this type of document"
        case 0x040B: "it does not support a setting of the job"
        case 0x040E: "two settings of the job contradict each other"
        case 0x0411, 0x0412: "it cannot read the document"
        case 0x0501: "it does not support the operation"
        case 0x0502: "its service is not available"
        case 0x0503: "it does not support this version of IPP"
        case 0x0504: "it has a fault"
        case 0x0506: "it does not accept jobs"
        case 0x0508: "the job was cancelled at the printer"
        case 0x050A: "it is deactivated"
        default: "status 0x" + Self.hexadecimal(rawValue)
        }
    }

    private static func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
