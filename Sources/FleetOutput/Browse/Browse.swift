import Dispatch
package import FleetRuntime
package import FleetTUI

/// Run of `fleet browse`: its subscriptions, its reader and the terminal's thread.
package struct Browse: Sendable {
    let subscription: Subscription
    let setup: BrowserSetup
    let screen: ScreenOptions
    /// Whether selected colors are saved.
    let savesColors: Bool
    let context: CommandContext
    /// Whether lines are printed instead of a screen.
    let isPlain: Bool
    /// Writer of labels.
    let labels: LabelCommand

    /// Runs `fleet labels` for vehicles, with a file or a printer.
    package typealias LabelCommand =
        @Sendable (_ ids: [String], _ path: String?, _ printer: String?) async throws -> Void

    package init(
        subscription: Subscription, setup: BrowserSetup, screen: ScreenOptions, savesColors: Bool,
        isPlain: Bool, context: CommandContext, labels: @escaping LabelCommand
    ) {
        (self.isPlain, self.labels) = (isPlain, labels)
        self.subscription = subscription
        self.setup = setup
        self.screen = screen
        self.savesColors = savesColors
        self.context = context
    }

    /// Shows the browser until the user quits or the task is cancelled.
    package func run() async throws {
        let inbox = try BrowseInbox()
        let replies = isPlain ? TerminalReplies() : screen.queryTerminal(in: context)
        let effects = BrowseEffects(
            states: BrowseSubscription(subscription, inbox),
            sites: BrowseSites(beside: subscription, inbox),
            reader: try BrowseReader(subscription, inbox),
            writer: BrowseWriter(
                subscription: subscription, inbox: inbox, savesColors: savesColors,
                labels: labels),
            pictures: replies.pictures.map {
                BrowsePictures(
                    $0, subscription.source.pictureProvider(in: subscription.store), inbox)
            })
        inbox.showMessages(of: context.output)
        defer { context.output.redirectMessages(to: nil) }
        do {
            try await show(inbox, effects, replies)
        } catch {
            await effects.finish()
            throw error
        }
        await effects.finish()
    }

    /// Runs the terminal's thread.
    private func show(
        _ inbox: BrowseInbox, _ effects: BrowseEffects, _ replies: TerminalReplies
    ) async throws {
        var setup = setup
        setup.pictures =
            replies.pictures.map { $0.isOverlay ? .overlay : .blocks } ?? PictureStyle.none
        let dependencies = BrowseLoop.Dependencies(
            inbox: inbox, effects: effects, context: context, setup: setup,
            options: screen.resolved(replies, environment: context.environmentVariable),
            replies: replies)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue(label: "fleet.browse.screen").async { [isPlain] in
                    continuation.resume(
                        with: Result {
                            if isPlain {
                                try PlainLoop(dependencies).run()
                            } else {
                                try BrowseLoop(dependencies).run()
                            }
                        })
                }
            }
        } onCancel: {
            inbox.post(.end(CancellationError()))
        }
    }
}

extension BrowseInbox {
    /// Shows the messages of an output as notices.
    func showMessages(of output: Output) {
        output.redirectMessages { [self] in post(.notice(Self.line($0), isFailure: true)) }
    }

    /// Returns a message without its newline.
    static func line(_ text: String) -> String {
        text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// Performers of the browser's effects.
struct BrowseEffects: Sendable {
    let states: BrowseSubscription
    let sites: BrowseSites
    let reader: BrowseReader
    let writer: BrowseWriter
    /// Nil if the terminal shows no images.
    let pictures: BrowsePictures?

    /// Performs an effect; returns one on the terminal, which its loop performs.
    func perform(_ effect: Effect) -> Effect.Terminal? {
        switch effect {
        case .terminal(let effect): return effect
        case .refresh: states.refresh()
        case .read(let read): reader.perform(read)
        case .write(let write): writer.perform(write)
        case .open(let link): writer.open(link)
        case .pictures(let vehicle, let notes): pictures?.read(vehicle, notes: notes)
        case .subscribeToSites: sites.start()
        case .refreshSites: sites.refresh()
        case .sites(let generation): sites.read(generation: generation)
        case .site(let id): sites.find(id)
        }
        return nil
    }

    /// Stops the subscriptions and closes all connections.
    func suspend(in context: CommandContext) async {
        await states.stop()
        await sites.stop()
        await context.disconnect()
    }

    /// Stops the subscriptions and waits for all pending work.
    func finish() async {
        await states.stop()
        await sites.stop()
        await writer.finish()
        await pictures?.finish()
        reader.finish()
        sites.finish()
    }
}
