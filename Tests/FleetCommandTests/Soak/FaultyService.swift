import FleetCore
import FleetTestSupport
import Testing

/// GBFS service that fails three requests of ten, and lies and changes all IDs now and then.
final class FaultyService: Sendable {
    /// Number of requests, and of those that failed.
    struct Counts: Sendable {
        var requests = 0
        var faults = 0
    }

    let counts: Observed<Counts>
    private let server: TestServer

    /// Starts the service; `now` is the time that its documents state.
    init(now: @escaping @Sendable () -> Timestamp) throws {
        let counts = Observed(Counts())
        self.counts = counts
        server = try TestServer { connection in
            while let request = connection.receive() {
                let number = counts.change {
                    $0.requests += 1
                    return $0.requests
                }
                let roll = Roll(number)
                if let fault = roll.fault {
                    counts.change { $0.faults += 1 }
                    guard fault.perform(on: connection) else { return }
                } else {
                    let system = FaultySystem(roll: roll, number: number, now: now())
                    connection.respond(.text(system.document(request.target)))
                }
            }
        }
    }

    /// Address of the system.
    var address: String { server.address("/gbfs.json") }
}

/// Decisions about a request, the same in every run.
private struct Roll {
    /// 0 to 99.
    private let percent: Int
    private let bits: UInt64

    init(_ number: Int) {
        // SplitMix64 (Steele, Lea and Flood 2014, figure 16).
        var mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        bits = mixed ^ mixed >> 31
        percent = Int(bits % 100)
    }

    /// Nil for seven requests of ten.
    var fault: Fault? { percent < 30 ? Self.element(Fault.allCases, bits >> 32) : nil }
    /// Nil for six requests of ten.
    var lie: FaultySystem.Lie? {
        percent < 40 ? Self.element(FaultySystem.Lie.allCases, bits >> 32) : nil
    }

    private static func element<Case>(_ cases: [Case], _ bits: UInt64) -> Case {
        cases[Int(bits % UInt64(cases.count))]
    }
}

/// Failed response to a request.
private enum Fault: CaseIterable {
    case serverError, retryAfter, notFound, reset, hang, trickle, truncated, notJSON, wrongShape
    case wrongEncoding, redirectLoop

    /// Returns whether the connection can be used again.
    func perform(on connection: ServerConnection) -> Bool {
        switch self {
        case .serverError: connection.respond(.status("500 Internal Server Error"))
        case .retryAfter:
            connection.respond(.status("503 Service Unavailable", "Retry-After: 120"))
        case .notFound: connection.respond(.status("404 Not Found"))
        case .reset: connection.reset()
        case .hang: connection.waitForClose()
        case .trickle:
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n{")
            connection.sendUntilClosed([0x20], pause: 0.02)
        case .truncated:
            connection.respond(.init(body: Array("{".utf8), contentLength: 1000))
        case .notJSON: connection.respond(.text("<html>maintenance</html>"))
        case .wrongShape: connection.respond(.text(#"{"data":[{"feeds":7}]}"#))
        case .wrongEncoding: connection.respond(.text("{}", "Content-Encoding: gzip"))
        case .redirectLoop: connection.respond(.redirect(to: "/gbfs.json"))
        }
        switch self {
        case .reset, .hang, .trickle, .truncated: return false
        default: return connection.isReachable
        }
    }
}

/// Documents of a system with 200 vehicles and 20 stations.
private struct FaultySystem {
    /// Wrong content of a valid document.
    enum Lie: CaseIterable {
        case newIDs, equalIDs, manyVehicles, noVehicles, hugeTTL, farFuture, wrongTypes, controls
    }

    private let lie: Lie?
    private let number: Int
    private let now: Timestamp

    init(roll: Roll, number: Int, now: Timestamp) {
        (lie, self.number, self.now) = (roll.lie, number, now)
    }

    func document(_ target: String) -> String {
        let data =
            switch target {
            case "/free_bike_status.json": #""bikes":[\#(list(vehicleCount, vehicle))]"#
            case "/station_information.json":
                #""stations":[\#(list(20) { #"{"station_id":"s\#($0)","name":"Quay \#($0)"}"# })]"#
            case "/station_status.json":
                #""stations":[\#(list(20) { #"{"station_id":"s\#($0)","smoke":\#(number % 9)}"# })]"#
            default: #""en":{"feeds":[\#(feeds)]}"#
            }
        let time = lie == .farFuture ? 99_999_999_999 : now.milliseconds / 1000
        let ttl = lie == .hugeTTL ? "1e18" : "30"
        return #"{"last_updated":\#(time),"ttl":\#(ttl),"version":"2.3","data":{\#(data)}}"#
    }

    private var feeds: String {
        ["free_bike_status", "station_information", "station_status"]
            .map { #"{"name":"\#($0)","url":"/\#($0).json"}"# }.joined(separator: ",")
    }

    private var vehicleCount: Int {
        switch lie {
        case .manyVehicles: 2000
        case .noVehicles: 0
        default: 200
        }
    }

    private func vehicle(_ index: Int) -> String {
        let id =
            switch lie {
            case .newIDs: "v-\(number)-\(index)"
            case .equalIDs: "v-0"
            case .controls: #"v-\u001b[2J\#(index)"#
            default: "v-\(index)"
            }
        let latitude = lie == .wrongTypes ? "true" : "59.\(900 + (index + number) % 90)"
        return """
            {"bike_id":"\(id)","lat":\(latitude),"lon":10.7,"is_reserved":false,\
            "is_disabled":\(index % 7 == 0),"current_range_meters":\((number * 100 + index) % 20000)}
            """
    }

    private func list(_ count: Int, _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: ",")
    }
}
