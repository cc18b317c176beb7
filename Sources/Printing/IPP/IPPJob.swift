/// What a printer can do with a document, from its attributes.
struct IPPJob {
    let attributes: IPPAttributes
    /// The type of the document for this printer.
    let mediaType: String

    /// Makes the attributes of a job.
    /// - Throws: `PrinterError` if the printer cannot print the document as it is.
    init(_ document: PrintDocument, on printer: IPPAttributes) throws(PrinterError) {
        mediaType = try Self.mediaType(document.format, printer)
        var attributes = IPPAttributes()
        attributes.append("copies", .integer(try Self.copies(document.copies, printer)))
        // The labels are where they are on the page.
        attributes.append("print-scaling", .keyword("none"))
        if let medium = document.medium {
            try Self.append(medium.width, medium.height, printer, to: &attributes)
        }
        self.attributes = attributes
    }

    /// Checks the response to Validate-Job: a printer may ignore what it does not support, and
    /// would print other labels, or fewer.
    func check(_ answer: IPPMessage) throws(PrinterError) {
        let needed = ["copies", "media", "media-col"].filter { name in
            !attributes[name].isEmpty && attributes[name] != [.integer(1)]
        }
        let ignored = needed.filter(answer.unsupportedNames.contains)
        guard ignored.isEmpty else {
            throw .refused(
                status: IPPStatus.unsupportedAttributes.words,
                message: ignored.joined(separator: ", "))
        }
    }

    private static func mediaType(
        _ format: PrintDocument.Format, _ printer: IPPAttributes
    ) throws(PrinterError) -> String {
        let supported = printer.texts("document-format-supported")
        let wanted = format.mediaType
        guard supported.isEmpty || supported.contains(where: { $0.lowercased() == wanted }) else {
            throw .noSuchFormat(wanted, supported: supported.map(PrinterText.cleaned))
        }
        return wanted
    }

    private static func copies(
        _ copies: Int, _ printer: IPPAttributes
    ) throws(PrinterError) -> Int32 {
        // A printer may reduce the number without an error.
        if let bounds = printer["copies-supported"].first?.bounds, copies > bounds.upperBound {
            let limit = bounds.upperBound == 1 ? "1 copy" : "\(bounds.upperBound) copies"
            throw .refused(status: "it prints at most \(limit) of a document", message: "")
        }
        return Int32(clamping: max(copies, 1))
    }

    /// Adds the medium in its exact size, or the printer's name of it.
    private static func append(
        _ width: Double, _ height: Double, _ printer: IPPAttributes,
        to attributes: inout IPPAttributes
    ) throws(PrinterError) {
        let (width, height) = (IPPMedium.hundredths(width), IPPMedium.hundredths(height))
        let media = IPPMedium.all(in: printer)
        let fitting = media.filter { $0.fits(width: width, height: height) }
        let medium = fitting.first(where: \.isFixed) ?? fitting.first
        guard media.isEmpty || medium != nil else {
            throw .noSuchMedium(
                "\(IPPMedium.text(width)) × \(IPPMedium.text(height)) mm",
                available: media.map(\.text))
        }
        if let name = medium?.name, printer["media-col-supported"].isEmpty,
            printer["media-size-supported"].isEmpty, !printer["media-supported"].isEmpty
        {
            return attributes.append("media", .keyword(name))
        }
        let size = medium?.nearest(width: width, height: height) ?? (width: width, height: height)
        attributes.append(
            "media-col",
            .collection([
                "media-size": .collection([
                    "x-dimension": .integer(Int32(clamping: size.width)),
                    "y-dimension": .integer(Int32(clamping: size.height)),
                ])
            ]))
    }
}

extension PrintDocument.Format {
    /// Type of the documents for IPP; Zebra's language has none that is registered.
    var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .zpl: "application/octet-stream"
        }
    }
}
