package import Spreadsheets

extension TableError: ReportedError {
    package var exitStatus: ExitStatus { .data }
    package var cause: String { message }
}
