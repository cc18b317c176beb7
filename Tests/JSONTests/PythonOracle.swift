import Foundation
import JSON

/// Python's json module as a reference, with one output line for each part of a document.
enum PythonOracle {
    private static let program = """
        import json, struct, sys
        def show(value):
            if value is None: print("null")
            elif value is True: print("true")
            elif value is False: print("false")
            elif isinstance(value, int): print("int", value)
            elif isinstance(value, float): print("float", struct.pack(">d", value).hex())
            elif isinstance(value, str): print("text", text(value))
            elif isinstance(value, Pairs):
                print("object")
                for key, member in value.pairs: print("key", text(key)); show(member)
                print("end")
            else:
                print("array")
                for element in value: show(element)
                print("end")
        def text(value): return value.encode("utf-8").hex()
        class Pairs:
            def __init__(self, pairs): self.pairs = pairs
        show(json.load(open(sys.argv[1], encoding="utf-8-sig"), object_pairs_hook=Pairs))
        """

    static func lines(of bytes: [UInt8]) throws -> [String] {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "fleet-json-\(UUID().uuidString).json")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let python = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", program, file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

extension JSONValue {
    /// The same lines for a tree of this module.
    var oracleLines: [String] {
        switch self {
        case .null: ["null"]
        case .bool(let value): ["\(value)"]
        case .integer(let value): ["int \(value)"]
        case .digits(let text): ["int \(text)"]
        case .number(let value): ["float \(hex(value.bitPattern))"]
        case .string(let text): ["text \(hex(text))"]
        case .array(let elements): ["array"] + elements.flatMap(\.oracleLines) + ["end"]
        case .object(let object):
            ["object"] + object.members.flatMap { ["key \(hex($0.key))"] + $0.value.oracleLines }
                + ["end"]
        }
    }

    private func hex(_ text: String) -> String {
        text.utf8.map { pad(String($0, radix: 16), to: 2) }.joined()
    }

    private func hex(_ bits: UInt64) -> String {
        pad(String(bits, radix: 16), to: 16)
    }

    private func pad(_ digits: String, to width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
