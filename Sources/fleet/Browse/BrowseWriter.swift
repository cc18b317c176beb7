import FleetCore
import FleetLabels
import FleetStore
import FleetTUI
import QRCode
import Synchronization

/// Keeps what the browser's person wants kept: colors, and QR codes as files.
final class BrowseKeeper: Sendable {
    private let composition: Composition
    let subscription: Subscription
    let inbox: BrowseInbox
    private let savesColors: Bool
    /// What is under way; one thing is done after the other.
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(
        composition: Composition, subscription: Subscription, inbox: BrowseInbox,
        savesColors: Bool
    ) {
        self.composition = composition
        self.subscription = subscription
        self.inbox = inbox
        self.savesColors = savesColors
    }

    /// Keeps the colors for the next time.
    func save(_ colors: ColorFilter) {
        guard savesColors else { return }
        enqueue { [composition] in
            try await composition.save(colors)
            return nil
        }
    }

    /// Writes a vehicle's QR code into the working folder.
    func writeQR(of id: String) {
        enqueue { [subscription] in
            let code = Array(id.utf8)
            let symbol = try Symbol(code, level: .medium, boosted: true, markingUTF8: true)
            try SymbolReader().verify(symbol, holds: code)
            let name = FolderPress.fileName(code, .png)
            try WholeFile.write(symbol.image(.png, ImageStyle(scale: 8)), to: name)
            let rotation = try subscription.read { stored in
                subscription.source.selected.source.rotation(seen: stored.info.rotation)
            }
            let warning =
                rotation == .yes ? "; this source changes its codes: a printed one goes stale" : ""
            return "wrote \(name)\(warning)"
        }
    }

    /// Ends the subscriptions, and says so when nothing is left of them, at the service neither.
    func suspend(_ states: LiveStates, _ sites: BrowseSites) {
        Task { [inbox, composition] in
            await states.stop()
            await sites.stop()
            await composition.disconnect()
            inbox.post(.halted)
        }
    }

    /// Waits for what is under way.
    func finish() async {
        await last.withLock(\.self)?.value
    }

    /// Does something after all that was to be done before, and tells what came of it.
    func enqueue(_ body: @escaping @Sendable () async throws -> String?) {
        last.withLock { [inbox] last in
            let previous = last
            last = Task {
                await previous?.value
                do {
                    if let words = try await body() { inbox.post(.told(words, isFailure: false)) }
                } catch {
                    let problem = Problem(ofLabel: error) ?? error
                    inbox.post(.told(ErrorReport(problem).cause, isFailure: true))
                }
            }
        }
    }
}
