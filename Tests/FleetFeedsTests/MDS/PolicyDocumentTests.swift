import FleetCore
import Foundation
import Testing

@testable import FleetFeeds

@Suite("Policies and geographies of MDS are read")
struct PolicyDocumentTests {
    static let square = """
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": \
        [[[10, 59], [11, 59], [11, 60], [10, 60], [10, 59]]]}}
        """

    private static func document(rule: String) throws -> PolicyDocument {
        try PolicyDocument(
            Array(
                """
                {"version": "2.0.0", "policies": [{"policy_id": "p", "name": "P", \
                "start_date": 1763640000000, "rules": [\(rule)]}]}
                """.utf8), at: "here")
    }

    private static func rule(_ text: String) throws -> PolicyRule {
        try #require(try document(rule: text).set.policies.first?.rules.first)
    }

    @Test("All fields of a policy and its rules")
    func all() throws {
        let text = """
            {"version": "2.0.0", "last_updated": 1763640000000, "policies": [{"name": "Caps", \
            "mode_id": "micromobility", "policy_id": "P1", "provider_ids": ["A", "B"], \
            "description": "", "start_date": 1763640000000, "end_date": 1763650000000, \
            "published_date": 1763630000000, "prev_policies": ["P0"], "rules": [{"name": "Cap", \
            "rule_id": "R1", "rule_type": "count", "geographies": ["G1"], \
            "states": {"available": [], "non_operational": []}, "rule_units": "devices", \
            "vehicle_types": ["scooter_standing"], "propulsion_types": ["electric"], \
            "minimum": 10, "maximum": 300, "inclusive_maximum": false, \
            "start_time": "07:30:00", "end_time": "22:00:00", "days": ["mon", "sun"]}]}], \
            "geographies": [{"geography_id": "G1", "name": "G", "geography_json": \(Self.square)}]}
            """
        let set = try PolicyDocument(Array(text.utf8), at: "here").set
        let start = Timestamp(seconds: 1_763_640_000)
        var rule = PolicyRule(id: "R1", name: "Cap", measure: .count, geographies: ["G1"])
        (rule.states, rule.vehicleTypes) = ([.available, .nonOperational], ["scooter_standing"])
        (rule.propulsionTypes, rule.minimum, rule.maximum) = (["electric"], 10, 300)
        (rule.includesMaximum, rule.hours.days) = (false, [0, 1])
        (rule.hours.start, rule.hours.end) = (27_000, 79_200)
        var policy = MobilityPolicy(id: "P1", name: "Caps", start: start, rules: [rule])
        (policy.end, policy.providers) = (start + .seconds(10_000), ["A", "B"])
        policy.previous = ["P0"]
        #expect(set.policies == [policy])
        let area = try #require(set.geographies["G1"]?.first)
        #expect(area.contains(try #require(Position(latitude: 59.5, longitude: 10.5))))
        #expect(!area.contains(try #require(Position(latitude: 58.5, longitude: 10.5))))
    }

    @Test("The lists of 1.x are under data, each geography under its own version")
    func version1() throws {
        let text = """
            {"version": "1.2.0", "updated": "1763640000000", "data": {"policies": [{"policy_id": \
            "p", "start_date": "1763640000000", "rules": [{"rule_type": "time", "rule_id": "r", \
            "geographies": ["g"], "statuses": {"available": ["trip_end"]}, "maximum": 60}]}], \
            "geographies": [{"version": "1.2.0", "geography": {"geography_id": "g", \
            "geography_json": {"type": "FeatureCollection", "features": [\(Self.square)]}}}]}}
            """
        let set = try PolicyDocument(Array(text.utf8), at: "here").set
        let rule = try #require(set.policies.first?.rules.first)
        #expect(rule.measure == .time(unit: 60_000) && rule.states == [.available])
        #expect(rule.namesEvents)
        #expect(set.geographies["g"]?.count == 1)
    }

