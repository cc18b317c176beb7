/// File of generated IDs, one per line: in turn short IDs, vehicle identification numbers, UUIDs
/// and links of 60 characters.
struct LabelIDs {
    /// Number of IDs.
    let count: Int
    let path: String

    /// Writes the file.
    init(count: Int, path: String) throws {
        self.count = count
        self.path = path
        let file = try FileWriter(path: path)
        for number in 0..<count {
            try file.append(Self.id(number) + "\n")
        }
        try file.finish()
    }

    /// Returns the first IDs.
    func first(_ count: Int) -> [String] { (0..<min(count, self.count)).map(Self.id) }

    /// Returns the ID of a number, which is deterministic and unique.
    private static func id(_ number: Int) -> String {
        var random = SplitMix64(seed: UInt64(number) &* 0x9e6c_63d0_676a_9a99)
        switch number % 4 {
        case 0: return shortID(number / 4)
        case 1: return "WMW" + text(14, of: "ABCDEFGHJKLMNPRSTUVWXYZ0123456789", &random)
        case 2: return FeedVehicle(number: number).id
        default:
            let link = "https://rent.example/v/" + shortID(number / 4) + "?s="
            let rest = 60 - link.count
            return link + text(rest, of: "abcdefghijklmnopqrstuvwxyz0123456789", &random)
        }
    }

    /// Returns a number in base 26: three capitals, a dash and three capitals.
    private static func shortID(_ number: Int) -> String {
        var (letters, rest) = (Array("AAAAAA".utf8), number)
        for index in letters.indices.reversed() {
            letters[index] += UInt8(rest % 26)
            rest /= 26
        }
        let text = String(decoding: letters, as: UTF8.self)
        return text.prefix(3) + "-" + text.suffix(3)
    }

    private static func text(
        _ count: Int, of letters: String, _ random: inout SplitMix64
    ) -> String {
        String((0..<count).map { _ in letters.randomElement(using: &random) ?? "0" })
    }
}
