import CProgram
import Dispatch
import FleetCore
package import FleetRuntime
import POSIX

/// Entry point of both programs: parses the arguments, runs the command and reports its outcome.
package enum EntryPoint {
    /// Runs the program and exits.
    ///
    /// This is not `async`: an asynchronous `main` starts the event loop of the main thread and
    /// another thread before its first line, and they stop the process where a limit is too low.
    /// - Parameter parse: Returns the command of the arguments, which are without `--verbose`;
    ///   `nil` if a command of ArgumentParser, such as `help`, has run.
    package static func main(
        _ program: InstalledProgram,
        parse: (_ arguments: [String], _ isVerbose: Bool) throws -> (any FleetCommand)?
    ) -> Never {
        CurrentProcess.reserveStandardDescriptors()
        CurrentProcess.limitFreeMemory()
        CurrentProcess.ignoreWriteSignals()
        let arguments = (1..<max(cprogram_argument_count(), 1)).map {
            String(cString: cprogram_argument($0))
        }
        let output = Output(
            terminalType: CommandContext.terminalType, showsASCII: CommandContext.showsASCII)
        do {
            try ProcessLimits.check()
            try version(of: program, arguments)
            let (arguments, isVerbose) = withoutVerbose(arguments)
            guard let command = try parse(arguments, isVerbose) else { exit(with: .done) }
            try ProcessLimits.checkProcessFiles()
            run(command, isVerbose: isVerbose, output)
        } catch {
            exit(with: ErrorReport(error).print(to: output))
        }
    }

    /// Answers a request for the version, which needs no command.
    package static func version(
        of program: InstalledProgram, _ arguments: [String]
    ) throws(ArgumentParsingError) {
        if arguments == ["--version"] { throw .cleanExit(program.versionText) }
        if VersionReport.isRequested(by: arguments) {
            throw .cleanExit(VersionReport(of: program).text)
        }
    }

    /// Returns the arguments without `--verbose`, which every command accepts anywhere before `--`,
    /// and whether it is among them.
    ///
    /// As an option of each command it would slow each start.
    package static func withoutVerbose(
        _ arguments: [String]
    ) -> ([String], isVerbose: Bool) {
        let options = arguments.prefix { $0 != "--" }
        let rest = options.filter { $0 != "--verbose" }
        return (rest + arguments[options.endIndex...], rest.count < options.count)
    }

    /// Runs a command until it ends or a signal cancels it, and exits.
    private static func run(
        _ command: sending any FleetCommand, isVerbose: Bool, _ output: Output
    ) -> Never {
        let work = Task {
            try await run(command, in: CommandContext(output: output, isVerbose: isVerbose))
        }
        let interrupts = Interrupts { work.cancel() }
        Task {
            do {
                try await work.value
                exit(with: .done)
            } catch {
                if let signal = interrupts.received { exit(with: .signal(signal)) }
                exit(with: ErrorReport(error).print(to: output))
            }
        }
        dispatchMain()
    }

    /// Runs a command and closes its context.
    package static func run(
        _ command: any FleetCommand, in context: CommandContext
    ) async throws {
        var command = command
        let context = try context.using(database: command.database)
        do {
            try await command.run(in: context)
            try await context.showHeldOutput()
            try context.output.finish()
            await context.offer.show(in: context)
        } catch {
            try? await context.output.showHeld { _, _ in false }
            // Ctrl-C is the usual end of a watch.
            if error is CancellationError { await context.offer.show(in: context) }
            await context.close()
            throw error
        }
        await context.close()
    }
}
