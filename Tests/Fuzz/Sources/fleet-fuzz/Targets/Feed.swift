import FleetCore
import Foundation
import Synchronization

@testable import FleetFeeds

/// Loads a feed twice, the second time with the cache state of the first, and writes its list in
/// every format.
///
/// The input is a system: `v` or `s` for its vehicles or sites, the first document, and then
/// documents that it links to, each after a record separator (0x1E) and a line with its name.
func fuzzFeed(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let feed: Source.Feed = kind == UInt8(ascii: "s") ? .sites : .vehicles
    let parts = bytes.dropFirst().split(separator: 0x1E, omittingEmptySubsequences: false)
    let web = FuzzedWeb(Array(parts[0]), linked: parts.dropFirst())
    guard case .loaded(let snapshot, let cacheState, _)? = web.load(feed, nil) else { return }
    check(snapshot)
    if case .loaded(let snapshot, _, _)? = web.load(feed, cacheState) { check(snapshot) }
}

private func check(_ snapshot: Snapshot) {
    // Equal strings may have different bytes.
    let ids = snapshot.vehicles.map { Array($0.id.utf8) }
    require(Set(ids).count == ids.count, "two vehicles have the same ID")
    require(!ids.contains([]), "a vehicle has no ID")
    for format in ListFormat.allCases {
        let text = vehicleList(snapshot, format)
        if format == .table { checkTable(text) }
        if format == .json || format == .gbfs || format == .geojson { checkJSON(text) }
    }
    for format in SiteListFormat.allCases {
        let text = siteList(snapshot, format)
        if format == .table { checkTable(text) }
        if format == .json || format == .geojson { checkJSON(text) }
    }
}

private func checkJSON(_ text: [UInt8]) {
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(text))) != nil
    require(isJSON, "the list is not JSON")
}

private func checkTable(_ text: [UInt8]) {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    require(
        lines.allSatisfy { TerminalText.escaped(String($0)) == $0 },
        "a control character reaches the terminal")
}

private let now = Timestamp(seconds: 1_769_860_800)
private let style = TableStyle(width: nil, isColored: false, now: now) { "\($0.milliseconds)" }

private func vehicleList(_ snapshot: Snapshot, _ format: ListFormat) -> [UInt8] {
    let count = snapshot.vehicles.count
    let header = ListHeader(
        source: "fuzz", feed: snapshot.feed, fetchedAt: now, isStale: false,
        counts: VehicleCounts(total: snapshot.total, matching: count, unknownBattery: 0))
    return written { sink in
        _ = try VehicleListEncoder(format: format, header: header, style: style)
            .write(vehicles: { try snapshot.vehicles.forEach($0) }, to: &sink)
    }
}

private func siteList(_ snapshot: Snapshot, _ format: SiteListFormat) -> [UInt8] {
    let header = SiteListHeader(
        source: "fuzz", feed: snapshot.feed, fetchedAt: now, isStale: false,
        total: snapshot.sites.count, skipped: 0)
    return written { sink in
        try SiteListEncoder(format: format, header: header, style: style)
            .write(snapshot.sites.map { SiteStatus($0) }, to: &sink)
    }
}

private func written(_ write: (inout ByteSink) throws -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { flush in
        var sink = ByteSink(flush: flush)
        guard (try? write(&sink)) != nil else { fatalError("the list cannot be written") }
    }
    return bytes
}

/// Documents of a system by the last component of their address.
private struct FuzzedWeb: Sendable {
    private static let root = "https://feeds.example.org/gbfs.json"

    private let first: [UInt8]
    private var linked: [String: [UInt8]] = [:]

    init(_ first: [UInt8], linked: ArraySlice<ArraySlice<UInt8>>) {
        self.first = first
        for part in linked {
            let end = part.firstIndex(of: UInt8(ascii: "\n")) ?? part.endIndex
            let name = String(decoding: part[..<end], as: UTF8.self)
            self.linked[name] = Array(part[end...])
        }
    }

    /// Loads the feed; `nil` after a failure.
    func load(_ feed: Source.Feed, _ cacheState: FeedCacheState?) -> FeedResponse? {
        let loader = FeedLoader(
            source: Source(location: .web(Self.root)), feed: feed,
            startRefresh: { { read($0.address, $0.cached) } },
            linkPolicy: LinkPolicy(credentials: ResolvedCredentials(), location: Self.root),
            now: { now }, shownNow: { now })
        let result = Mutex<Result<FeedResponse, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task {
            do {
                let response = try await loader.load(cacheState)
                result.withLock { $0 = .success(response) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            isDone.signal()
        }
        isDone.wait()
        switch result.withLock({ $0 }) {
        case .success(let response)?: return response
        case .failure(let error)?:
            require(error is FeedFailure, "an error is no failure of the feed: \(error)")
            return nil
        case nil: fatalError("the task has no result")
        }
    }

    private func read(
        _ address: String, _ cached: FeedCacheState.Document?
    ) -> DocumentResponse {
        if let cached, cached.entityTag == "fuzz" { return .notModified(cached) }
        let name = address.split(separator: "/").last.map(String.init) ?? ""
        let bytes = linked[name] ?? first
        let document = FeedCacheState.Document(
            address: address, entityTag: bytes.count.isMultiple(of: 2) ? "fuzz" : nil)
        return .read(bytes: bytes, document, base: address)
    }
}
