import Testing

@testable import Printing

@Suite("A printer gets a job over IPP")
struct IPPPrinterTests {
    private func printer(_ transport: FakePrinter) throws -> IPPPrinter {
        IPPPrinter(
            try NetworkAddress("ipp://10.0.0.9/ipp/print"), user: "ada\n", transport: transport)
    }

    /// Sends to a printer with these attributes that accepts everything as job 7.
    private func requests(
        _ document: PrintDocument = .labels, to attributes: IPPAttributes
    ) async throws -> [IPPMessage] {
        let transport = FakePrinter { request in
            request.code == 0x0B
                ? .response(printer: attributes)
                : .response(1, job: ["job-id": .integer(7), "job-state": .enumeration(3)])
        }
        #expect(try await printer(transport).send(document) == PrintJobID(7))
        #expect(Set(transport.urls) == ["http://10.0.0.9:631/ipp/print"])
        return transport.requests
    }

    /// The error of sending to a printer with these attributes, which gets no job.
    private func error(
        _ document: PrintDocument = .labels, on attributes: IPPAttributes
    ) async throws -> PrinterError? {
        let transport = FakePrinter { _ in .response(printer: attributes) }
        let printer = try printer(transport)
        let error = await #expect(throws: PrinterError.self) { try await printer.send(document) }
        #expect(transport.operations == [.getPrinterAttributes])
        return error
    }

