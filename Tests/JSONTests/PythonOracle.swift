import FleetTestSupport
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
        let folder = try TemporaryFolder()
        return try Tool.lines(
            of: [Tool.python, "-c", program, try folder.write(bytes, to: "document.json")])
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
