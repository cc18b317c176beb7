import FleetClient
package import FleetCore
package import FleetSettings
import Foundation

/// The saved colors of a source, as in `SavedColors(of: source, in: context).read(from: preferences)`.
package struct SavedColors {
    private let source: ResolvedSource
    private let context: CommandContext

    package init(of source: ResolvedSource, in context: CommandContext) {
        (self.source, self.context) = (source, context)
    }

    /// Returns the saved colors.
    ///
    /// Those of a team's source are on the server, and the last known ones in the preferences.
    package func read(
        from preferences: Result<Preferences, PreferencesError>, offline: Bool = false
    ) async throws -> ColorFilter {
        guard let uuid = source.filterUUID else { return .all }
        let saved = (try? preferences.get().colors(of: uuid)) ?? .all
        guard let team = source.team, !offline else { return saved }
        do {
            let colors = try await TeamServer(of: team.login, in: context).colors(of: team.name)
            if colors != saved {
                _ = try await keep(colors, of: uuid, since: try? preferences.get())
            }
            return colors
        } catch  where error.isTeamServerOutage {
            context.output.warn(ErrorReport(error).cause + "; using the colors of the last time")
            return saved
        }
    }

    /// Saves selected colors; a failure is only a warning.
    ///
    /// - Parameters:
    ///   - existing: The selected colors that vehicles have; only they are saved.
    ///   - known: The preferences that were read last.
    package func save(
        _ selected: ColorFilter, existing: ColorFilter, since known: Preferences? = nil
    ) async throws {
        guard let uuid = source.filterUUID, selected == .all || existing != .all else { return }
        if let team = source.team {
            do {
                try await TeamServer(of: team.login, in: context).save(existing, of: team.name)
            } catch {
                if error is CancellationError { throw error }
                return context.output.warn("could not save the filter: " + ErrorReport(error).cause)
            }
        }
        let previous = known?.colors(of: uuid) ?? .all
        guard try await keep(existing, of: uuid, since: known) else { return }
        logSaved(existing, previous: previous)
    }

    /// Logs that colors were saved, unless the output is a terminal, which shows them with the next
    /// table.
    private func logSaved(_ colors: ColorFilter, previous: ColorFilter) {
        guard !context.output.isTerminal, colors != .all || previous != .all else { return }
        if colors == .all {
            context.output.log("cleared the saved color filter; --no-save keeps it")
        } else {
            context.output.log(
                "saved the color filter \(Self.shown(colors)) for the next table of this source; "
                    + "--no-save does not save it")
        }
    }

    /// Logs that saved colors narrow the output, unless it is a terminal, which shows them above
    /// it.
    /// - Parameter canClear: Whether the command clears them with `--color all`.
    package static func logUse(
        of colors: ColorFilter, to output: Output, canClear: Bool = false
    ) {
        guard !output.isTerminal, colors != .all else { return }
        output.log(
            "used the saved color filter \(shown(colors)); --color all shows all vehicles"
                + (canClear ? " and clears it, unless with --no-save" : ""))
    }

    private static func shown(_ colors: ColorFilter) -> String {
        TerminalText.escaped(colors.labels.joined(separator: ", "))
    }

    /// Saves colors in the preferences; a failure is only a warning.
    /// - Returns: Whether they were saved.
    private func keep(
        _ colors: ColorFilter, of uuid: UUID, since known: Preferences?
    ) async throws -> Bool {
        do {
            try await context.sourceCatalog().update(since: known) {
                $0.setColors(colors, of: uuid)
            }
            return true
        } catch let failure as PreferencesError {
            context.output.warn("could not save the filter: " + failure.cause)
            return false
        }
    }

    /// Clears the saved colors.
    package func clear(since known: Preferences) async throws {
        guard let uuid = source.filterUUID else { return }
        if let team = source.team {
            try await TeamServer(of: team.login, in: context).save(.all, of: team.name)
        }
        try await context.sourceCatalog().update(since: known) { $0.setColors(.all, of: uuid) }
    }
}
