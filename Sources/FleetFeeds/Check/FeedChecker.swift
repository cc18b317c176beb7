public import FleetCore
import JSON

/// Error about a document that is none of GBFS or MDS.
struct UnknownDocument: ReportedError {
    /// Address without secrets, or path.
    var location: String
    /// Whether it is a folder with only such documents.
    var isFolder = false

    var exitStatus: ExitStatus { .data }
    var cause: String { "\(location): \(message)" }
    var message: String {
        isFolder
            ? "none of its files is a document of GBFS, or the vehicles of MDS"
            : LeftOutDocuments.Reason.unknown.text
    }
    var hint: String { "name gbfs.json, another document of GBFS, or a folder with them" }
}

/// Loader and checker of all documents of a source, or of files.
public struct FeedChecker: Sendable {
    private let source: Source
    private let reader: DocumentReader
    private let now: @Sendable () -> Timestamp
    private let zone: SystemTimeZone

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - source: The source; for files, any source of this machine.
    ///   - reader: Reader of documents, with the credentials of the source.
    ///   - now: The system clock.
    ///   - zone: The zone of times in tables that have none of their own.
    public init(
        source: Source, reader: DocumentReader, now: @escaping @Sendable () -> Timestamp,
        zone: SystemTimeZone = .utc
    ) {
        (self.source, self.reader, self.now, self.zone) = (source, reader, now, zone)
    }

    private func run() -> CheckRun {
        let now = now()
        let reading = TableReading(
            settings: source.table,
            join: VehicleJoin(times: ReportTimes(at: now), colorMap: source.colorMap), zone: zone,
            maxVehicles: Int(reader.budget[.vehicles]),
            isInventory: source.location == .inventory)
        return CheckRun(source: source, reader: reader, now: now, reading: reading)
    }

    /// Checks all documents of the source, which its discovery document lists, within the limits of
    /// a refresh.
    ///
    /// Tables have no specification, so the report of one names the recognized columns, and the rows
    /// and cells that could not be read.
    /// - Throws: `FeedFailure` if the document at the location cannot be read; an error with the
    ///   status 65 if it is none of GBFS or MDS; `CancellationError`.
    public func checkSystem() async throws -> CheckReport {
        var run = run()
        return try await run.system()
    }

    /// Checks a file and, if it lists documents, all of these, as a refresh reads them.
    ///
    /// - Throws: `FeedFailure` if the file cannot be read; an error with the status 65 if it is none of
    ///   GBFS or MDS; `CancellationError`.
    public func checkFile(_ path: String) async throws -> CheckReport {
        var run = run()
        return try await run.file(path)
    }

    /// Checks the files of a folder together, without any request.
    ///
    /// Those that are no documents of GBFS or MDS are left out, and so are the documents that
    /// `gbfs.json` lists and the folder does not have.
    /// - Throws: An error with the status 65 if none of them is such a document; `CancellationError`.
    public func checkFiles(_ paths: [String], in folder: String) async throws -> CheckReport {
        var run = run()
        return try await run.files(paths, in: folder)
    }
}

/// One run of a check.
private struct CheckRun {
    private let source: Source
    private let session: DocumentSession
    private let reader: DocumentReader
    private let policy: LinkPolicy
    /// How the source is read if it is a table.
    private let reading: TableReading
    /// The report of a source that is a table.
    private var tableReport: CheckReport?
    private var check: SystemCheck

    init(source: Source, reader: DocumentReader, now: Timestamp, reading: TableReading) {
        let location = source.location.text
        (self.source, self.reader, self.reading) = (source, reader, reading)
        session = reader.session(for: location)
        policy = LinkPolicy(credentials: reader.credentials, location: location)
        var isWeb = false
        if case .web = source.location { isWeb = true }
        check = SystemCheck(now: now, isLive: isWeb, isWhole: true)
    }

    // MARK: Systems

    mutating func system() async throws -> CheckReport {
        try await reader.waitForTurn(at: source.location.text)
        if reading.isInventory {
            let (bytes, transfer, _) = try await readBytes(source.location.text)
            _ = try readTable(bytes, transfer)
        } else {
            try await follow(source.location.text, version: nil)
        }
        return tableReport ?? check.report()
    }

