import Foundation

/// Letters of Latin, Greek and Cyrillic that people cannot tell apart, in lower case
/// (`confusables.txt` of Unicode Technical Standard #39, without digits and pairs of letters).
package enum LookAlikes {
    /// Each letter with its look-alikes.
    private static let groups = [
        "a": "аαɑ", "b": "ьƅ", "c": "сᴄ", "d": "ԁ", "e": "е", "g": "ɡ", "h": "һ", "i": "іιıɩɪ",
        "j": "јϳȷ", "k": "кκĸᴋ", "l": "ӏǀ", "n": "ηƞ", "o": "оοσᴏ", "p": "рρƿ", "q": "ԛ",
        "r": "гᴦ", "s": "ѕꜱƽ", "t": "тτᴛ", "u": "υʋᴜ", "v": "νѵᴠ", "w": "ԝωѡᴡꞷ", "x": "хχꭓ",
        "y": "уγүʏɣ", "z": "ᴢ", "æ": "ӕ", "ß": "βꞵ", "ə": "әǝ", "ɛ": "εєԑ", "ɵ": "өθ", "ħ": "ћ",
        "đ": "ђ", "þ": "ϸ", "ʒ": "ӡ", "ς": "ҫ", "π": "п", "φ": "фɸ", "в": "ʙ", "н": "ʜ", "м": "ᴍ",
    ]
    private static let prototypes: [Unicode.Scalar: Unicode.Scalar] = {
        var prototypes: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (prototype, others) in groups {
            for other in others.unicodeScalars {
                prototypes[other] = prototype.unicodeScalars.first
            }
        }
        return prototypes
    }()

    /// Returns the skeleton of a text in lower case; texts with the same skeleton look alike.
    package static func skeleton(of text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var skeleton = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            skeleton.append(prototypes[scalar] ?? scalar)
        }
        return String(skeleton)
    }
}
