import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Times are RFC 3339 or numbers whose magnitude shows their unit")
struct LenientTimeTests {
    private static let noon: Int64 = 1_763_640_000_000

    @Test(
        "Every format of one time is read",
        arguments: [
            "1763640000", "1763640000000", "1763640000000000", "1763640000000000000",
            "1763640000.0", "1.76364e9", #""1763640000""#, #""1763640000000""#,
            #""2025-11-20T12:00:00Z""#, #""2025-11-20t12:00:00z""#, #""2025-11-20 12:00:00""#,
            #""2025-11-20T12:00:00.0000000Z""#, #""2025-11-20T12:00:00.0009999Z""#,
            #""2025-11-20T13:00:00+01:00""#, #""2025-11-20T06:30:00-0530""#,
            #""2025-11-20T22:00:00+10""#, #""2025-11-20T12:00Z""#, #"" 2025-11-20T12:00:00Z ""#,
            #""2025-11-20T11:59:60Z""#,
        ])
    func noon(json: String) throws {
        #expect(try withField(json) { Timestamp(lenient: $0)?.milliseconds } == Self.noon)
    }

    @Test(
        "Milliseconds are preserved",
        arguments: [
            ("1763640000.25", 250), (#""2025-11-20T12:00:00.1234567Z""#, 123),
            (#""2025-11-20T12:00:00,5+00:00""#, 500), ("1763640000007", 7),
        ] as [(String, Int64)])
    func fractions(json: String, milliseconds: Int64) throws {
        let time = try withField(json) { Timestamp(lenient: $0)?.milliseconds }
        #expect(time == Self.noon + milliseconds)
    }

    @Test(
        "An invalid time counts as missing",
        arguments: [
            "0", "-5", "1e300", "-1e300", "null", "true", "{}", #""""#, #""yesterday""#, #""0""#,
            #""2025-02-29T00:00:00Z""#, #""2025-13-01T00:00:00Z""#, #""2025-00-10T00:00:00Z""#,
            #""2025-11-31T00:00:00Z""#, #""2025-11-20T24:00:00Z""#, #""2025-11-20T12:60:00Z""#,
            #""2025-11-20T12:00:61Z""#, #""2025-11-20T12:00:00.Z""#, #""2025-11-20""#,
            #""2025-11-20T12:00:00+1""#, #""2025-11-20T12:00:00+01:7""#,
            #""2025-11-20T12:00:00Zx""#,
            #""2025-11-20T12:00:00+24:00""#, #""20251120T120000Z""#,
        ])
    func none(json: String) throws {
        #expect(try withField(json) { Timestamp(lenient: $0) } == nil)
    }

    @Test("Leap days and distant years match Python's calendar")
    func calendar() throws {
        let texts = [
            "0001-01-01T00:00:00Z", "1600-02-29T23:59:59Z", "1900-02-28T00:00:00Z",
            "1969-12-31T23:59:59Z", "2000-02-29T12:30:45Z", "2100-03-01T00:00:00+14:00",
            "9999-12-31T23:59:59-12:00",
        ]
        let program = """
            import datetime, json
            epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
            def seconds(text):
                time, offset = datetime.datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"), text[19:]
                shift = 0 if offset == "Z" else int(offset[:3]) * 3600
                time = time.replace(tzinfo=datetime.timezone.utc)
                return int((time - epoch).total_seconds()) - shift
            print(json.dumps([seconds(text) for text in \(texts)]))
            """
        let expected: [Int64] = try Fixture.python(program)
        let read = try texts.map { text in
            try withField("\"\(text)\"") { Timestamp(lenient: $0)?.milliseconds }
        }
        #expect(read == expected.map { $0 * 1000 })
    }
}