    /// Reads the document at an address, and those to which it leads.
    ///
    /// - Parameters:
    ///   - version: Version selected from a list, whose link must not lead to another list.
    ///   - name: Name of the file, which also determines the kind of document.
    private mutating func follow(
        _ address: String, version: String?, name: String? = nil
    ) async throws {
        let (bytes, transfer, base) = try await readBytes(address)
        let isDocument = name.map(Specification.names.contains) ?? false
        let kind = bytes.withUnsafeBufferPointer { TableKind($0) }
        if !isDocument, kind == .file, try readTable(bytes, transfer) { return }
        // The document has them now, without a copy.
        let document = try Self.json(consume bytes, transfer)
        guard let identified = check.identify(document, name: name) else {
            if try readTable(document.withBytes { Array($0) }, transfer) { return }
            throw unknown(document, at: transfer.address)
        }
        switch identified.name {
        case "gbfs":
            let discovery = Self.discovery(in: document)
            check.read(document, as: identified, label: name, transfer)
            if let discovery { try await readAll(discovery, identified, relativeTo: base) }
        case "gbfs_versions", "manifest":
            let links = try FeedContent(
                links: document, at: transfer.address, unknown: .content(.noVehicles))
            check.read(document, as: identified, label: name, transfer)
            let versions =
                switch links {
                case .versions(let versions): versions
                case .manifest(let systems): try systems.versions(at: transfer.address)
                default: [GBFS.Version]()
                }
            guard version == nil, let newest = versions.first else {
                throw FeedFailure(.link(.brokenDiscovery("lists no version")), at: transfer.address)
            }
            for lower in versions.dropFirst() {
                check.leaveOut("gbfs \(lower.version)", because: .lowerVersion)
            }
            try await follow(
                policy.resolve(newest.link, relativeTo: base), version: newest.version)
        default:
            read(document, as: identified, label: name, transfer)
            try await readOther(of: identified, address)
        }
    }

    /// Reports a table; returns whether the source is one.
    /// - Throws: The failure of a table that cannot be read.
    private mutating func readTable(
        _ bytes: [UInt8], _ transfer: SystemCheck.Transfer
    ) throws(FeedFailure) -> Bool {
        let document: FeedDocument<FeedContent>
        do {
            document = try FeedDocument(anyVehicles: bytes, at: transfer.address, reading)
        } catch {
            if case .table = error.reason { throw error }
            return false
        }
        guard case .vehicles(let vehicles) = document.content else { return false }
        var feed = FeedDescription(format: vehicles.format)
        guard feed.isTable else { return false }
        vehicles.table?.describe(&feed)
        let name = transfer.address.split(separator: "/").last.map(String.init)
        tableReport = CheckReport(
            detectedVersion: nil, version: feed.format,
            documents: [
                CheckReport.Document(
                    name: name ?? transfer.address, address: transfer.address, isRequired: true,
                    exists: true, version: feed.format)
            ],
            findings: [],
            notices: [ShortText.count(vehicles.total, "vehicle")] + feed.tableLines
                + vehicles.parseReport.notices)
        return true
    }

    /// Returns the links of a discovery document; `nil` if it has none.
    private static func discovery(in document: JSONDocument) -> GBFS.Discovery? {
        let links = try? FeedContent(links: document, at: "", unknown: .content(.noVehicles))
        guard case .discovery(let discovery)? = links else { return nil }
        return discovery
    }

    /// Checks a document; of one with pages only the first, which was read.
    private mutating func read(
        _ document: consuming JSONDocument, as identified: SystemCheck.Identified,
        label: String? = nil, _ transfer: SystemCheck.Transfer
    ) {
        if identified.version.dialect.traits.hasPages, Self.hasNextPage(document) {
            check.leaveOut(label ?? identified.name, because: .furtherPages)
        }
        check.read(document, as: identified, label: label, transfer)
    }

    private static func hasNextPage(_ document: JSONDocument) -> Bool {
        var (document, link) = (document, String?.none)
        _ = try? ListScan(values: ["links.next"]).read(
            &document, at: "", value: { link = String(link: $1) })
        return link?.isEmpty == false
    }

    /// Returns the error about a document that was not recognized: that it is not JSON, or none of
    /// the specification.
    private func unknown(_ document: JSONDocument, at location: String) -> any Error {
        do throws(JSONError) {
            try document.visit(maxDepth: JSONDocument.maxDepth) { _, _ in true }
            return UnknownDocument(location: location)
        } catch {
            return FeedFailure(document.reason(for: error), at: location)
        }
    }

    /// Reads the documents that a discovery document lists.
    private mutating func readAll(
        _ discovery: GBFS.Discovery, _ identified: SystemCheck.Identified, relativeTo base: String
    ) async throws {
        for feed in discovery.others { check.leaveOut(feed.name, because: .otherLanguage) }
        for misspelling in discovery.misspelt where identified.version == .v1_0 {
            check.add(misspelling.written, readAs: misspelling.name)
        }
        let known = Set(Specification.names(in: identified.version))
        let names = Set(discovery.feeds.map(\.name)).sorted {
            (SystemCheck.place(of: $0), $0) < (SystemCheck.place(of: $1), $1)
        }
        for name in names where name != "gbfs" {
            guard known.contains(name) else {
                check.leaveOut(name, because: .otherVersion)
                continue
            }
            let links = discovery.links(to: name)
            guard let link = links.first else { continue }
            for _ in links.dropFirst() { check.leaveOut(name, because: .otherAddress) }
            do {
                let address = try policy.resolve(link, relativeTo: base)
                let (document, transfer, _) = try await read(address)
                check.read(
                    document, as: .init(name: name, version: identified.version), transfer)
            } catch let failure as FeedFailure {
                fail(name, failure, at: Location.redacted(link))
            }
        }
    }

