import FleetTestSupport
import Testing

@testable import FleetCore

@Suite("The catalogue is searched by name, city, country, operator and ID")
struct CatalogueQueryTests {
    private let catalogue: SystemCatalogue

    init() throws { catalogue = try SystemCatalogue(csv: Array(CatalogueSample.csv.utf8)) }

    private func ids(_ text: String, country: String? = nil, languages: [String] = ["en"])
        -> [String]
    {
        CatalogueQuery(text, country: country, languages: languages).systems(in: catalogue)
            .map(\.id)
    }

    @Test(
        "all words match, in any case and without accents",
        arguments: [
            ("velo bleu", ["velo_bleu"]), ("VÉLO", ["bärn velo", "velo_bleu"]),
            ("tromso", ["nord_rad"]), ("saint-etienne", ["velo_bleu"]),
            ("oslo", ["nord_rad", "fjordsykkel"]), ("sykkel", ["fjordsykkel"]),
            ("rad berlin", ["spree_rad"]), ("rochelle marin", ["rochelle"]),
            ("spree_rad", ["spree_rad"]), ("keys.example", ["spree_rad"]),
            ("oslo berlin", []), ("xyz", []),
        ])
    func words(text: String, expected: [String]) {
        #expect(ids(text) == expected)
    }

    @Test(
        "a country is found by its code and its name, a short word only at the beginning of a word",
        arguments: [
            ("norway", ["nord_rad", "fjordsykkel"]), ("no", ["nord_rad", "fjordsykkel"]),
            ("switz", ["bärn velo"]), ("united states", ["open_auth"]), ("de", ["spree_rad"]),
            ("fr citadin", ["rochelle"]), ("kk", []),
        ])
    func countries(text: String, expected: [String]) {
        #expect(ids(text).sorted() == expected.sorted())
    }

    @Test("the option selects a country by its code or whole name, also in another language")
    func option() {
        #expect(ids("", country: "no") == ["fjordsykkel", "nord_rad"])
        #expect(ids("bleu", country: "France") == ["rochelle", "velo_bleu"])
        #expect(ids("", country: "Fr\u{61}nkreich", languages: ["en", "de"]).count == 3)
        #expect(ids("", country: "Fran").isEmpty)
        #expect(ids("", country: "").isEmpty)
    }

    @Test(
        "names come before locations and hosts, and then the order is that of countries and names")
    func order() {
        #expect(
            ids("") == [
                "bärn velo", "spree_rad", "rochelle", "rochelle", "velo_bleu", "fjordsykkel",
                "nord_rad", "open_auth",
            ])
        #expect(ids("oslo").first == "nord_rad")
        #expect(ids("feeds example").first == "bärn velo")
    }

    @Test("a search of hundreds of words or of separators finds nothing that does not match")
    func hostile() {
        #expect(ids(String(repeating: "oslo ", count: 1000)).count == 2)
        #expect(ids("\n\t ").count == 8)
        #expect(ids("\u{0}").isEmpty && ids("\u{301}").count >= 0)
        #expect(ids(String(repeating: "x", count: 100_000)).isEmpty)
    }
}
