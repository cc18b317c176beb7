package import FleetCore
package import FleetSettings
package import Foundation

extension SourceEdit {
    /// Moves the secrets of the location to the credentials, and gives these a new revision.
    package mutating func separateSecrets(newRevision: @autoclosure () -> UUID) {
        if let (location, secrets) = location?.separatingSecrets {
            self.location = location
            if !secrets.isEmpty { credentials = (credentials ?? Credentials()).merging(secrets) }
        }
        guard let given = credentials else { return }
        credentials?.revision = given.isEmpty ? nil : newRevision()
    }
}

/// Editor of the sources of a home.
package struct SourceEditor {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Saves a change of a source, and deletes what does not belong to the changed source.
    /// - Parameters:
    ///   - check: What was read of the changed source; `nil` if nothing was read.
    ///   - credentials: The credentials with which it was read.
    ///   - apply: Applies the change to the preferences.
    package func save(
        _ edit: SourceEdit, _ check: SourceCheck?, _ credentials: Credentials,
        apply: @Sendable (inout Preferences) throws -> EditedSource
    ) async throws -> EditedSource {
        let catalog = try context.sourceCatalog()
        let edited = try await catalog.update(apply)
        if let credentials = edit.credentials {
            try await catalog.updateCredentials {
                $0[edited.name] = credentials.isEmpty ? nil : credentials
            }
        }
        let removal = SourceRemoval(in: context)
        if edited.old.history != edited.new.history {
            try await removal.changeHistory(of: edited.old)
        }
        // Stored data stays as long as the source would load the same.
        if edited.old.definition != edited.new.definition { try await removal.forget(edited.old) }
        if let check {
            await SourceChecker(in: context)
                .store(check, of: edited.new, named: edited.name, credentials)
        }
        return edited
    }
}
