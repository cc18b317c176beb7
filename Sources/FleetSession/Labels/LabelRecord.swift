import FleetCore
import QRCode

/// Report about one finished label.
package struct LabelRecord {
    let item: LabelItem
    let symbol: SymbolInfo
    /// The file in the folder; nil for a sheet.
    var file: String?
    /// The printed side with the quiet zone.
    let millimetres: Double
    /// Whether an independent decoder read the symbol back.
    let isVerified: Bool

    /// A row of `index.csv`: file, payload, version, level, mask.
    var indexRow: [UInt8] {
        CSVCell.quoted(Array((file ?? "").utf8)) + CSVCell.comma
            + CSVCell.quoted(CSVCell.guarded(item.payload))
            + Array(",\(symbol.version),\(symbol.level.rawValue),\(symbol.mask)\n".utf8)
    }

    /// The first row of `index.csv`.
    static let indexHeader = Array("file,payload,version,level,mask\n".utf8)

    /// The label in a report.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("id", item.text)
        object.add("payload", String(decoding: item.payload, as: UTF8.self))
        if String(validating: item.payload, as: UTF8.self) == nil {
            object.add("payload_hex", item.payload.map { Self.hexadecimal($0) }.joined())
        }
        symbol.add(to: &object)
        object.add("millimetres", (millimetres * 100).rounded() / 100)
        object.add("verified", isVerified)
        object.add("file", file)
        return object
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String(0x100 + Int(byte), radix: 16).dropFirst().description
    }
}

/// Properties of a symbol in a report.
struct SymbolInfo: Equatable {
    let version: Int
    let level: ErrorCorrection
    let mask: Int
    /// Modules per side, without the quiet zone.
    let modules: Int
    let hasUTF8ECI: Bool

    init(_ symbol: Symbol) {
        (version, level, mask) = (symbol.version, symbol.level, symbol.mask)
        (modules, hasUTF8ECI) = (symbol.size, symbol.hasUTF8ECI)
    }

    func add(to object: inout JSONObjectWriter) {
        object.add("version", version)
        object.add("level", level.rawValue)
        object.add("mask", mask)
        object.add("modules", modules)
        object.add("eci", hasUTF8ECI ? 26 : nil)
    }
}

/// Cells of CSV with arbitrary bytes (RFC 4180).
enum CSVCell {
    static let comma = [UInt8(ascii: ",")]

    /// Returns the bytes, in quotes if they need them.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard bytes.contains(where: { $0 < 0x20 || $0 == quote || $0 == UInt8(ascii: ",") }) else {
            return bytes
        }
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    /// Returns the bytes, after an apostrophe if a spreadsheet would run them as a formula.
    ///
    /// `-` and `+` begin a formula only if the rest is not an ID.
    static func guarded(_ bytes: [UInt8]) -> [UInt8] {
        let isFormula: Bool =
            switch bytes.first {
            case UInt8(ascii: "="), UInt8(ascii: "@"): true
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                !bytes.dropFirst().allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
                        || "-_.".utf8.contains(byte)
                }
            default: false
            }
        return isFormula ? [UInt8(ascii: "'")] + bytes : bytes
    }
}

/// Returns a number with at most two decimals.
package func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest != 0 else { return "\(whole)" }
    let digits = String(100 + abs(rest)).dropFirst()
    return "\(hundredths < 0 && whole == 0 ? "-" : "")\(whole)."
        + (digits.hasSuffix("0") ? digits.dropLast() : digits)
}

/// Returns a number with at most two decimals, and its unit.
package func decimal(_ value: Double, unit: String) -> String {
    "\(decimal(value)) \(unit)"
}
