import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// Options for what is copied to a team's server.
struct CopyOptions: ParsableArguments {
    @Option(help: "The name of a source of this home.", completion: .stored(.sources))
    var source: String

    @Option(
        help: ArgumentHelp("The source of the team's server.", valueName: "team:name"),
        completion: .stored(.sources))
    var to: String

    /// Returns the copy from one source to the other.
    func annotationCopy(in context: CommandContext) async throws -> AnnotationCopy {
        try AnnotationCopy(
            from: await AnnotatedSource(.named(source), in: context),
            to: await AnnotatedSource(.named(to), in: context))
    }
}
