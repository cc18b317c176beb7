import Testing

@testable import Spreadsheets

struct NumberFormatTests {
    private func shown(_ number: String, _ code: String) -> String {
        var bytes: [UInt8] = []
        NumberFormat(code: Array(code.utf8)).append(
            Array(number.utf8), uses1904: false, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "format codes are dates, times or numbers",
        arguments: [
            ("yyyy-mm-dd", NumberFormat.date), ("dd/mm/yy", .date), ("mmm-yy", .date),
            ("mmmm", .date),
            ("[$-407]d. mmmm yyyy;@", .date), ("m/d", .date), ("[$-411]ge.m.d", .date),
            ("yyyy\\-mm\\-dd\\ hh:mm", .dateTime), ("d.m.yy h:mm AM/PM", .dateTime),
            ("yyyy-mm-dd\"T\"hh:mm:ss", .dateTime), ("m/d/yy hh:mm", .dateTime), ("h:mm", .time),
            ("mm:ss", .time), ("mm:ss.0", .time), ("h AM/PM", .time), ("h:mm A/P", .time),
            ("[h]:mm:ss", .duration), ("[mm]:ss", .duration), ("General", .general),
            ("GENERAL \"d\"", .general), ("0", .general), ("0.00", .general),
            ("#,##0.00", .general),
            ("0.00E+00", .general), ("[Red]0;[Blue]-0", .general), ("\"day\" 0", .general),
            ("0\\d", .general), ("0_d", .general), ("0*d", .general), ("@", .general),
            ("[$€-2] #,##0", .general), ("[>9]0", .general), ("0;yyyy", .general), ("0%", .percent),
            ("0.00%", .percent), ("\"%\"0", .general), ("", .general), ("\"", .general),
            ("[", .general), ("\\", .general), ("_", .general), ("am", .date),
        ])
    func codes(code: String, format: NumberFormat) {
        #expect(NumberFormat(code: Array(code.utf8)) == format)
    }

    @Test("zeros of a format are leading zeros, and texts between them are shown")
    func zeros() {
        #expect(shown("123", "00000") == "00123")
        #expect(shown("1234567", "00000") == "1234567")
        #expect(shown("-7", "000") == "-007")
        #expect(shown("7.5", "000") == "008")
        #expect(shown("0", "000") == "000")
        #expect(shown("0.2", "000") == "000")
        #expect(shown("7", "\"CB-\"000") == "CB-007")
        #expect(shown("1234", "\"CB-\"000") == "CB-1234")
        #expect(shown("12345", "000-000") == "012-345")
        #expect(shown("1234567", "000-000") == "1234-567")
        #expect(shown("7.25", "00.00") == "07.25")
        #expect(shown("7", "0\" km\"") == "7")
        #expect(shown("1e300", "000") == "1E+300")
        #expect(shown("1e-300", "000") == "000")
    }

    @Test("numbers have 15 digits")
    func digits() {
        #expect(shown("0.30000000000000004", "General") == "0.3")
        #expect(shown("0.10000000000000001", "General") == "0.1")
        #expect(shown("99.999999999999995", "General") == "100")
        #expect(shown("123456789012345678", "0") == "123456789012346000")
        #expect(shown("46053.586805555555", "General") == "46053.5868055556")
        #expect(shown("-1.50E+3", "General") == "-1500")
        #expect(shown("1E-10", "General") == "0.0000000001")
        #expect(shown("1.25E-11", "General") == "1.25E-11")
    }

    @Test("percentages are exact")
    func percentages() {
        #expect(shown("0.85", "0%") == "85%")
        #expect(shown("0.07", "0%") == "7%")
        #expect(shown("0.8512", "0%") == "85.12%")
        #expect(shown("0", "0%") == "0%")
        #expect(shown("-1", "0%") == "-100%")
    }

    @Test("text that is not a number remains")
    func texts() {
        for text in ["", "-", ".", "1.2.3", "1e", "1e+", "e5", "0x10", "INF", "NaN", "1 2", "١"] {
            #expect(shown(text, "0") == text)
        }
        #expect(shown("1e99999999999999999999", "yyyy") == "1E+100000")
        #expect(shown(String(repeating: "9", count: 50), "0") == "1E+50")
        #expect(shown("0." + String(repeating: "0", count: 5000) + "1", "0") == "1E-5001")
        #expect(shown("+5.", "0") == "5")
        #expect(shown("-0.0", "0") == "0")
    }
}
