import FleetCore
import Foundation
import GRDB

/// SQL function of `SQLDialect.matches(_:)` with FleetCore's patterns; LIKE and GLOB differ, and GLOB is
/// slow on hostile patterns.
enum SearchFunction {
    /// Registers the function with a connection.
    static func register(in database: Database) {
        database.add(
            function: DatabaseFunction("matches", pure: true) { values in
                guard let text = values.first.flatMap(bytes),
                    let pattern = SearchPattern(String(decoding: text, as: UTF8.self))
                else { return false }
                return values.dropFirst().contains { value in
                    bytes(of: value)?.withUnsafeBytes(pattern.matches) ?? false
                }
            })
    }

    private static func bytes(of value: DatabaseValue) -> Data? {
        if case .blob(let bytes) = value.storage { bytes } else { nil }
    }
}
