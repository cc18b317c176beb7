import FleetTestSupport
import Foundation
import Testing

/// A GBFS system with vehicles and without stations, so that only polls of the vehicles read its
/// vehicle feed.
final class PolledSystem: Sendable {
    private let server: TestServer
    private let polls = Observed(0)

    /// - Parameter respond: Returns the vehicle feed for a poll; polls are numbered from 1.
    init(_ respond: @escaping @Sendable (_ poll: Int) -> TestServer.Response) throws {
        let polls = polls
        server = try TestServer { _, request in
            guard request.target == "/vehicles.json" else {
                let host = request.headers["host"] ?? ""
                return .text(
                    """
                    {"last_updated": 1769860800, "ttl": 0, "version": "2.3", "data": {"en": {"feeds":
                    [{"name": "free_bike_status", "url": "http://\(host)/vehicles.json"}]}}}
                    """)
            }
            return respond(
                polls.change { count in
                    count += 1
                    return count
                })
        }
    }

    var address: String { server.address("/gbfs.json") }

    /// The number of polls so far.
    var count: Int { polls.value }

    func waitForPoll(_ number: Int) async {
        await server.waitUntil { log in
            log.requests.count { $0.target == "/vehicles.json" } >= number
        }
    }

    /// Waits until a poll has its response, or its client has gone.
    func waitForEnd(ofPoll number: Int) async {
        await server.waitUntil { log in
            let polls = log.requests.filter { $0.target == "/vehicles.json" }
            return polls.count >= number && polls[number - 1].endedAt != nil
        }
    }

    /// Returns a vehicle feed.
    static func feed(_ ids: String..., ttl: Int = 0) -> TestServer.Response {
        let bikes = ids.map { id in
            #"{"bike_id":"\#(id)","lat":48.8,"lon":2.3,"is_reserved":false,"is_disabled":false}"#
        }
        return .text(
            """
            {"last_updated": 1769860800, "ttl": \(ttl), "version": "2.3",
            "data": {"bikes": [\(bikes.joined(separator: ","))]}}
            """)
    }
}
