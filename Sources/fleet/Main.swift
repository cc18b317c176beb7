import ArgumentParser
import FleetSession

/// Entry point: parses the arguments, runs the command and reports its outcome.
@main
enum Main {
    static func main() async {
        reserveStandardDescriptors()
        limitMemoryArenas()
        ignoreWriteSignals()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let output = Output()
        let work = Task { try await run(arguments, output) }
        let interrupts = Interrupts { work.cancel() }
        do {
            try await work.value
            exit(with: .done)
        } catch {
            if let signal = interrupts.received { exit(with: .signal(signal)) }
            exit(with: ErrorReport(error).print(to: output))
        }
    }

    /// Returns the parsed command, or nil if it has already run; throws the help text if requested.
    private static func command(of arguments: [String]) throws(ArgumentParsingError) -> (
        any FleetCommand
    )? {
        do {
            var command = try Fleet.parseAsRoot(arguments)
            if let command = command as? any FleetCommand { return command }
            try command.run()
            return nil
        } catch {
            throw ArgumentParsingError(error, of: arguments)
        }
    }

    private static func run(_ arguments: [String], _ output: Output) async throws {
        guard var fleetCommand = try command(of: arguments) else { return }
        let context = try CommandContext(output: output)
        context.removeUnfinishedPhotos()
        do {
            try await fleetCommand.run(in: context)
            try output.finish()
        } catch {
            await context.close()
            throw error
        }
        await context.close()
    }
}
