import FleetCore
import FleetSQL
import FleetService
import Foundation
import Synchronization

/// Metrics of the sources, from their last states.
final class SourceMetrics: Sendable {
    private struct Vehicles {
        let revision: Int64
        let byFormFactor: [String: Int]
    }

    private struct State {
        /// Vehicles of the sources, at the revisions that were read last.
        var vehicles: [UUID: Vehicles] = [:]
        var reading: Task<Void, Never>?
    }

    /// Form factors of GBFS; feeds can name any others, which count as `other`.
    private static let formFactors: Set<String> = [
        "bicycle", "cargo_bicycle", "car", "moped", "scooter", "scooter_standing",
        "scooter_seated", "other",
    ]
    private let state = Mutex(State())

    /// Adds the metrics of all sources.
    func add(to text: inout MetricsText, in environment: ServerEnvironment) async {
        let sources = environment.sources.all
        let states = sources.map { source in
            Source(
                name: source.name, uuid: source.uuid,
                state: environment.sources.states(of: source).shown,
                polls: environment.sources.polls(of: source.uuid))
        }
        addPolls(of: states, to: &text)
        addSnapshots(of: states, to: &text, at: environment.now())
        await read(sources, in: environment).value(within: environment.options.metricsLimit)
        let vehicles = state.withLock(\.vehicles)
        text.add(
            "fleet_source_vehicles", .gauge, "Vehicles of the last snapshot by form factor.",
            states.flatMap { source in
                (vehicles[source.uuid]?.byFormFactor ?? [:]).sorted { $0.key < $1.key }.map {
                    source.sample(Double($1), ("form_factor", $0))
                }
            })
    }

    /// A source at the time of a scrape.
    private struct Source {
        let name: String
        let uuid: UUID
        let state: ServiceState?
        let polls: PollStatistics

        func sample(
            suffix: String = "", _ value: Double, _ labels: (name: String, value: String)...
        ) -> MetricsText.Sample {
            .init(suffix: suffix, labels: [("source", name)] + labels, value: value)
        }
    }

    private func addPolls(of sources: [Source], to text: inout MetricsText) {
        text.add(
            "fleet_source_leader", .gauge, "Whether this server polls the source.",
            sources.map { $0.sample($0.polls.isLeader ? 1 : 0) })
        text.add(
            "fleet_source_up", .gauge, "Whether the last request to the source succeeded.",
            sources.map { source in
                if case .live = source.state { source.sample(1) } else { source.sample(0) }
            })
        text.add(
            "fleet_source_polls_total", .counter, "Requests to the source by outcome.",
            sources.flatMap { source in
                PollOutcome.allCases.map { outcome in
                    source.sample(
                        Double(source.polls.outcomes[outcome] ?? 0), ("outcome", outcome.rawValue))
                }
            })
        text.add(
            "fleet_source_poll_duration_seconds", .summary, "Duration of requests to the source.",
            sources.flatMap { source in
                [
                    source.sample(suffix: "_sum", source.polls.duration.seconds),
                    source.sample(suffix: "_count", Double(source.polls.count)),
                ]
            })
    }

    private func addSnapshots(
        of sources: [Source], to text: inout MetricsText, at now: Timestamp
    ) {
        let read = sources.compactMap { source in source.state?.info.map { (source, $0) } }
        text.add(
            "fleet_source_age_seconds", .gauge, "Age of the last snapshot.",
            read.map { $0.sample(max(0, (now - $1.fetchedAt).seconds)) })
        text.add(
            "fleet_source_data_age_seconds", .gauge,
            "Age of the data of the last snapshot, by the time of its feed (last_updated).",
            read.compactMap { source, info in
                // A table is as old as its last edit, which is nothing to alarm about.
                info.feed.isTable
                    ? nil : info.feed.lastUpdated.map { source.sample(max(0, (now - $0).seconds)) }
            })
        text.add(
            "fleet_source_skipped_entries", .gauge,
            "Vehicles of the last snapshot that could not be read.",
            read.map { $0.sample(Double($1.parseReport.skipped)) })
    }

    /// Reads the vehicles of the snapshots that have changed since they were read last.
    private func read(_ sources: [PolledSource], in environment: ServerEnvironment) -> Task<
        Void, Never
    > {
        state.withLock { state in
            if let reading = state.reading { return reading }
            let known = state.vehicles
            let reading = Task {
                let vehicles = try? await Self.vehicles(of: sources, known, in: environment)
                self.state.withLock { state in
                    if let vehicles { state.vehicles = vehicles }
                    state.reading = nil
                }
            }
            state.reading = reading
            return reading
        }
    }

    private static func vehicles(
        of sources: [PolledSource], _ known: [UUID: Vehicles], in environment: ServerEnvironment
    ) async throws -> [UUID: Vehicles] {
        let revisions = sources.compactMap { source in
            environment.sources.state(of: source.uuid, .vehicles)?.state.info
                .map { (source, $0.revision) }
        }
        let outdated = revisions.filter { known[$0.0.uuid]?.revision != $0.1 }
        var vehicles = known.filter { uuid, _ in revisions.contains { $0.0.uuid == uuid } }
        guard !outdated.isEmpty else { return vehicles }
        let read = try await environment.snapshots.read { reader in
            try outdated.map { source, revision in
                (source.uuid, revision, try reader.facetCounts(of: source.vehicles))
            }
        }
        for (uuid, revision, facets) in read {
            var counts: [String: Int] = [:]
            for facet in facets where facet.state.isInPublicSpace {
                let name = facet.formFactor.map { formFactors.contains($0) ? $0 : "other" }
                counts[name ?? "unknown", default: 0] += facet.count
            }
            vehicles[uuid] = Vehicles(revision: revision, byFormFactor: counts)
        }
        return vehicles
    }
}
