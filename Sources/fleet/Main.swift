import CProgram
import FleetCore
import FleetOutput
import FleetRuntime
import POSIX

/// Entry point: parses the arguments, runs the command and reports its outcome.
@main
enum Main {
    static func main() async {
        CurrentProcess.reserveStandardDescriptors()
        CurrentProcess.limitFreeMemory()
        CurrentProcess.ignoreWriteSignals()
        let arguments = (1..<max(cprogram_argument_count(), 1)).map {
            String(cString: cprogram_argument($0))
        }
        let output = Output(terminalType: CommandContext.terminalType)
        do {
            try ProcessLimits.check()
            // Before any thread is created, which takes longer than what needs no command.
            let (arguments, isVerbose) = Fleet.withoutVerbose(arguments)
            guard let command = try Fleet.command(of: arguments) else { exit(with: .done) }
            try ProcessLimits.checkProcessFiles()
            await run(command, isVerbose: isVerbose, output)
        } catch {
            exit(with: ErrorReport(error).print(to: output))
        }
    }

    /// Runs a command until it ends or a signal cancels it, and exits.
    private static func run(
        _ command: sending any FleetCommand, isVerbose: Bool, _ output: Output
    ) async -> Never {
        let work = Task {
            try await run(command, in: CommandContext(output: output, isVerbose: isVerbose))
        }
        let interrupts = Interrupts { work.cancel() }
        do {
            try await work.value
            exit(with: .done)
        } catch {
            if let signal = interrupts.received { exit(with: .signal(signal)) }
            exit(with: ErrorReport(error).print(to: output))
        }
    }

    /// Runs a command and closes its context.
    static func run(_ command: any FleetCommand, in context: CommandContext) async throws {
        var command = command
        let context = try context.using(database: command.database)
        do {
            try await command.run(in: context)
            try await context.showHeldOutput()
            try context.output.finish()
            await context.offerLink()
        } catch {
            try? await context.output.showHeld { _, _ in false }
            // Ctrl-C is the usual end of a watch.
            if error is CancellationError { await context.offerLink() }
            await context.close()
            throw error
        }
        await context.close()
    }
}
