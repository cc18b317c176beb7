import FleetCore
import FleetTestSupport
import Foundation
import JSON
import Testing

@testable import FleetFeeds

@Suite("A document is checked while it is read, whatever it contains")
struct DocumentCheckTests {
    private func report(_ text: String, name: String? = nil) throws -> CheckReport {
        var check = SystemCheck(now: Timestamp(seconds: 1_769_860_800), isLive: false)
        let document = JSONDocument(Array(text.utf8))
        let identified = try #require(check.identify(document, name: name))
        check.read(document, as: identified, .init(address: "file"))
        return check.report()
    }

    @Test("A hundred thousand broken vehicles are counted, with three examples of each finding")
    func manyBroken() throws {
        let row =
            #"{"vehicle_id":7,"lat":"48.85","lon":200.5,"is_reserved":null,"vehicle_type_id":"x","current_range_meters":-1}"#
        let count = 100_000
        let rows = repeatElement(row, count: count).joined(separator: ",")
        let report = try report(
            #"{"last_updated":"2026-01-31T11:59:30Z","ttl":60,"version":"3.0","data":{"vehicles":[\#(rows)]}}"#
        )
        let found = report.findings.map { "\($0.rule.rawValue) \($0.path)" }
        #expect(
            Set(found) == [
                "wrong-type /data/vehicles/*/vehicle_id", "wrong-type /data/vehicles/*/lat",
                "out-of-range /data/vehicles/*/lon", "wrong-type /data/vehicles/*/is_reserved",
                "field-missing /data/vehicles/*/is_disabled",
                "out-of-range /data/vehicles/*/current_range_meters",
            ])
        #expect(report.findings.allSatisfy { $0.count == count && $0.examples.count == 3 })
        #expect(
            report.findings.first?.examples.map(\.path)
                == (0...2).map { "/data/vehicles/\($0)/vehicle_id" })
    }

    @Test(
        "The fixtures are named by their content, and follow the specification",
        arguments: Fixture.versions)
    func fixtures(version: String) throws {
        for name in try Fixture.names(in: "gbfs/\(version)") {
            let text = String(decoding: try Fixture.bytes("gbfs/\(version)/\(name)"), as: UTF8.self)
            let report = try report(text)
            #expect(report.documents.map { $0.name + ".json" } == [name])
            #expect(report.version == "GBFS \(version)")
        }
    }

    @Test(
        "Documents of MDS are recognized and follow its table",
        arguments: [
            ("vehicles-0.4", "MDS 0.4", "vehicles"), ("vehicles-1.2", "MDS 1.x", "vehicles"),
            ("vehicles-2.0", "MDS 2.x", "vehicles"),
            ("vehicles_status-2.0", "MDS 2.x", "vehicles_status"),
            ("reduced-2.0", "MDS 2.x", "vehicles_status"),
        ])
    func mds(file: String, version: String, name: String) throws {
        let text = String(decoding: try Fixture.bytes("mds/\(file).json"), as: UTF8.self)
        let report = try report(text)
        #expect(report.version == version && report.documents.map(\.name) == [name])
        let isReduced = report.findings.contains { $0.rule == .standard.fieldReduced }
        #expect(isReduced == (file == "reduced-2.0"))
    }

    @Test(
        "Documents that are not JSON are findings, not crashes",
        arguments: [
            #"{"data":{"bikes":[{"#, #"{"data":{"bikes":[]}} x"#,
            "{\"data\":{\"bikes\":[\"\u{1}\"]}}",
            #"{"data":{"bikes":[{"bike_id":"\ud800"}]}}"#, #"{"data":{"bikes":[1e999,-01,tru]}}"#,
        ])
    func broken(text: String) throws {
        let report = try report(text, name: "free_bike_status")
        #expect(report.has(.error))
    }

    @Test("A document of another version is a finding")
    func otherVersion() throws {
        let text = String(
            decoding: try Fixture.bytes("damaged/read/bikes-in-3.0.json"), as: UTF8.self)
        #expect(try report(text).findings.map(\.rule) == [.document.ofOtherVersion])
    }

    @Test("Damaged bytes of all documents are read to the end, or are a finding")
    func damaged() throws {
        var random = SystemRandomNumberGenerator()
        for version in ["1.0", "2.3", "3.0"] {
            for name in try Fixture.names(in: "gbfs/\(version)") {
                let bytes = try Fixture.bytes("gbfs/\(version)/\(name)")
                for _ in 0..<20 {
                    var damaged = bytes
                    for _ in 0..<Int.random(in: 1...5, using: &random) {
                        let index = damaged.indices.randomElement(using: &random) ?? 0
                        damaged[index] = UInt8.random(in: 0...255, using: &random)
                    }
                    var check = SystemCheck(now: Timestamp(seconds: 1_769_860_800), isLive: false)
                    check.read(
                        JSONDocument(damaged),
                        as: .init(name: String(name.dropLast(5)), version: .ofGBFS(version)),
                        .init(address: name))
                    let report = check.report()
                    let isRead = report.documents.map(\.exists) == [true]
                    #expect(isRead || report.findings.contains { $0.rule == .document.unreadable })
                }
            }
        }
    }

    @Test("Arrays that are nested beyond the limit are a finding")
    func deep() throws {
        let depth = 2000
        let text =
            #"{"data":{"bikes":"# + String(repeating: "[", count: depth)
            + String(repeating: "]", count: depth) + "}}"
        #expect(
            try report(text, name: "free_bike_status").findings.contains {
                $0.rule == .document.unreadable
            })
    }

    @Test("Keys and values of a feed reach neither a terminal nor JSON as controls")
    func hostile() throws {
        let text =
            #"{"last_updated":1769860000,"ttl":60,"version":"2.3\u001b[31m","data":{"\u001b]0;x\u0007":{"feeds":[{"name":"\u202egnp","url":"\u001b[2J"}]},"en":{"feeds":[{"name":"\n\r\u0000","url":"x"}]}}}"#
        let report = try report(text, name: "gbfs")
        let table = report.text(width: 40, isColored: false)
        #expect(
            !table.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        #expect(table.split(separator: "\n").allSatisfy { $0.count <= 40 })
        let json = report.json(validator: "test").string
        #expect(!json.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect((try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil)
    }

    @Test("The report in JSON has the shape of the canonical validator, with the findings beside")
    func shape() throws {
        let report = try report(
            #"{"last_updated":1769860000,"ttl":0,"version":"2.3","data":{"bikes":[{"bike_id":"a","is_reserved":false,"lat":1.5,"lon":2.5}]}}"#
        )
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(report.json(validator: "x").string.utf8))
                as? [String: Any])
        let summary = try #require(json["summary"] as? [String: Any])
        #expect(summary["errorsCount"] as? Int == 1 && summary["hasErrors"] as? Bool == true)
        let file = try #require((json["files"] as? [[String: Any]])?.first)
        #expect(file["file"] as? String == "free_bike_status.json")
        let error = try #require((file["errors"] as? [[String: Any]])?.first)
        #expect(error["instancePath"] as? String == "/data/bikes/0")
        #expect(error["keyword"] as? String == "required")
        #expect(
            error["schemaPath"] as? String
                == "GBFS 2.3/free_bike_status#/data/bikes/*/is_disabled/required")
        #expect((error["params"] as? [String: String]) == ["missingProperty": "is_disabled"])
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.map { $0["rule"] as? String } == ["field-missing", "ttl-zero"])
    }
}
