import FleetCore
import JSON

/// Check of the documents of a system, one after the other.
struct SystemCheck {
    /// What the transfer of a document showed.
    struct Transfer: Sendable {
        /// Address without secrets, or path.
        var address: String
        /// Whether it came from the web.
        var isWeb = false
        /// Seconds until the last byte.
        var seconds: Double?
        /// Whether the response can be requested conditionally.
        var hasValidator = true
    }

    /// A document whose name and version are known.
    struct Identified {
        var name: String
        var version: SpecificationVersion
        var declared: String?
        var languages: [String] = []
    }

    /// Version by which the documents are checked; `nil` before the first one.
    private(set) var version: SpecificationVersion?
    private var detectedVersion: String?
    private var system = SystemContext()
    private var documents: [CheckReport.Document] = []
    private var findings: [CheckFinding] = []
    /// Documents that are not checked.
    private var leftOut: [LeftOutDocuments] = []
    /// Names of the documents that were read, whatever the names of their files.
    private var readNames: Set<String> = []
    /// Whether all documents of a system are read, so that some can be missing.
    private let isWhole: Bool
    /// Whether the discovery document was read.
    private var hasDiscovery = false

    /// Seconds beyond which a response is slow.
    private static let slowSeconds = 1.0
    private static let maxAttempts = 3

    /// Order in which the documents are read: what others refer to comes first.
    private static let order = [
        "gbfs", "gbfs_versions", "manifest", "system_pricing_plans", "vehicle_types",
        "system_regions", "system_information", "station_information", "station_status",
        "free_bike_status", "vehicle_status", "vehicle_availability",
    ]

    /// Returns the place of a document in that order.
    static func place(of name: String) -> Int { order.firstIndex(of: name) ?? order.count }

    /// - Parameters:
    ///   - isLive: Whether the documents were just loaded, so that their age matters.
    ///   - isWhole: Whether all documents of a system are read.
    init(now: Timestamp, isLive: Bool, isWhole: Bool = false) {
        self.isWhole = isWhole
        (system.now, system.isLive) = (now, isLive)
    }

    /// Returns which document the bytes are.
    ///
    /// - Parameter name: Name of the file or of the link, without `.json`; `nil` if unknown.
    func identify(_ document: JSONDocument, name: String?) -> Identified? {
        let peek = DocumentSniffer(document)
        let shape = peek.shape
        let dialect = shape?.dialect ?? .gbfs
        // A discovery document has the names of the documents, which have the same version.
        let hasDiscovery = dialect.traits.hasDiscovery
        let known = hasDiscovery && self.version?.dialect == dialect ? self.version : nil
        let version =
            known
            ?? .declared(peek.version, isNested: shape?.isNested ?? true, in: dialect)
        let ownName = name.flatMap { hasDiscovery && Specification.names.contains($0) ? $0 : nil }
        guard let name = ownName ?? shape?.name else { return nil }
        return Identified(
            name: name, version: version, declared: peek.version, languages: peek.languages)
    }

    /// Checks a document.
    ///
    /// - Parameter label: Name in the report, without `.json`; `nil` for that of the document.
    mutating func read(
        _ document: consuming JSONDocument, as identified: Identified, label: String? = nil,
        _ transfer: Transfer
    ) {
        let label = label ?? identified.name
        readNames.insert(identified.name)
        if version == nil || identified.name == "gbfs" {
            (version, detectedVersion) = (identified.version, identified.declared)
        }
        if identified.name == "gbfs" { hasDiscovery = true }
        guard let specification = Specification.document(identified.name, in: identified.version)
        else {
            documents.append(
                CheckReport.Document(
                    name: label, address: transfer.address, isRequired: false, exists: true,
                    version: identified.version.title))
            add(
                .document.ofOtherVersion, in: label,
                problem: "\(identified.version.title) has no document \(identified.name)")
            return
        }
        var exists = true
        do throws(JSONError) {
            try check(&document, specification, identified.version, label)
        } catch {
            exists = false
            add(.document.unreadable, in: label, problem: message(of: error, in: document, label))
        }
        documents.append(
            CheckReport.Document(
                name: label, address: transfer.address, isRequired: false, exists: exists,
                version: identified.version.title))
        check(transfer, of: label)
    }

    /// Adds a document that could not be read: a finding, unless this client is the cause.
    mutating func fail(_ name: String, _ failure: FeedFailure, at address: String) {
        readNames.insert(name)
        guard !failure.isOfClient else { return leaveOut(name, because: .notNow) }
        documents.append(
            CheckReport.Document(
                name: name, address: address, isRequired: false, exists: false,
                version: version?.title ?? "GBFS"))
        add(.document.unreadable, in: name, problem: failure.message)
    }

    /// Adds a document of GBFS 1.0, whose table has no list of names, that is listed under a name
    /// that is nearly right.
    mutating func add(_ written: String, readAs name: String) {
        let written = String(written.prefix(60))
        add(
            .standard.valueNotAllowed, in: "gbfs", at: "/data/*/feeds/*/name",
            problem: "\(name) is listed as \(written)", keyword: "enum", value: written)
    }

