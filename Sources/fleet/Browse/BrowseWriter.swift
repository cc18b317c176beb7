import FleetCore
import FleetLabels
import FleetStore
import FleetTUI
import QRCode
import Synchronization

/// Writer of what the browser saves: colors, favorites, notes and QR code files.
final class BrowseWriter: Sendable {
    private let context: CommandContext
    let subscription: Subscription
    let inbox: BrowseInbox
    private let savesColors: Bool
    /// Last task of the queue; each task waits for the previous one.
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(
        context: CommandContext, subscription: Subscription, inbox: BrowseInbox,
        savesColors: Bool
    ) {
        self.context = context
        self.subscription = subscription
        self.inbox = inbox
        self.savesColors = savesColors
    }

    /// Saves the color filter.
    func save(_ colors: ColorFilter) {
        guard savesColors else { return }
        enqueue { [context] in
            try await context.save(colors)
            return nil
        }
    }

    /// Writes a vehicle's QR code as a PNG file into the working directory.
    func writeQR(of id: String) {
        enqueue { [subscription] in
            let bytes = Array(id.utf8)
            let symbol = try Symbol(bytes, level: .medium, boosted: true, addingUTF8ECI: true)
            try SymbolReader().verify(symbol, holds: bytes)
            let name = LabelFolderWriter.fileName(bytes, .png)
            try AtomicFile.write(symbol.image(.png, ImageStyle(scale: 8)), to: name)
            let rotation = try subscription.read { stored in
                subscription.source.selected.source.rotation(observed: stored.info.rotation)
            }
            let warning =
                rotation == .yes
                ? "; vehicle IDs of this source rotate: the QR code becomes invalid after a trip"
                : ""
            return "wrote \(name)\(warning)"
        }
    }

    /// Stops the subscriptions and closes all connections, then posts `suspended`.
    func suspend(_ states: BrowseSubscription, _ sites: BrowseSites) {
        Task { [inbox, context] in
            await states.stop()
            await sites.stop()
            await context.disconnect()
            inbox.post(.suspended)
        }
    }

    /// Waits for all queued tasks.
    func finish() async {
        await last.withLock(\.self)?.value
    }

    /// Queues a task, and posts the message that it returns, or its error.
    func enqueue(_ body: @escaping @Sendable () async throws -> String?) {
        last.withLock { [inbox] last in
            let previous = last
            last = Task {
                await previous?.value
                do {
                    if let message = try await body() {
                        inbox.post(.notice(message, isFailure: false))
                    }
                } catch {
                    let reported = CommandError(labelError: error) ?? error
                    inbox.post(.notice(ErrorReport(reported).cause, isFailure: true))
                }
            }
        }
    }
}
