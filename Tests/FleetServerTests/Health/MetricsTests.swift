import FleetCore
import FleetSQL
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import FleetServer

@Suite("Metrics")
struct MetricsTests {
    /// Lines `name{label=value,…} value` of the samples, by Prometheus' own parser.
    private static let parser = """
        import sys
        from prometheus_client.parser import text_string_to_metric_families as parse
        for family in parse(sys.stdin.read()):
            assert family.documentation and family.type != 'unknown', family
            for s in family.samples:
                labels = ','.join(f'{k}={v!r}' for k, v in sorted(s.labels.items()))
                print(s.name + '{' + labels + '} ' + f'{s.value:g}')
        """

    /// Returns the samples as an independent parser reads them.
    private func samples(of server: ServedTeam) async throws -> [String] {
        let answer = try await server.visitor("root").get("/metrics")
        #expect(answer.status == 200)
        #expect(answer.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let text = try await Tool.python(Self.parser, answer.bytes)
        return text.split(separator: "\n").map(String.init)
    }

    @Test("are for this machine and administrators")
    func access() async throws {
        let server = try await ServedTeam()
        // The requests of these tests come from no address.
        #expect(try await server.stranger.get("/metrics").status == 404)
        #expect(try await server.visitor("ana").get("/metrics").status == 404)
        let samples = try await samples(of: server)
        #expect(samples.contains("fleet_http_requests_total{status='404'} 2"))
        let count = samples.first { $0.hasPrefix("fleet_http_request_duration_seconds_count") }
        let all = samples.first {
            $0.hasPrefix("fleet_http_request_duration_seconds_bucket{le='+Inf'}")
        }
        #expect(count?.split(separator: " ").last == all?.split(separator: " ").last)
        #expect(all != nil)
    }

