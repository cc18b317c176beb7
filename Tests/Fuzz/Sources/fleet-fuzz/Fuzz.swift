import Foundation

/// A parser of hostile bytes, named as in the variable `FLEET_FUZZ`.
enum FuzzTarget: String, CaseIterable {
    case catalogue
    case control
    case feed
    case ids
    case ipp
    case picture
    case preferences
    case table
    case terminal
    case url

    /// Parses the bytes, and traps if the result breaks a promise of the parser.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .catalogue: fuzzCatalogue(bytes)
        case .control: fuzzControl(bytes)
        case .feed: fuzzFeed(bytes)
        case .ids: fuzzIDs(bytes)
        case .ipp: fuzzIPP(bytes)
        case .picture: fuzzPicture(bytes)
        case .preferences: fuzzPreferences(bytes)
        case .table: fuzzTable(bytes)
        case .terminal: fuzzTerminal(bytes)
        case .url: fuzzURL(bytes)
        }
    }

    /// The target of this process.
    static let selected: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["FLEET_FUZZ"] ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            FileHandle.standardError.write(Data("error: FLEET_FUZZ must be one of \(names)\n".utf8))
            exit(64)
        }
        return target
    }()
}

/// Traps with a message, which `precondition` leaves out of release builds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

/// Entry point that libFuzzer calls with every input
/// (https://llvm.org/docs/LibFuzzer.html#fuzz-target).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.selected.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
