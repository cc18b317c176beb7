import FleetTestSupport
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Terminal in place of this process's standard input and output; its screen is discarded.
final class StandardTerminal: Sendable {
    private let manager: Int32
    private let former: [Int32]

    init() throws {
        let terminal = try Terminal(columns: 100, rows: 30)
        manager = terminal.manager
        former = [dup(0), dup(1)]
        for descriptor: Int32 in [0, 1] { _ = dup2(terminal.subsidiary, descriptor) }
        _ = closeDescriptor(terminal.subsidiary)
        setenv("TERM", "xterm-256color", 1)
        Thread.detachNewThread { [manager] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while read(manager, &bytes, bytes.count) > 0 {}
            _ = closeDescriptor(manager)
        }
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(manager, bytes, bytes.count)
    }

    /// Restores standard input and output.
    func close() {
        for (number, descriptor) in former.enumerated() {
            _ = dup2(descriptor, Int32(number))
            _ = closeDescriptor(descriptor)
        }
    }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
