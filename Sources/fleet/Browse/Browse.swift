import Dispatch
import FleetCore
import FleetStore
import FleetTUI

/// A run of `fleet browse`: the subscriptions, the reader and the thread of the terminal.
struct Browse: Sendable {
    let subscription: Subscription
    let setup: BrowserSetup
    let screen: ScreenOptions
    /// Whether the colors that are chosen are kept.
    let savesColors: Bool
    let composition: Composition

    /// Shows the browser until the person leaves it or the task is cancelled.
    func run() async throws {
        let inbox = try BrowseInbox()
        let answers = screen.ask(on: composition.output)
        let ports = BrowsePorts(
            states: LiveStates(subscription, inbox),
            sites: BrowseSites(beside: subscription, inbox),
            reader: try BrowseReader(subscription, inbox),
            keeper: BrowseKeeper(
                composition: composition, subscription: subscription, inbox: inbox,
                savesColors: savesColors),
            pictures: answers.pictures.map {
                BrowsePictures(
                    $0, subscription.source.pictureSupply(in: subscription.store), inbox)
            })
        composition.output.talk { inbox.post(.told(Self.line($0), isFailure: true)) }
        defer { composition.output.talk(to: nil) }
        do {
            try await show(inbox, ports, answers)
        } catch {
            await ports.finish()
            throw error
        }
        await ports.finish()
    }

    /// Runs the thread of the terminal.
    private func show(
        _ inbox: BrowseInbox, _ ports: BrowsePorts, _ answers: ScreenAnswers
    ) async throws {
        var setup = setup
        setup.showsPictures = answers.pictures != nil
        let wiring = BrowseLoop.Wiring(
            inbox: inbox, ports: ports, composition: composition, setup: setup,
            options: screen.resolved(answers), answers: answers)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue(label: "fleet.browse.screen").async {
                    continuation.resume(
                        with: Result {
                            try BrowseLoop(wiring).run()
                        })
                }
            }
        } onCancel: {
            inbox.post(.end(CancellationError()))
        }
    }

    /// A line of talk, without the end of it.
    private static func line(_ text: String) -> String {
        text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// What carries out the browser's effects.
struct BrowsePorts: Sendable {
    let states: LiveStates
    let sites: BrowseSites
    let reader: BrowseReader
    let keeper: BrowseKeeper
    /// None where the terminal shows no images.
    let pictures: BrowsePictures?

    /// Returns when nothing is under way any more.
    func finish() async {
        await states.stop()
        await sites.stop()
        await keeper.finish()
        await pictures?.finish()
        reader.finish()
        sites.finish()
    }
}
