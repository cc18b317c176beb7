import ArgumentParser

/// The entry: reads the arguments, runs the command until it ends or is interrupted, reports.
@main
enum Main {
    static func main() async {
        fillStandardDescriptors()
        shareMemoryBetweenThreads()
        letWritesFail()
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

    /// The command that the arguments ask for; what asks for help instead throws its text.
    private static func command(of arguments: [String]) throws(ParsingStop) -> (any FleetCommand)? {
        do {
            var command = try Fleet.parseAsRoot(arguments)
            if let command = command as? any FleetCommand { return command }
            try command.run()
            return nil
        } catch {
            throw ParsingStop(error, of: arguments)
        }
    }

    private static func run(_ arguments: [String], _ output: Output) async throws {
        guard var fleetCommand = try command(of: arguments) else { return }
        let composition = try Composition(output: output)
        composition.clearPhotos()
        do {
            try await fleetCommand.run(in: composition)
            try output.finish()
        } catch {
            await composition.close()
            throw error
        }
        await composition.close()
    }
}