    @Test("describe each source, whatever its name and its feed contain")
    func sources() async throws {
        var vehicles = (0..<5).map { Vehicle(id: "v\($0)") }
        for (index, factor) in ["bicycle", "bicycle", "hovercraft\"", "car"].enumerated() {
            vehicles[index].formFactor = factor
        }
        let server = try await ServedTeam([("a\"b\\c", vehicles), ("unread", [])])
        let source = server.sources.all[0]
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.lastUpdated = Timestamp(seconds: ServedTeam.loadedAt - 50)
        try await server.load(vehicles, source, feed, at: ServedTeam.loadedAt + 5)
        var polls = PollStatistics()
        polls.isLeader = true
        polls.count(.loaded, after: .milliseconds(1500))
        polls.count(.connection, after: .milliseconds(500))
        server.sources.set(polls, of: source.uuid)
        let samples = try await samples(of: server)
        let label = #"source='a"b\\c'"#
        let expected = [
            "fleet_source_leader{\(label)} 1", "fleet_source_leader{source='unread'} 0",
            "fleet_source_up{\(label)} 1",
            "fleet_source_age_seconds{\(label)} 5",
            "fleet_source_data_age_seconds{\(label)} 60",
            "fleet_source_skipped_entries{\(label)} 0",
            "fleet_source_polls_total{outcome='loaded',\(label)} 1",
            "fleet_source_polls_total{outcome='connection',\(label)} 1",
            "fleet_source_polls_total{outcome='content',\(label)} 0",
            "fleet_source_poll_duration_seconds_sum{\(label)} 2",
            "fleet_source_poll_duration_seconds_count{\(label)} 2",
            "fleet_source_vehicles{form_factor='bicycle',\(label)} 2",
            "fleet_source_vehicles{form_factor='car',\(label)} 1",
            "fleet_source_vehicles{form_factor='other',\(label)} 1",
            "fleet_source_vehicles{form_factor='unknown',\(label)} 1",
            "fleet_ready{} 1", "fleet_not_ready{cause='key'} 0",
            "fleet_follower_lag_seconds{follower='changes'} 0", "fleet_stream_lag_seconds{} 0",
            "fleet_streams{} 0",
        ]
        for line in expected { #expect(samples.contains(line), "\(line)") }
    }

    @Test("read the vehicles of a snapshot once, and those of the next one")
    func revisions() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "a")])])
        let unknown = "fleet_source_vehicles{form_factor='unknown',source='demo'}"
        #expect(try await samples(of: server).contains("\(unknown) 1"))
        server.server.environment.snapshots.close()
        // Nothing is read for the same snapshot.
        #expect(try await samples(of: server).contains("\(unknown) 1"))
        try await server.load(
            [Vehicle(id: "a"), Vehicle(id: "b")], server.sources.all[0],
            at: ServedTeam.loadedAt + 1)
        // The numbers that cannot be read stay as they were.
        #expect(try await samples(of: server).contains("\(unknown) 1"))
    }

    @Test("describe the database")
    func database() async throws {
        let server = try await ServedTeam(options: {
            $0.databaseStatistics = {
                DatabaseStatistics(
                    connections: [.init(name: "reads", inUse: 3, idle: 1)], waits: 7,
                    errors: ["lock": 2])
            }
        })
        let samples = try await samples(of: server)
        let expected = [
            "fleet_database_connections{class='reads',state='in_use'} 3",
            "fleet_database_connections{class='reads',state='idle'} 1",
            "fleet_database_waits_total{} 7", "fleet_database_errors_total{cause='lock'} 2",
        ]
        for line in expected { #expect(samples.contains(line), "\(line)") }
    }

    @Test("a response 503 is counted and logged with its cause, its path and its time")
    func unavailable() async throws {
        let folder = try TemporaryFolder()
        let storage = try ServedStorage(in: folder)
        let team = UnwritableTeamDatabase(storage.team)
        let server = try await ServedTeam(storage: ServedStorage(storage, team: team))
        let ana = try await server.visitor("ana")
        let causes: [(StoreError, text: String, label: String)] = [
            (.diskFull(path: "p"), "disk full", "disk_full"),
            (.locked(path: "p"), "lock", "lock"),
            (.standby(path: "p", isSaved: true), "waits for the standby", "standby"),
            (.unavailable(path: "p", reason: "gone"), "no connection", "no_connection"),
        ]
        for (error, text, label) in causes {
            team.error.withLock { $0 = error }
            let answer = try await ana.send(
                .post, "/api/v1/notes", json: #"{"text": "a", "visibility": "private"}"#)
            #expect(answer.status == 503)
            #expect(try answer.json()["cause"] as? String == label)
            let entry = try #require(server.log.entries.last { $0.message == "unavailable" })
            #expect(entry.level == .warning)
            #expect(entry.facts["cause"] == text)
            #expect(entry.facts["path"] == "/api/v1/notes")
            #expect(entry.facts["error"] == error.cause)
            #expect(entry.facts["ms"].flatMap(Double.init) != nil)
        }
        team.error.withLock { $0 = nil }
        let samples = try await samples(of: server)
        for (_, _, label) in causes {
            #expect(samples.contains("fleet_http_unavailable_total{cause='\(label)'} 1"))
        }
    }

    @Test(
        "have all names in the dashboard and the alert rules",
        arguments: ["grafana-dashboard.json", "prometheus-alerts.yml"])
    func documentation(file: String) async throws {
        let text = try String(
            contentsOfFile: Project.folder + "/Documentation/" + file, encoding: .utf8)
        let names = Set(text.matches(of: /fleet_[a-z_]+/).map { String($0.output) })
        let server = try await ServedTeam(
            options: {
                $0.databaseStatistics = {
                    DatabaseStatistics(
                        connections: [.init(name: "reads", inUse: 0, idle: 1)],
                        errors: ["lock": 0])
                }
            }, [("demo", [Vehicle(id: "a")])])
        _ = try await server.stranger.get("/health")
        let samples = try await samples(of: server)
        let exported = Set(samples.map { String($0.prefix { $0 != "{" }) })
        #expect(names.count > 2)
        #expect(names.subtracting(exported).isEmpty)
    }

    @Test("the dashboard is JSON with unique panels, and each alert rule names the server")
    func documents() throws {
        let folder = Project.folder + "/Documentation/"
        let data = try Data(contentsOf: URL(filePath: folder + "grafana-dashboard.json"))
        let dashboard = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        let ids = panels.compactMap { $0["id"] as? Int }
        #expect(!ids.isEmpty && Set(ids).count == panels.count)
        let rules = try String(
            contentsOfFile: folder + "prometheus-alerts.yml", encoding: .utf8)
        let alerts = rules.split(separator: "- alert: ").dropFirst()
        #expect(alerts.count > 3)
        for alert in alerts {
            #expect(alert.contains(/summary: .*{{ \$labels.instance }}/), "\(alert)")
        }
    }
}
