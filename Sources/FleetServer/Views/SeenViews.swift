import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes

extension UserRequest {
    /// Returns the views of the person, and those for everybody except those that name a property
    /// that the person does not see: their texts have the values that administrators typed.
    func seenViews() async throws -> [TeamView] {
        let views = try await access.views.all()
        guard !access.rights.sees(.administrators) else { return views }
        let hidden = try await environment.hiddenProperties(
            of: views.filter(\.isForAll).map(\.content), from: access.rights.seen)
        return views.filter { !$0.isForAll || hidden.isDisjoint(with: $0.content.properties) }
    }
}

extension ServerEnvironment {
    /// Checks that everybody sees the properties that the view of an alert names.
    /// - Throws: `Problem` (422).
    func requireForEverybody(_ view: TeamView) async throws {
        guard let name = try await hiddenProperty(in: view.content) else { return }
        throw Problem(
            .unprocessableContent,
            "Not everybody sees the property \(TerminalText.limited(name)) of the view.",
            hint: "An alert may have any readers. Choose another view.", parameter: "view")
    }

    /// Returns a property that the content names and that not everybody sees.
    func hiddenProperty(in content: ViewContent) async throws -> String? {
        let hidden = try await hiddenProperties(of: [content], from: [.everyone])
        return content.properties.first(where: hidden.contains)
    }

    /// Returns the properties that views name and that no source has for those who see values of
    /// some visibilities.
    fileprivate func hiddenProperties(
        of contents: [ViewContent], from seen: Set<ValueVisibility>
    ) async throws -> Set<String> {
        let names = Set(contents.flatMap(\.properties))
        guard !names.isEmpty else { return [] }
        let keys = sources.all.map(\.vehicles)
        let feeds = try await ValueVisibility.$seen.withValue(seen) {
            try await snapshots.read { reader in
                try keys.compactMap { try reader.info(of: $0)?.feed }
            }
        }
        return names.filter { name in
            !feeds.contains { CustomProperty.named(name, in: $0.properties ?? []) != nil }
        }
    }
}

extension ViewContent {
    /// The names of the properties by which it selects and orders, and of those in its columns.
    fileprivate var properties: [String] {
        (query.listedValues + input.listedColumns)
            .filter { [.condition, .sort, .fields].contains($0.field) }.map(\.text)
    }
}