    @Test("A printer without Create-Job gets the document with the job")
    func printJob() async throws {
        let requests = try await requests(to: .plainPrinter)
        #expect(requests.map(\.code) == [0x0B, 0x02])
        let request = try #require(requests.last)
        #expect(request.version == .v2)
        #expect(request.data == PrintDocument.labels.bytes)
        #expect(
            request.attributes(1).list.map(\.name) == [
                "attributes-charset", "attributes-natural-language", "printer-uri",
                "requesting-user-name", "job-name", "document-format",
            ])
        #expect(request.attributes(1).text("requesting-user-name") == "ada")
        #expect(
            request.attributes(2) == ["copies": .integer(2), "print-scaling": .keyword("none")])
    }

    @Test("Other printers check the job, make it, and get the document in a request of its own")
    func createJob() async throws {
        let attributes = IPPAttributes.plainPrinter.with(
            "operations-supported", .enumeration(2), .enumeration(4), .enumeration(5),
            .enumeration(6))
        let requests = try await requests(to: attributes)
        #expect(requests.map(\.code) == [0x0B, 0x04, 0x05, 0x06])
        #expect(requests.map { !$0.data.isEmpty } == [false, false, false, true])
        #expect(requests[1].attributes(2) == requests[2].attributes(2))
        let sent = requests[3].attributes(1)
        #expect(sent.list[3].name == "job-id" && sent.number("job-id") == 7)
        #expect(sent["last-document"] == [.boolean(true)])
    }

    @Test("A job whose document is refused is cancelled")
    func cancelled() async throws {
        let transport = FakePrinter { request in
            switch IPPOperation(rawValue: request.code) {
            case .getPrinterAttributes:
                .response(
                    printer: .plainPrinter.with(
                        "operations-supported", .enumeration(5), .enumeration(6)))
            case .sendDocument: .response(0x0507)
            default: .response(job: ["job-id": .integer(7)])
            }
        }
        let printer = try printer(transport)
        await #expect(throws: PrinterError.busy(message: "")) {
            try await printer.send(.labels)
        }
        #expect(transport.operations.suffix(2) == [.sendDocument, .cancelJob])
    }

    @Test("A printer that does not know version 2.0 is asked in 1.1")
    func version() async throws {
        let transport = FakePrinter { request in
            guard request.version == .v1 else { return .response(0x0503) }
            return .response(
                job: ["job-id": .integer(7)], printer: .plainPrinter)
        }
        #expect(try await printer(transport).send(.labels) == PrintJobID(7))
        #expect(transport.requests.map(\.code) == [0x0B, 0x0B, 0x02, 0x02])
    }

    @Test("A title is cleaned, and cut at 255 bytes")
    func title() async throws {
        var document = PrintDocument.labels
        document.title = "a\u{1B}[1m" + String(repeating: "ä", count: 199)
        let name = try await requests(document, to: .plainPrinter).last?
            .attributes(1).text("job-name")
        #expect(name?.hasPrefix("a [1mä") == true)
        #expect(try #require(name).utf8.count <= 255)
    }

    @Test("A medium is sent in the printer's size if that is within 1 mm")
    func medium() async throws {
        var document = PrintDocument.labels
        document.medium = (width: 62.4, height: 29)
        let size: IPPValue = .collection([
            "x-dimension": .integer(6200), "y-dimension": .integer(2900),
        ])
        let attributes = IPPAttributes.plainPrinter.with("media-size-supported", size)
        let request = try #require(try await requests(document, to: attributes).last)
        #expect(request.attributes(2)["media-col"] == [.collection(["media-size": size])])
        document.medium = (width: 63.1, height: 29)
        #expect(
            try await error(document, on: attributes)
                == .noSuchMedium("63.1 × 29 mm", available: ["62 × 29 mm"]))
    }

    @Test("A printer of any size gets the exact one, and one without a list too")
    func customMedium() async throws {
        var document = PrintDocument.labels
        document.medium = (width: 62.4, height: 29.25)
        let exact: IPPValue = .collection([
            "media-size": .collection([
                "x-dimension": .integer(6240), "y-dimension": .integer(2925),
            ])
        ])
        let custom = IPPAttributes.plainPrinter.with(
            "media-supported", .keyword("custom_min_10x10mm"), .keyword("custom_max_104x990mm"))
        for attributes in [custom, .plainPrinter] {
            let request = try #require(try await requests(document, to: attributes).last)
            #expect(request.attributes(2)["media-col"] == [exact])
        }
    }

    @Test("A printer that knows only names of media gets the name")
    func namedMedium() async throws {
        var document = PrintDocument.labels
        document.medium = (width: 210, height: 297)
        let attributes = IPPAttributes.plainPrinter.with(
            "media-supported", .keyword("na_letter_8.5x11in"), .keyword("iso_a4_210x297mm"))
        let request = try #require(try await requests(document, to: attributes).last)
        #expect(request.attributes(2)["media"] == [.keyword("iso_a4_210x297mm")])
        #expect(request.attributes(2)["media-col"].isEmpty)
    }

    @Test("What the printer cannot do is an error before the job")
    func refused() async throws {
        let raster = IPPAttributes.plainPrinter.with(
            "document-format-supported", .mediaType("image/pwg-raster"), .mediaType("image/urf\n"))
        #expect(
            try await error(on: raster)?.message
                == "the printer does not print application/pdf, but image/pwg-raster, image/urf")
        let single = IPPAttributes.plainPrinter.with("copies-supported", .range(1, 1))
        #expect(
            try await error(on: single)?.message
                == "the printer refuses the job: it prints at most 1 copy of a document")
        let closed = IPPAttributes.plainPrinter.with("printer-is-accepting-jobs", .boolean(false))
        #expect(
            try await error(on: closed)?.message
                == "the printer refuses the job: it does not accept jobs")
    }

    @Test("A refusal has the printer's own words without control characters")
    func message() async throws {
        let transport = FakePrinter { _ in
            .response(
                0x0504, operation: ["status-message": .string(.text, "\u{1B}]0;x\u{7} fuser\r\n")])
        }
        let printer = try printer(transport)
        let error = await #expect(throws: PrinterError.self) { try await printer.send(.labels) }
        #expect(error?.message == "the printer refuses the job: it has a fault (]0;x fuser)")
    }

    @Test("A printer that would ignore the number of copies gets no job")
    func ignored() async throws {
        let transport = FakePrinter { request in
            request.code == 0x0B
                ? .response(
                    printer: .plainPrinter.with(
                        "operations-supported", .enumeration(2), .enumeration(4)))
                : .response(
                    1, job: ["job-id": .integer(7)],
                    unsupported: ["copies": .integer(2), "print-scaling": .keyword("none")])
        }
        let printer = try printer(transport)
        let expected = PrinterError.refused(
            status: "it does not support a setting of the job", message: "copies")
        await #expect(throws: expected) { try await printer.send(.labels) }
        #expect(transport.operations == [.getPrinterAttributes, .validateJob])
        var single = PrintDocument.labels
        single.copies = 1
        #expect(try await printer.send(single) == PrintJobID(7))
    }

    @Test("A printer that lies or sends no IPP is an error, never a job")
    func lies() async throws {
        let bodies: [[UInt8]] = [
            [], Array("<html>".utf8), [1, 1, 0, 0, 0, 0, 0, 1],
            IPPMessage.response(printer: .plainPrinter).bytes,
            IPPMessage.response(job: ["job-id": .keyword("seven")], printer: .plainPrinter).bytes,
            IPPMessage.response(job: ["job-id": .integer(-1)], printer: .plainPrinter).bytes,
        ]
        for body in bodies {
            let printer = try printer(FakePrinter(bytes: { _ in body }))
            let error = await #expect(throws: PrinterError.self) {
                try await printer.send(.labels)
            }
            switch error {
            case .badAnswer, .interrupted(.badAnswer): break
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    @Test("An error of the transport is passed on")
    func transportError() async throws {
        let expected = PrinterError.unreachable(host: "10.0.0.9", cause: "connection refused")
        let printer = try printer(FakePrinter(bytes: { _ throws(PrinterError) in throw expected }))
        await #expect(throws: expected) { try await printer.send(.labels) }
        await #expect(throws: expected) { try await printer.state(of: PrintJobID(7)) }
    }

    @Test("The state has the reasons of the job and the printer until the job has ended")
    func state() async throws {
        let transport = FakePrinter { request in
            request.code == 0x0B
                ? .response(
                    printer: [
                        "printer-state": .enumeration(5),
                        "printer-state-reasons": .keyword("media-empty-error"),
                    ])
                : .response(
                    job: [
                        "job-state": .enumeration(
                            request.attributes(1).number("job-id") == 7 ? 5 : 9),
                        "job-state-reasons": .keyword("job-printing"),
                    ])
        }
        let printer = try printer(transport)
        #expect(
            try await printer.state(of: PrintJobID(7)) == .waiting(reasons: ["it has no paper"]))
        #expect(try await printer.state(of: PrintJobID(8)) == .done)
        #expect(transport.requests.count == 3)
    }

    @Test("A job that the printer has forgotten is unknown")
    func forgotten() async throws {
        let printer = try printer(FakePrinter { _ in .response(0x0406) })
        #expect(try await printer.state(of: PrintJobID(7)) == .unknown)
    }

    @Test("A description has what the printer lists")
    func description() async throws {
        let attributes = IPPAttributes.plainPrinter
            .with("printer-info", .string(.text, "Workshop"))
            .with("printer-make-and-model", .string(.text, "Zebra\u{0} ZD421"))
            .with("printer-state", .enumeration(5))
            .with("printer-state-reasons", .keyword("paused"), .keyword("x-strange\n-error"))
            .with(
                "printer-resolution-supported", .resolution(x: 203, y: 203, units: 3),
                .resolution(x: 80, y: 80, units: 4), .resolution(x: -1, y: 0, units: 3)
            )
            .with(
                "media-supported", .keyword("oe_label_2x1in"), .keyword("om_label_62x29.5mm"),
                .keyword("label"))
        let printer = try printer(FakePrinter { _ in .response(printer: attributes) })
        let description = try await printer.description()
        #expect(description.name == "Workshop")
        #expect(description.model == "Zebra ZD421")
        #expect(description.formats == ["application/pdf"])
        #expect(description.resolutions == [203, 203])
        #expect(description.media == ["50.8 × 25.4 mm", "62 × 29.5 mm"])
        #expect(description.state == .stopped)
        #expect(description.reasons == ["it is paused", "x-strange -error"])
    }
}
