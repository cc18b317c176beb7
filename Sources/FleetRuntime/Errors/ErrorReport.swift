package import FleetCore
package import FleetSQL
package import FleetSettings
package import FleetTeam
package import POSIX

/// Report about the end of a command: the one place that turns errors into messages and exit
/// statuses.
package struct ErrorReport {
    private let status: ExitStatus
    private let text: Text

    private enum Text {
        case nothing
        /// Requested text, such as the help.
        case data(String)
        case failure(cause: String, hint: String)
        /// The causes of several failures, one for each source.
        case failures([String])
    }

    package init(_ error: any Error) {
        switch error {
        case let error as ArgumentParsingError:
            self.init(error)
        case let error as CommandError:
            self.init(error)
        case let error as AmbiguousID:
            self.init(CommandError(error))
        case let error as MomentTextError:
            self.init(.usage, error.cause, error.hint)
        case let failure as FeedFailure:
            self.init(ExitStatus(failure.kind), failure.cause, failure.hint)
        case let error as any ReportedError:
            self.init(error.exitStatus, error.cause, error.hint)
        case let error as FileLockError:
            self.init(.ioError, error.description, error.hint)
        case is FindingsError:
            self.init(.findings, .nothing)
        case Output.WriteError.closedPipe:
            self.init(.done, .nothing)
        case Output.WriteError.unwritable(let message):
            self.init(.cannotCreate, "cannot write the output: \(message)", Self.outputHint)
        case let error as SourceFailures:
            self.init(error)
        case is CancellationError:
            self.init(.signal(2), "interrupted", "run the command again")
        default:
            self.init(
                .ioError, "unexpected error: \(error)",
                "try again; if it happens again, please report a bug in fleet")
        }
    }

    /// Reports each source in a line; the exit status is that of the first one.
    private init(_ error: SourceFailures) {
        let reports = error.failures.map { ($0.source, ErrorReport($0.error)) }
        self.init(
            reports.first?.1.status ?? .ioError,
            .failures(
                reports.map { source, report in
                    "\(source): \(report.cause)"
                }))
    }

    private init(_ status: ExitStatus, _ text: Text) {
        self.status = status
        self.text = text
    }

    private init(_ error: ArgumentParsingError) {
        switch error {
        case .cleanExit(let text): self.init(.done, .data(text))
        case .invalid(let cause, let hint): self.init(.usage, cause, hint)
        }
    }

    private init(_ error: CommandError) {
        self.init(error.status, error.cause, error.hint)
    }

    private init(_ status: ExitStatus, _ cause: String, _ hint: String) {
        self.init(status, .failure(cause: cause, hint: hint))
    }

    /// The cause of the failure, in one line.
    package var cause: String {
        switch text {
        case .failure(let cause, _): Self.bounded(cause)
        case .failures(let causes): Self.bounded(causes.joined(separator: "; "))
        case .nothing, .data: ""
        }
    }

    /// Prints the error and its hint, each on one line, with feed text made safe; returns the exit
    /// status.
    package func print(to output: Output) -> ExitStatus {
        switch text {
        case .nothing: break
        case .data(let data):
            do {
                try output.write(data + "\n")
                try output.finish()
            } catch {
                return ErrorReport(error).print(to: output)
            }
        case .failure(let cause, let hint):
            output.log("error: " + Self.bounded(cause))
            output.log("hint: " + Self.bounded(hint))
        case .failures(let causes):
            for cause in causes { output.log("error: " + Self.bounded(cause)) }
        }
        return status
    }

    /// Returns a line of readable length, whatever text a feed contributed.
    private static func bounded(_ line: String) -> String {
        line.utf8.count > 4000 ? String(line.unicodeScalars.prefix(1000)) + "…" : line
    }

    private static let outputHint = "check the disk and the target of the redirection"
}

extension FileLockError {
    fileprivate var hint: String {
        switch self {
        case .timedOut: "try again when the other process has finished"
        case .unusable: "check its permissions, or set FLEET_HOME to another folder"
        }
    }
}

extension ProcessLimitError: ReportedError {
    package var exitStatus: ExitStatus { .ioError }

    package var cause: String {
        switch self {
        case .descriptors(let free, let needed):
            "only \(free) more files can be opened, and fleet needs \(needed)"
        case .memory(let mebibytes, let needed):
            "the address space is limited to \(mebibytes) MiB, and fleet needs \(needed) MiB"
        case .noProcessFiles: "/proc is not mounted, and fleet needs it"
        }
    }

    package var hint: String {
        switch self {
        case .descriptors: "raise the limit of open files, as with `ulimit -n 256`"
        case .memory: "raise the limit, as with `ulimit -v unlimited`"
        case .noProcessFiles: "mount it in this root: `mount -t proc proc /proc`"
        }
    }
}

extension HomeError: ReportedError {
    package var exitStatus: ExitStatus { .ioError }
}

extension PreferencesError: ReportedError {
    package var exitStatus: ExitStatus {
        if case .unavailable = self { .unavailable } else { .ioError }
    }
}

extension StoreError: ReportedError {
    package var exitStatus: ExitStatus {
        switch self {
        case .unavailable: .unavailable
        case .invalidAddress: .usage
        case .corrupt, .foreign, .otherSchema, .upgradeNeeded, .otherEncoding, .roleMissing,
            .tablesMissing, .sharedConnections, .missing, .unwritable, .unreadable, .diskFull,
            .locked, .standby, .nothingStored, .tooMany,
            .libraryMissing:
            .ioError
        }
    }
}

extension SealingError: ReportedError {
    package var exitStatus: ExitStatus {
        switch self {
        case .sealed, .otherKey, .otherServers, .missingKey: .noPermission
        case .missing, .unreadable, .exposed, .tooShort: .ioError
        }
    }
}

extension HomeCopyError: ReportedError {
    package var exitStatus: ExitStatus {
        switch self {
        case .notOwner: .noPermission
        case .otherUsers, .otherSources, .otherContent: .usage
        case .different: .ioError
        case .unstorableText: .data
        }
    }
}

extension PhotoError: ReportedError {
    package var exitStatus: ExitStatus {
        switch self {
        case .tooLarge: .data
        case .tooMany, .noteFull: .usage
        case .unreadable, .notAFile, .totalTooLarge, .unwritable, .diskFull: .ioError
        }
    }
}

extension TeamError: ReportedError {
    package var exitStatus: ExitStatus {
        switch self {
        case .signedOut, .wrongPassword, .forbidden, .registrationClosed, .expiredLink:
            .noPermission
        case .notFound: .noInput
        case .throttled, .busy: .unavailable
        case .invalid(.password, _): .data
        case .invalid, .conflict, .keyReused, .nameTaken, .nameLooksTaken, .lastAdministrator,
            .userDisabled, .tooMany, .privateTask, .viewInUse, .dayIsDecided, .dayIsOpen:
            .usage
        }
    }
}

/// Outcome of argument parsing that is not a command: a request for help, or invalid arguments.
package enum ArgumentParsingError: Error {
    /// Requested text, such as the help.
    case cleanExit(String)
    /// The problem, and the right option or command.
    case invalid(cause: String, hint: String)
}
