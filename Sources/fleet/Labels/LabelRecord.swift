import FleetCore
import QRCode

/// What is told of one finished label.
struct LabelRecord {
    let item: LabelItem
    let symbol: SymbolFacts
    /// The file in the folder; `nil` for a sheet.
    var file: String?
    /// The printed side with its quiet zone.
    let millimetres: Double
    /// Whether the symbol was read back by another program's code.
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
    var json: JSONObject {
        var object = JSONObject()
        object.add("id", item.text)
        object.add("payload", String(decoding: item.payload, as: UTF8.self))
        if String(validating: item.payload, as: UTF8.self) == nil {
            object.add("payload_hex", item.payload.map { Self.hexadecimal($0) }.joined())
        }
        symbol.put(into: &object)
        object.add("millimetres", (millimetres * 100).rounded() / 100)
        object.add("verified", isVerified)
        object.add("file", file)
        return object
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String(0x100 + Int(byte), radix: 16).dropFirst().description
    }
}

/// What is told of a symbol.
struct SymbolFacts: Equatable {
    let version: Int
    let level: ErrorCorrection
    let mask: Int
    /// Modules a side, without the quiet zone.
    let modules: Int
    let marksUTF8: Bool

    init(_ symbol: Symbol) {
        (version, level, mask) = (symbol.version, symbol.level, symbol.mask)
        (modules, marksUTF8) = (symbol.size, symbol.marksUTF8)
    }

    func put(into object: inout JSONObject) {
        object.add("version", version)
        object.add("level", level.rawValue)
        object.add("mask", mask)
        object.add("modules", modules)
        object.add("eci", marksUTF8 ? 26 : nil)
    }
}

/// Cells of CSV that hold any bytes (RFC 4180).
enum CSVCell {
    static let comma = [UInt8(ascii: ",")]

    /// The bytes, in quotes if they need them.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard bytes.contains(where: { $0 < 0x20 || $0 == quote || $0 == UInt8(ascii: ",") }) else {
            return bytes
        }
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    /// The bytes after an apostrophe if a spreadsheet would run them as a formula; `-` and `+` count
    /// only before something other than a code.
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