    /// Checks a document, again after each repair; what needs a repair is a finding.
    private mutating func check(
        _ document: inout JSONDocument, _ specification: DocumentSpecification,
        _ version: SpecificationVersion, _ label: String
    ) throws(JSONError) {
        let tree = SpecificationTree(specification, in: version)
        var lastError = JSONError.empty
        for _ in 0..<Self.maxAttempts {
            var check = DocumentCheck(tree, of: label, in: system)
            do {
                try document.visit(maxDepth: JSONDocument.maxDepth) { event, field in
                    check.handle(event, field)
                    return true
                }
                check.finish()
                findings += check.findings.findings
                system = check.system
                if lastError != .empty {
                    add(
                        .document.unreadable, in: label,
                        problem: message(of: lastError, in: document, label))
                }
                return
            } catch {
                lastError = error
                guard document.repair(after: error) else { break }
            }
        }
        throw lastError
    }

    private func message(of error: JSONError, in document: JSONDocument, _ label: String) -> String
    {
        FeedFailure(document.reason(for: error), at: label).message
    }

    private mutating func check(_ transfer: Transfer, of label: String) {
        guard transfer.isWeb else { return }
        if transfer.address.hasPrefix("http://") {
            add(
                .document.notHTTPS, in: label, problem: "the address uses http",
                value: transfer.address)
        }
        if let seconds = transfer.seconds, seconds > Self.slowSeconds {
            add(
                .document.slowResponse, in: label,
                value: ShortText.plain((seconds * 10).rounded() / 10) + " s")
        }
        if !transfer.hasValidator { add(.document.noEntityTag, in: label) }
    }

    private mutating func add(
        _ rule: CheckRule, in document: String, at path: String = "", problem: String? = nil,
        keyword: String? = nil, value: String? = nil
    ) {
        let title = version?.title ?? "GBFS"
        var finding = CheckFinding(
            rule, in: document, at: path, problem: problem, keyword: keyword,
            section: "\(title), \(document).json")
        finding.add(.init(path: path, value: value))
        findings.append(finding)
    }
}

extension SystemCheck {
    /// Ends the check.
    mutating func report() -> CheckReport {
        let version = version ?? .v1_0
        if isWhole, hasDiscovery { addMissingDocuments(version) }
        if isWhole, !version.dialect.traits.hasDiscovery {
            let required = requiredNames(version)
            for index in documents.indices {
                documents[index].isRequired = required.contains(documents[index].name)
            }
        }
        checkStores(version)
        checkStations()
        var report = CheckReport(
            detectedVersion: detectedVersion, version: version.title, documents: documents,
            findings: findings)
        report.leftOut = leftOut
        return report
    }

    /// Whether no document was read.
    var isEmpty: Bool { documents.isEmpty }

    /// Notes a document that is not checked.
    mutating func leaveOut(_ name: String, because reason: LeftOutDocuments.Reason) {
        leftOut.add(name, because: reason)
    }

    /// Notes the documents of a list that were not in the folder; those that must be there are
    /// findings.
    mutating func leaveOutUnread(of discovery: GBFS.Discovery) {
        let required = requiredNames(version ?? .v1_0)
        let names = Set(discovery.feeds.map(\.name)).subtracting(readNames).subtracting(required)
        for name in names.sorted() where name != "gbfs" { leaveOut(name, because: .notInFolder) }
        for feed in discovery.others { leaveOut(feed.name, because: .otherLanguage) }
    }

    /// Names of the documents that the system must have.
    private func requiredNames(_ version: SpecificationVersion) -> Set<String> {
        SystemDocument.needed(by: readNames, referringTo: system.needed, in: version)
            .intersection(Specification.names(in: version))
    }

    private mutating func addMissingDocuments(_ version: SpecificationVersion) {
        let required = requiredNames(version)
        let read = documents
        documents = []
        for name in Specification.names(in: version) {
            if var document = read.first(where: { $0.name == name }) {
                document.isRequired = required.contains(name)
                documents.append(document)
                continue
            }
            // A file of another name.
            guard !readNames.contains(name) else { continue }
            documents.append(
                CheckReport.Document(
                    name: name, address: nil, isRequired: required.contains(name), exists: false,
                    version: version.title))
            if required.contains(name) {
                add(
                    .standard.documentMissing, in: name, problem: "\(name).json is missing",
                    keyword: "required")
            }
        }
        documents += read.filter { document in !documents.contains { $0.name == document.name } }
    }

    private mutating func checkStores(_ version: SpecificationVersion) {
        guard ClosedRange.since(.v2_1).contains(version),
            documents.contains(where: { $0.name == "system_information" && $0.exists })
        else { return }
        let apps = [
            ("ios", system.hasLinks.ios, system.hasStores.ios),
            ("android", system.hasLinks.android, system.hasStores.android),
        ]
        for (name, hasLinks, hasStore) in apps where hasLinks && !hasStore {
            add(
                .standard.storeLinkMissing, in: "system_information",
                at: "/data/rental_apps/\(name)/store_uri",
                problem: "there are rental links for \(name), but no store_uri",
                keyword: "required")
        }
    }

    /// Finds the stations of `station_information` that `station_status` lacks.
    private mutating func checkStations() {
        guard let stations = system.ids[IDSpace.stations.rawValue],
            let others = system.statusStations, !stations.isSubset(of: others),
            let label = documents.first(where: { $0.name == "station_information" })?.name
        else { return }
        let title = version?.title ?? "GBFS"
        var finding = CheckFinding(
            .data.stationInOneDocument, in: label, at: "/data/stations/*/station_id",
            problem: "the station is not in station_status",
            section: "\(title), \(label).json, station_id")
        let missing = stations.subtracting(others)
        let names = missing.compactMap { system.stationNames[$0] }.sorted()
        for number in 0..<missing.count {
            finding.add(.init(path: "", value: number < names.count ? names[number] : nil))
        }
        findings.append(finding)
    }
}
