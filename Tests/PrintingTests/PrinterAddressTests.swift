import Testing

@testable import Printing

@Suite("Addresses of printers")
struct PrinterAddressTests {
    @Test(
        "An address of IPP is one of HTTP at port 631",
        arguments: [
            (
                "ipp://Printer.local", "ipp://printer.local/ipp/print",
                "http://printer.local:631/ipp/print"
            ),
            ("ipps://10.0.0.9/", "ipps://10.0.0.9/", "https://10.0.0.9:631/"),
            ("ipp://[fe80::1]:8631/a", "ipp://[fe80::1]:8631/a", "http://[fe80::1]:8631/a"),
        ])
    func ipp(text: String, address: String, http: String) throws {
        let parsed = try NetworkAddress(text)
        #expect(parsed.text == address)
        #expect(parsed.httpText == http)
    }

    @Test("Raw bytes go to port 9100")
    func tcp() throws {
        let address = try NetworkAddress("tcp://[::1]")
        #expect((address.host, address.port) == ("::1", 9100))
        #expect(try PrinterAddress("tcp://zebra:6101/").text == "tcp://zebra:6101")
    }

    @Test(
        "Anything else is an error",
        arguments: [
            "", "cups:", "cups:a/b", "cups:-x", "cups:a b", "ipp", "ipp://", "ipp:/x", "ipp:///x",
            "http://a", "tcp://a/x", "tcp://a:0", "tcp://[::1", "ipp://a:0", "ipp://a:65536",
            "ipp://a:x", "ipp://a:", "ipp://a b/", "ipp://a/\r\nb", "ipp://[::1", "ipp://[]",
            "ipp://[a]",
            "ipp://a#b", "ipp://a/#b", "ipp://ä/", "ipp://a/" + String(repeating: "a", count: 2000),
        ])
    func invalid(text: String) {
        #expect(throws: PrinterError.self) { try PrinterAddress(text) }
    }

    @Test("A password is refused and not shown")
    func password() {
        let error = #expect(throws: PrinterError.self) {
            try PrinterAddress("ipp://ada:geheim@a/")
        }
        #expect(error?.message == "ipp://…: a user or password is not supported")
    }

    @Test(
        "Sizes are read from names of media",
        arguments: [
            ("iso_a4_210x297mm", "210 × 297 mm"), ("na_letter_8.5x11in", "215.9 × 279.4 mm"),
            ("om_label_62x29.05mm_borderless", nil), ("a_b_1x2mm.fold", "1 × 2 mm"),
            ("a4", nil), ("a_xmm", nil), ("a_1x2", nil), ("a_1x2cm", nil), ("a_-1x2mm", nil),
            ("a_1e300x2mm", nil), ("a_nanx2mm", nil), ("a_0x0mm", nil),
        ] as [(String, String?)])
    func media(name: String, text: String?) {
        #expect(IPPMedium(name: name)?.text == text)
    }
}
