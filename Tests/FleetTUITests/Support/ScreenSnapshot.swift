import Foundation
import Testing

/// Compares a screen with its snapshot in `Snapshots/`; `FLEET_RECORD=1` records it instead.
func expectScreen(
    _ name: String, _ driver: BrowserDriver, _ location: SourceLocation = #_sourceLocation
) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Snapshots")
    let file = folder.appendingPathComponent(name + ".txt")
    let screen = driver.text + "\n"
    if ProcessInfo.processInfo.environment["FLEET_RECORD"] != nil {
        try Data(screen.utf8).write(to: file)
        return
    }
    let recorded = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(screen == recorded, sourceLocation: location)
}
