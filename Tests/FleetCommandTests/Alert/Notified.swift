import Foundation
import Testing

/// A source whose watch notifies somebody: a file in a home, which the test writes anew.
struct Notified {
    let home: FleetHome

    /// A home whose source `town` has a feed with vehicles of these codes.
    init(_ codes: [String], reserved: Set<String> = []) async throws {
        home = try FleetHome()
        try home.write(Self.recorder, to: "record.py")
        try write(codes)
        try await home.run("source", "add", "town", "feed.json", "--ids", "stable").succeeded()
        try await home.run("source", "use", "town").succeeded()
    }

    /// Notes each call in a file `call-N`, which is there when it is whole.
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
            "leads": os.getpgid(0) == os.getpid(), "output": target("1"),
            "descriptors": [target(name) for name in os.listdir("/dev/fd")],
        }
        print("noise")
        number = 1 + sum(name.startswith("call-") for name in os.listdir("."))
        with open("making", "w") as file:
            json.dump(call, file)
        os.rename("making", "call-%d" % number)
        if os.path.exists("fail-%d" % number):
            sys.exit(3)
        """

    /// The command that notes its calls.
    static var command: String { "\(Tool.python) record.py" }

    /// Writes the feed anew; each vehicle stands at a place of its own.
    func write(_ codes: [String]) throws {
        let vehicles = codes.enumerated().map { place, code in
            ["id": code, "lat": 40 + Double(place) / 1000, "lng": 10, "battery": 50]
                as [String: Any]
        }
        let feed = try JSONSerialization.data(withJSONObject: ["vehicles": vehicles])
        try home.write([UInt8](feed), to: "feed.json")
    }

    /// Starts a watch that reads the feed all the time, and returns when it has compared it once.
    func watch(_ options: String...) async throws -> Program {
        let watch = try home.start(
            ["watch", "--interval", "0.02", "--format", "ndjson"] + options)
        // It tells of a snapshot when it has compared it.
        await watch.until { $0.text.contains(#""state":"live""#) }
        return watch
    }

    /// Ends a watch in good order, and says how it ended.
    func end(_ watch: Program) async -> Outcome {
        watch.send(SIGTERM)
        return await watch.outcome()
    }

    /// What the command was handed, call by call, as soon as it was called so often.
    func calls(_ count: Int) async throws -> [[String: Any]] {
        try await home.untilThereIs("call-\(count)")
        return try (1...count).map { number in
            let call = try JSONSerialization.jsonObject(
                with: Data(home.bytes(of: "call-\(number)")))
            return try #require(call as? [String: Any])
        }
    }

    /// The numbers in a file that programs which were started wrote, as soon as there are so many.
    func identifiers(_ count: Int) async throws -> [String] {
        var lines: [String] = []
        try await untilSeen("\(count) identifiers") {
            // A line counts when it is whole.
            lines = home.text(of: "identifiers").components(separatedBy: "\n").dropLast()
            return lines.count >= count
        }
        return lines
    }
}

extension [String: Any] {
    /// The alert that a call was handed on its input.
    var alert: [String: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data((string("input") ?? "").utf8))
        return object as? [String: Any] ?? [:]
    }

    func string(_ name: String) -> String? { self[name] as? String }
}
