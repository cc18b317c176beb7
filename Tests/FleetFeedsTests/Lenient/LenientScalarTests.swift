import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Scalars are read leniently")
struct LenientScalarTests {
    @Test(
        "A Boolean may be a number or a word",
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true),
            (#""1""#, true), (#""0""#, false), (#""False""#, false), (#""TRUE""#, true),
            (#"" yes ""#, true), (#""No""#, false), ("2", nil), ("-1", nil), (#""maybe""#, nil),
            (#""""#, nil), ("null", nil), ("[true]", nil), ("{}", nil), ("nope", nil),
        ] as [(String, Bool?)])
    func truth(json: String, expected: Bool?) throws {
        #expect(try withField(json) { Bool(lenient: $0) } == expected)
    }

    @Test(
        "A number may be a string, and is always finite",
        arguments: [
            ("48.85", 48.85), ("-3", -3), (#""48.85""#, 48.85), (#"" -2.5e1 ""#, -25),
            (#""+5""#, 5), ("1e999", nil), (#""1e999""#, nil), (#""nan""#, nil), (#""inf""#, nil),
            (#""0x10""#, nil), (#""48,85""#, nil), (#""""#, nil), (#""-""#, nil), ("null", nil),
            ("true", nil), ("[1]", nil), ("123456789012345678901234567890", 1.2345678901234568e29),
            ("\"\(String(repeating: "1", count: 65))\"", nil),
        ] as [(String, Double?)])
    func number(json: String, expected: Double?) throws {
        #expect(try withField(json) { Double(lenient: $0) } == expected)
    }

    @Test(
        "A string may be a number, whose digits are preserved; an empty one counts as missing",
        arguments: [
            (#""DCS-FEO""#, "DCS-FEO"), (#"" ""#, " "), (#""""#, nil), ("17", "17"),
            ("98765432109876543210987", "98765432109876543210987"), ("1.50", "1.50"),
            ("null", nil), ("true", nil), ("{}", nil), (#""\ud83d\udeb2""#, "🚲"),
        ] as [(String, String?)])
    func text(json: String, expected: String?) throws {
        #expect(try withField(json) { String(lenient: $0) } == expected)
    }

    @Test(
        "A localized text is read in English, or else in the first language that has one",
        arguments: [
            (#""Bike""#, "Bike"),
            (#"[{"text":"Vélo","language":"fr"},{"text":"Bike","language":"en"}]"#, "Bike"),
            (#"[{"text":"Vélo","language":"fr"},{"text":"Bike","language":"en-GB"}]"#, "Bike"),
            (#"[{"text":"","language":"en"},{"text":"Rad","language":"de"}]"#, "Rad"),
            (#"[{"text":"Rad"}]"#, "Rad"), (#"{"text":"Rad","language":"de"}"#, "Rad"),
            (#"{"de":"Rad","en":"Bike"}"#, "Bike"), ("[]", nil), ("{}", nil), ("[1,null]", nil),
            ("null", nil), (#"[{"text":{"x":1}}]"#, nil),
        ] as [(String, String?)])
    func localized(json: String, expected: String?) throws {
        #expect(try withField(json) { String(localized: $0) } == expected)
    }
}
