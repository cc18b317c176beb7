import QRCode

/// Pseudorandom payloads, the same in every run.
enum Payloads {
    /// Character set of a payload.
    enum Kind: String, CaseIterable {
        case digits, alphanumerics, text, binary, unicode, shiftJIS, mixed

        /// The narrowest mode for every payload of this kind.
        var mode: Symbol.Mode {
            switch self {
            case .digits: .numeric
            case .alphanumerics: .alphanumeric
            case .text, .binary, .unicode, .shiftJIS, .mixed: .byte
            }
        }
    }

    /// Returns `count` bytes of `kind`.
    static func make(
        _ kind: Kind, count: Int, _ random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            bytes += piece(kind, &random)
        }
        return Array(bytes.prefix(count))
    }

    private static func piece(
        _ kind: Kind, _ random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        switch kind {
        case .digits: [UInt8.random(in: 0x30...0x39, using: &random)]
        case .alphanumerics:
            ["0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8.randomElement(using: &random)!]
        case .text: [UInt8.random(in: 0x20...0x7E, using: &random)]
        case .binary: [UInt8.random(in: 0...0xFF, using: &random)]
        case .unicode:
            Array(["é", "д", "東", "🛴", "\u{202E}", "a"].randomElement(using: &random)!.utf8)
        case .shiftJIS:
            [.random(in: 0x81...0x9F, using: &random), .random(in: 0x40...0x7E, using: &random)]
        case .mixed: run(&random)
        }
    }

    /// Returns up to 30 bytes of one kind.
    private static func run(_ random: inout some RandomNumberGenerator) -> [UInt8] {
        let kinds: [Kind] = [.digits, .alphanumerics, .text, .binary]
        let kind = kinds.randomElement(using: &random)!
        return make(kind, count: .random(in: 1...30, using: &random), &random)
    }
}

/// SplitMix64 generator, with the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
