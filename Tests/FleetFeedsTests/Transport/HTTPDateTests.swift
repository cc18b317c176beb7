import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Dates in HTTP headers")
struct HTTPDateTests {
    @Test(
        "All three date formats of HTTP are read",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ])
    func dates(text: String) {
        // The number is the output of `date -u -d '1994-11-06 08:49:37' +%s`.
        #expect(HTTPDate.timestamp(text) == Timestamp(milliseconds: 784_111_777_000))
    }

    @Test(
        "An invalid date is nil",
        arguments: [
            "", "now", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
            "a b c d e", "a b c d e f",
        ])
    func invalidDates(text: String) {
        #expect(HTTPDate.timestamp(text) == nil)
    }
}
