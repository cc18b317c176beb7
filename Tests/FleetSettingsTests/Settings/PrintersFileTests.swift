import FleetSettings
import Foundation
import Printing
import Testing

@Suite("Printers")
struct PrintersFileTests {
    let scratch: ScratchHome
    var file: PrintersFile { PrintersFile(home: scratch.home) }
    var path: String { scratch.home.printersPath }

    init() throws { scratch = try ScratchHome() }

    @Test("Saved printers can be read again")
    func roundTrip() async throws {
        #expect(try file.load().isEmpty)
        var zebra = Printer(try PrinterAddress("tcp://10.0.0.9"))
        (zebra.language, zebra.dotsPerInch, zebra.label) = (.zpl, 203, "62x29")
        (zebra.shift, zebra.adjust) = ("1,-0.5", "99.7%")
        let desk = Printer(.cups(queue: "Brother_QL"))
        try await file.update { [zebra] in ($0["zebra"], $0["desk"]) = (zebra, desk) }
        #expect(try file.load() == ["zebra": zebra, "desk": desk])
        #expect(zebra.address.text == "tcp://10.0.0.9")
        try await file.update { $0["desk"] = nil }
        #expect(try file.load() == ["zebra": zebra])
    }

    @Test("Members that this version does not know stay in the file")
    func unknown() async throws {
        try scratch.put(
            #"{"printers":{"a":{"address":"cups:q","tray":2}},"version":1,"x":true}"#, at: path)
        try await file.update { $0["a"]?.dotsPerInch = 300 }
        let text = try scratch.text(at: path)
        for member in [#""tray" : 2"#, #""x" : true"#, #""dpi" : 300"#] {
            #expect(text.contains(member))
        }
    }

    @Test(
        "Errors name the invalid field",
        arguments: [
            (#"{"printers":{"a":{}}}"#, "`printers.a.address` is missing"),
            (
                #"{"printers":{"a":{"address":"ipp://me:s3cret@host/x"}}}"#,
                "`printers.a.address` is wrong: ipp://…: a user or password is not supported"
            ),
            (
                #"{"printers":{"a":{"address":"lpd://host"}}}"#,
                "`printers.a.address` is wrong: the address: it does not start with cups:, ipp://, "
                    + "ipps:// or tcp://"
            ),
            (
                #"{"printers":{"a":{"address":"cups:q","dpi":10}}}"#,
                "`printers.a.dpi` must be 72 to 9600"
            ),
            (
                #"{"printers":{"a":{"address":"cups:q","language":"pcl"}}}"#,
                "`printers.a.language` must be pdf or zpl"
            ),
            (#"{"printers":{"A b":{}}}"#, "`printers.A b` is not a printer with a valid name"),
        ])
    func invalid(text: String, problem: String) throws {
        try scratch.put(text, at: path)
        #expect(throws: PreferencesError.invalid(path: path, reason: problem)) {
            try file.load()
        }
    }

    @Test("A newer version is a separate error")
    func newer() throws {
        try scratch.put(#"{"version":2}"#, at: path)
        #expect(throws: PreferencesError.newerVersion(path: path, version: 2)) {
            try file.load()
        }
    }
}
