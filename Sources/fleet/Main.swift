import ArgumentParser

/// The entry: reads the arguments, runs the command until it ends or is interrupted, reports.
@main
enum Main {
    static func main() async {
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
            let report = ErrorReport(error, arguments: arguments)
            exit(with: report.print(to: output))
        }
    }

    private static func run(_ arguments: [String], _ output: Output) async throws {
        var command = try Fleet.parseAsRoot(arguments)
        guard var fleetCommand = command as? any FleetCommand else { return try command.run() }
        let composition = try Composition(output: output)
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