    @Test(
        "A rule that is not understood says nothing, so it does not look as if it were kept",
        arguments: [
            #"{"rule_type": "count", "maximum": "many"}"#,
            #"{"rule_type": "count", "maximum": -1}"#,
            #"{"rule_type": "count", "maximum": 1e300}"#,
            #"{"rule_type": "time", "maximum": 5, "rule_units": "fortnights"}"#,
            #"{"rule_type": "count", "maximum": 5, "days": ["monday"]}"#,
            #"{"rule_type": "count", "maximum": 5, "start_time": "25:00:00"}"#,
            #"{"rule_type": "count", "maximum": 5, "end_time": "7 pm"}"#,
            #"{"rule_type": "count", "maximum": 5, "states": {"parked": []}}"#,
            #"{"rule_type": "speed", "maximum": 5}"#, #"{}"#, "7",
        ])
    func notUnderstood(text: String) throws {
        guard case .other = try Self.rule(text).measure else {
            Issue.record("\(text) is understood")
            return
        }
    }

    @Test("The whole day and the last second of a day are the end of the day")
    func times() throws {
        let whole = try Self.rule(#"{"rule_type": "count", "end_time": "23:59:59"}"#)
        #expect(whole.hours == PolicyHours())
        let night = try Self.rule(
            #"{"rule_type": "count", "start_time": "22:00", "end_time": "06:00:00"}"#)
        #expect(night.hours.start == 79_200 && night.hours.end == 21_600)
    }

    @Test("What cannot be read is left out with a warning; other documents fail")
    func broken() throws {
        let text = """
            {"policies": [{"policy_id": "p"}, 7, null], "geographies": [{"geography_id": "g", \
            "geography_json": {"type": "Point", "coordinates": [1, 2]}}, {}]}
            """
        let document = try PolicyDocument(Array(text.utf8), at: "here")
        #expect(
            document.warnings == [
                "3 policies that cannot be read are left out",
                "2 geographies without a readable area are left out",
            ])
        for (text, reason) in [
            ("{}", FeedFailure.Reason.content(.noList(of: "policies"))),
            ("<html>", .content(.html)),
            ("", .content(.empty)),
        ] {
            #expect(throws: FeedFailure(reason, at: "here")) {
                try PolicyDocument(Array(text.utf8), at: "here")
            }
        }
    }

    @Test("A policy with more rules than there may be is left out")
    func tooManyRules() throws {
        let rules = [String](repeating: #"{"rule_type": "count"}"#, count: 2001)
        let document = try Self.document(rule: rules.joined(separator: ","))
        #expect(document.set.policies.isEmpty && document.warnings.count == 1)
        let fewer = try Self.document(rule: rules.dropFirst().joined(separator: ","))
        #expect(fewer.set.policies.first?.rules.count == 2000)
    }

    @Test("Geographies are beside the policies under the same ending and query")
    func beside() {
        let beside = PolicyReader.geographies(beside:)
        #expect(beside("/tmp/policies.json") == "/tmp/geographies.json")
        #expect(
            beside("https://a.example/mds/policies?key=1")
                == "https://a.example/mds/geographies?key=1")
        #expect(beside("policies.json") == "geographies.json")
        #expect(beside("https://a.example/mds/rules.json") == nil)
        #expect(beside("https://a.example/policies/6f1a") == nil)
    }

    @Test("Policies and geographies in two files are one set; without the second it warns")
    func files() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("policies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let policies = folder.appendingPathComponent("policies.json")
        try Data(
            #"{"policies": [{"policy_id": "p", "start_date": 1763640000000, "rules": []}]}"#.utf8
        ).write(to: policies)
        let reader = PolicyReader(
            DocumentReader(HTTPTransport(limits: HTTPLimits(version: "test")), now: { noon }))
        let alone = try await reader.policies(at: policies.path)
        #expect(alone.set.policies.count == 1)
        #expect(alone.warnings == ["no geographies are known: no such file"])
        try Data(
            #"{"geographies": [{"geography_id": "g", "geography_json": \#(Self.square)}]}"#.utf8
        ).write(to: folder.appendingPathComponent("geographies.json"))
        let both = try await reader.policies(at: policies.path)
        #expect(both.set.geographies.keys.sorted() == ["g"] && both.warnings == [])
    }
}
