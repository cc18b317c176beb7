/// The texts of a system in which a search looks, folded.
struct CatalogueText: Sendable {
    /// How well a word matches, best first.
    enum Match: Int {
        /// A word of the name begins with it, or it is the ID.
        case name
        /// A word of the location begins with it, or it is the country.
        case place
        /// It is somewhere in a name, location, ID or host.
        case part
    }

    /// Name, location, ID and hosts, each after a line end.
    let text: [UInt8]
    let id: [UInt8]
    /// Where the location and what follows it begin in the text.
    private let locationStart: Int
    private let idStart: Int

    private static let separator = UInt8(ascii: "\n")
    /// Shortest word that may be in the middle of another one.
    private static let minPartLength = 3

    init(_ system: CatalogueSystem) {
        id = FoldedText.bytes(of: system.id)
        var text = [Self.separator] + FoldedText.bytes(of: system.name) + [Self.separator]
        locationStart = text.count
        text += FoldedText.bytes(of: system.location) + [Self.separator]
        idStart = text.count
        text += id
        for address in [system.website, system.address] {
            guard let address else { continue }
            text.append(Self.separator)
            text += CatalogueAddress.host(of: address)
        }
        self.text = text
    }

    /// Returns how well a folded word matches; `nil` if it does not.
    func match(_ word: [UInt8]) -> Match? {
        if word == id { return .name }
        var best: Match?
        var start = 0
        while let found = firstIndex(of: word, from: start) {
            let beginsWord = !Self.isLetter(text[found - 1])
            switch found {
            case ..<locationStart where beginsWord: return .name
            case ..<idStart where beginsWord: best = .place
            default:
                if best == nil, beginsWord || word.count >= Self.minPartLength { best = .part }
            }
            start = found + 1
        }
        return best
    }

    /// Returns where a word begins at or after an index.
    private func firstIndex(of word: [UInt8], from start: Int) -> Int? {
        guard let first = word.first, text.count >= word.count else { return nil }
        return text.withUnsafeBufferPointer { text in
            var index = max(start, 1)
            while index + word.count <= text.count {
                if text[index] == first, text[index...].starts(with: word) { return index }
                index += 1
            }
            return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
