import Foundation

/// A search in the catalogue.
public struct CatalogueQuery: Sendable {
    /// Maximum number of words; further ones are ignored.
    private static let maxWords = 8

    /// The words, folded; a system matches all of them.
    private let words: [[UInt8]]
    /// Country code or name of a country, folded; `nil` for all countries.
    private let selected: [UInt8]?
    /// Languages of the names of countries, as tags.
    private let languages: [String]

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - text: Words of names, cities, IDs, countries and operators; all systems without one.
    ///   - country: A country code, or the name of a country.
    ///   - languages: Languages of the names of countries, as tags.
    public init(_ text: String, country: String? = nil, languages: [String] = ["en"]) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(Self.maxWords)
            .map { FoldedText.bytes(of: String($0)) }
        selected = country.map(FoldedText.bytes)
        self.languages = languages
    }

    /// Returns the systems that match, best first.
    public func systems(in catalogue: SystemCatalogue) -> [CatalogueSystem] {
        var countries: [String: Country] = [:]
        var found: [Found] = []
        for (index, system) in catalogue.systems.enumerated() {
            let country = countries[system.countryCode] ?? self.country(of: system.countryCode)
            countries[system.countryCode] = country
            guard country.isSelected,
                let rank = rank(of: catalogue.texts[index], in: country)
            else { continue }
            found.append((rank, index))
        }
        return found.sorted { Self.precedes($0, $1, in: catalogue) }
            .map { catalogue.systems[$0.index] }
    }

    /// A system that matches: the lower the rank, the better.
    private typealias Found = (rank: Int, index: Int)

    /// What a country has to do with the search.
    private struct Country {
        var isSelected: Bool
        /// Whether each word is its code or begins a word of its name.
        var matches: [Bool]
    }

    private func country(of code: String) -> Country {
        let names = CountryNames(of: code, in: languages)
        return Country(
            isSelected: selected.map(names.contains) ?? true,
            matches: words.map(names.hasWord))
    }

    /// Returns the rank of a system; `nil` if a word does not match.
    private func rank(of text: CatalogueText, in country: Country) -> Int? {
        var rank = 0
        for (word, isCountry) in zip(words, country.matches) {
            guard let match = text.match(word) ?? (isCountry ? .place : nil) else { return nil }
            let isPlace = isCountry && match == .part
            rank += (isPlace ? CatalogueText.Match.place : match).rawValue
        }
        return rank
    }

    /// Returns whether a system comes before another one: by its match, country, name and location.
    private static func precedes(
        _ one: Found, _ other: Found, in catalogue: SystemCatalogue
    ) -> Bool {
        if one.rank != other.rank { return one.rank < other.rank }
        let (left, right) = (catalogue.systems[one.index], catalogue.systems[other.index])
        if left.countryCode != right.countryCode { return left.countryCode < right.countryCode }
        let (text, next) = (catalogue.texts[one.index].text, catalogue.texts[other.index].text)
        if text != next { return text.lexicographicallyPrecedes(next) }
        return one.index < other.index
    }
}

/// The code of a country and its names in some languages, folded.
private struct CountryNames {
    private let codes: [[UInt8]]
    private let names: [[UInt8]]

    init(of code: String, in languages: [String]) {
        // The code of the United Kingdom is GB, but people and operators write UK.
        codes = (code == "GB" ? [code, "UK"] : [code]).map(FoldedText.bytes)
        names = languages.compactMap { language in
            Locale(identifier: language).localizedString(forRegionCode: code)
                .map(FoldedText.bytes)
        }
    }

    /// Returns whether a text is the code of the country, or its name.
    func contains(_ text: [UInt8]) -> Bool { codes.contains(text) || names.contains(text) }

    /// Returns whether a word is the code of the country, or begins a word of its name.
    func hasWord(beginningWith word: [UInt8]) -> Bool {
        if codes.contains(word) { return true }
        guard word.count > 2 else { return false }
        return names.contains { name in
            name.split(separator: UInt8(ascii: " ")).contains { $0.starts(with: word) }
        }
    }
}
