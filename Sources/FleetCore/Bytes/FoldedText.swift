import Foundation

/// Text for a search that ignores case and diacritics.
package enum FoldedText {
    /// Letters that are not a letter with a mark in Unicode, but that people type as other ones.
    private static let letters: [Unicode.Scalar: String] = [
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "þ": "th",
        "æ": "ae", "œ": "oe", "ß": "ss",
    ]

    /// Returns the folded text in UTF-8; equal for texts that differ only in case and diacritics.
    package static func bytes(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(ASCIICase.folded) }
        let folded = text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return folded.unicodeScalars.flatMap { scalar in
            letters[scalar].map { Array($0.utf8) } ?? Array(String(scalar).utf8)
        }
    }
}
