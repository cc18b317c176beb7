import FleetTestSupport
import Foundation
import Testing

/// A source with a watch that sends alerts; its feed is a file that the test rewrites.
struct NotifyFixture {
    let home: FleetHome

    /// Creates a home whose default source `town` has vehicles with these IDs.
    init(_ ids: [String], reserved: Set<String> = []) async throws {
        home = try FleetHome()
        try home.write(Self.recorder, to: "record.py")
        try write(ids)
        try await home.run("source", "add", "town", "feed.json", "--ids", "stable").succeeded()
        try await home.run("source", "use", "town").succeeded()
    }

    /// Script that records each call in a file `call-N`, which appears when it is complete.
    private static let recorder = """
        import json, os, sys
        def target(name):
            try:
                return os.readlink("/dev/fd/" + name)
            except OSError:
                return ""

        call = {
            "arguments": sys.argv[1:], "input": sys.stdin.read(),
            "event": os.environ.get("FLEET_EVENT"), "id": os.environ.get("FLEET_ID"),
            "leads_group": os.getpgid(0) == os.getpid(), "output": target("1"),
            "descriptors": [target(name) for name in os.listdir("/dev/fd")],
        }
        print("noise")
        number = 1 + sum(name.startswith("call-") for name in os.listdir("."))
        with open("partial", "w") as file:
            json.dump(call, file)
        os.rename("partial", "call-%d" % number)
        if os.path.exists("fail-%d" % number):
            sys.exit(3)
        """

    /// Command that records its calls.
    static var command: String { "\(Tool.python) record.py" }

    /// Hint of a watch that ends with undelivered alerts.
    static let lossHint =
        "hint: the warnings above have the causes; try it with `fleet watch --notify … --test`"

    /// Rewrites the feed; each vehicle has its own location.
    func write(_ ids: [String]) throws {
        let vehicles = ids.enumerated().map { index, id in
            ["id": id, "lat": 40 + Double(index) / 1000, "lng": 10, "battery": 50]
                as [String: Any]
        }
        let feed = try JSONSerialization.data(withJSONObject: ["vehicles": vehicles])
        try home.write([UInt8](feed), to: "feed.json")
    }

    /// Starts a watch that polls the feed every 20 ms; returns after its first comparison.
    func watch(_ options: String...) async throws -> Program {
        let timeout = options.contains("--notify") ? ["--notify-timeout", "1h"] : []
        let watch = try home.start(
            ["watch", "--interval", "0.02", "--format", "ndjson"] + timeout + options)
        // The watch prints a snapshot after comparing it.
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        return watch
    }

    /// Stops a watch with SIGTERM and returns its outcome.
    func stop(_ watch: Program) async -> Outcome {
        watch.send(SIGTERM)
        return await watch.outcome()
    }

    /// Returns the recorded calls as soon as there are `count`.
    func calls(_ count: Int) async throws -> [[String: Any]] {
        try await home.waitForFile(endingWith: "call-\(count)")
        return try (1...count).map { number in
            let call = try JSONSerialization.jsonObject(
                with: Data(home.bytes(of: "call-\(number)")))
            return try #require(call as? [String: Any])
        }
    }

    /// Returns the process IDs in the file `pids` as soon as the started programs wrote `count`.
    func pids(_ count: Int) async throws -> [String] {
        var lines: [String] = []
        try await waitUntil("\(count) process IDs") {
            // Count complete lines only.
            lines = home.text(of: "pids").components(separatedBy: "\n").dropLast()
            return lines.count >= count
        }
        return lines
    }
}

extension [String: Any] {
    /// Alert that the call received on its standard input.
    var alert: [String: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data((string("input") ?? "").utf8))
        return object as? [String: Any] ?? [:]
    }

    func string(_ name: String) -> String? { self[name] as? String }
}
