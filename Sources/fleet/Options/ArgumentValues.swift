public import ArgumentParser
public import FleetCore
import FleetLabels
package import FleetOutput
import FleetRuntime
import FleetTeam
import POSIX
public import QRCode
import SystemPackage

// Types of other modules that are values of options.

/// The formats of a kind of list.
protocol ListFormatChoice: FormatChoice {
    static var table: Self { get }
}

extension ListFormatChoice {
    static var standard: Self { .table }
}

extension ListFormat: ExpressibleByArgument, ListFormatChoice {}

extension SiteListFormat: ExpressibleByArgument, ListFormatChoice {}

extension SiteQuery.Order: ExpressibleByArgument {}

extension HistoryExport.Format: ExpressibleByArgument {}

extension AssetList.Match: ExpressibleByArgument {}

extension Source.PublishedLocation: ExpressibleByArgument {}

extension CheckFormat: ExpressibleByArgument {}

extension CheckRule.Severity: ExpressibleByArgument {}

extension NotePriority: ExpressibleByArgument {}

extension RecordFormat: ExpressibleByArgument, ListFormatChoice {
    /// Creates a format from its name, or from its former name `text`.
    public init?(argument: String) {
        self.init(rawValue: argument == "text" ? "table" : argument)
    }
}

extension ReportFormat: ExpressibleByArgument {}

extension VehicleState: ExpressibleByArgument {
    /// Creates a state from its name, in upper or lower case.
    public init?(argument: String) {
        self.init(rawValue: argument.lowercased())
    }
}

extension TokenGrant.Authentication: ExpressibleByArgument {}

extension AttentionGroup: ExpressibleByArgument {}

extension LimitVerdict.Outcome: ExpressibleByArgument {}

/// The number of a note on the command line, or the address of its source.
enum NoteArgument: ExpressibleByArgument {
    case number(Int64)
    case link(String)

    init?(argument: String) {
        if let number = Int64(argument) {
            self = .number(number)
        } else if SourceArgument.isLink(argument) {
            self = .link(argument)
        } else {
            return nil
        }
    }

    var number: Int64? { if case .number(let number) = self { number } else { nil } }
    var link: String? { if case .link(let link) = self { link } else { nil } }
}

/// A charge in percent on the command line, such as `20` and `20%`.
struct PercentArgument: ExpressibleByArgument, Sendable {
    let percent: Double

    init?(argument: String) {
        guard let percent = try? QuantityText.percent(argument) else { return nil }
        self.percent = percent
    }
}

extension Role: ExpressibleByArgument {}

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

extension MapSize: ExpressibleByArgument {
    /// Creates a size from text such as `120x40`.
    package init?(argument: String) {
        let numbers = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
            .map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0,
            height > 0
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension AnsiChoice: ExpressibleByArgument {}

extension GraphicsChoice: ExpressibleByArgument {}

extension SymbolContent: ExpressibleByArgument {}

extension ArtChoice: ExpressibleByArgument {}

/// A coordinate on the command line, `LAT,LON` in decimal degrees.
struct CoordinateArgument: ExpressibleByArgument, Sendable {
    let text: String
    let position: Position

    init?(argument: String) {
        guard let position = Position(argument) else { return nil }
        (text, self.position) = (argument, position)
    }
}

/// Two lengths in millimetres on the command line, such as `63.5x38.1`, `62x29mm` or `15,7.2`.
struct LengthPair: ExpressibleByArgument {
    let first: Double
    let second: Double

    init?(argument: String) {
        guard let size = PaperSize(millimetres: argument) else { return nil }
        (first, second) = (size.width, size.height)
    }
}

/// Numbers of pages on the command line, such as `40-42` or `7`.
struct PageRangeArgument: ExpressibleByArgument {
    let pages: ClosedRange<Int>

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
            .map { Int($0) }
        guard parts.count <= 2, let first = parts[0], let last = parts[parts.count - 1],
            first >= 1, first <= last
        else { return nil }
        pages = first...last
    }
}

/// The size of a page on the command line: `A4`, `letter`, or width and height in millimetres.
struct PageArgument: ExpressibleByArgument {
    let size: PaperSize

    init?(argument: String) {
        switch argument.lowercased() {
        case "a4": size = .a4
        case "letter": size = .usLetter
        default:
            guard let pair = LengthPair(argument: argument) else { return nil }
            size = PaperSize(width: pair.first, height: pair.second)
        }
    }
}

/// A vehicle or site ID on the command line.
enum IDArgument {
    /// Maximum bytes, and maximum digits if all are digits, of any symbol (ISO/IEC 18004, table 7).
    private static let (maxBytes, maxDigits) = (4296, 7089)

    /// Checks the length of IDs; `name` is their name in errors.
    /// - Throws: `ValidationError` if an ID is empty or too long.
    static func check(_ ids: [String], _ name: String) throws {
        for id in ids {
            if id.isEmpty { throw ValidationError("\(name) is empty") }
            let limit = id.utf8.allSatisfy(\.isDigit) ? maxDigits : maxBytes
            if id.utf8.count > limit {
                throw ValidationError("\(name) is longer than \(limit) bytes")
            }
        }
    }
}

/// Returns the first line of a file that an option names instead of a value, as for secrets.
/// - Throws: `CommandError` (74) if the file cannot be read.
func firstLine(ofFile path: Substring, for option: String) throws -> String {
    String(try secretText(ofFile: path, for: option).prefix { !$0.isNewline })
}

/// Reads a file with a secret, which an option names by `@FILE`.
func secretText(ofFile path: Substring, for option: String) throws -> String {
    guard let text = FileSystem.text(of: FilePath(argument: String(path)), limit: 65_536) else {
        throw CommandError(
            .ioError, "cannot read \(path) for \(option)",
            hint: "check the path and its permissions")
    }
    return text
}