    /// Adds a document that could not be read, unless a limit of this program is the cause.
    private mutating func fail(_ name: String, _ failure: FeedFailure, at address: String) {
        if case .size(.requestLimit) = failure.reason {
            check.leaveOut(name, because: .requestLimit)
        } else {
            check.fail(name, failure, at: address)
        }
    }

    /// Reads the other document of a provider of MDS 2.
    private mutating func readOther(
        of identified: SystemCheck.Identified, _ address: String
    ) async throws {
        guard identified.version == .mds2 else { return }
        let isStatus = identified.name == "vehicles_status"
        let other = isStatus ? MDS.propertiesAddress(of: address) : MDS.statusAddress(of: address)
        guard let other else { return }
        let name = isStatus ? "vehicles" : "vehicles_status"
        do {
            let (document, transfer, _) = try await read(other)
            guard let identified = check.identify(document, name: nil) else {
                return check.leaveOut(name, because: .unknown)
            }
            read(document, as: identified, transfer)
        } catch let failure as FeedFailure {
            fail(name, failure, at: Location.redacted(other))
        }
    }

    /// Reads a document; asks for the versions that the source may have.
    private func read(
        _ address: String
    ) async throws -> (JSONDocument, SystemCheck.Transfer, base: String) {
        let (bytes, transfer, base) = try await readBytes(address)
        return (try Self.json(bytes, transfer), transfer, base)
    }

    private static func json(
        _ bytes: consuming [UInt8], _ transfer: SystemCheck.Transfer
    ) throws -> JSONDocument {
        let document = JSONDocument(bytes)
        try document.refuseUTF16(at: transfer.address)
        return document
    }

    private func readBytes(
        _ address: String
    ) async throws -> ([UInt8], SystemCheck.Transfer, base: String) {
        var versions = FeedDialect.versions(of: source.provider)
        while true {
            do {
                return try await readBytes(address, accept: versions.first?.mediaTypes)
            } catch let failure as FeedFailure where failure.reason == .service(.status(406)) {
                guard versions.count > 1 else { throw failure }
                versions.removeFirst()
            }
        }
    }

    private func readBytes(
        _ address: String, accept: String?
    ) async throws -> ([UInt8], SystemCheck.Transfer, base: String) {
        let request = DocumentRequest(address: address, cached: nil, accept: accept)
        guard case .read(let bytes, let state, let base) = try await session.read(request) else {
            throw FeedFailure(.service(.status(304)), at: Location.redacted(address))
        }
        var transfer = SystemCheck.Transfer(address: Location.redacted(base))
        transfer.isWeb = state.isWeb
        transfer.seconds = await session.lastExchange.map { $0 / .seconds(1) }
        transfer.hasValidator = state.entityTag != nil || state.lastModified != nil
        return (bytes, transfer, base)
    }

    // MARK: Files

    mutating func file(_ path: String) async throws -> CheckReport {
        try await follow(path, version: nil, name: Self.name(ofFile: path))
        return tableReport ?? check.report()
    }

    mutating func files(_ paths: [String], in folder: String) async throws -> CheckReport {
        let named = paths.map { ($0, Self.name(ofFile: $0)) }
        var discoveries: [GBFS.Discovery] = []
        for (path, name) in named.sorted(by: {
            (SystemCheck.place(of: $0.1), $0.1) < (SystemCheck.place(of: $1.1), $1.1)
        }) {
            do {
                let (bytes, transfer, _) = try await readBytes(path, accept: nil)
                let document = try Self.json(bytes, transfer)
                guard let identified = check.identify(document, name: name) else {
                    throw unknown(document, at: transfer.address)
                }
                if identified.name == "gbfs", let discovery = Self.discovery(in: document) {
                    discoveries.append(discovery)
                }
                read(document, as: identified, label: name, transfer)
            } catch let failure as FeedFailure {
                if Specification.names.contains(name) {
                    check.fail(name, failure, at: Location.redacted(path))
                } else {
                    check.leaveOut(name, because: .unreadable)
                }
            } catch is UnknownDocument {
                check.leaveOut(name, because: .unknown)
            }
        }
        guard !check.isEmpty else { throw UnknownDocument(location: folder, isFolder: true) }
        for discovery in discoveries { check.leaveOutUnread(of: discovery) }
        return check.report()
    }

    /// Returns the name of a file without its folder and `.json`.
    private static func name(ofFile path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    }
}
