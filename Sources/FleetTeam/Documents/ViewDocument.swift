package import FleetCore
package import Foundation

/// A view in the API.
package struct ViewDocument: Document {
    package var id = UUID.zero
    package var name = ""
    package var filter = ""
    package var forAll = false
    package var createdBy: String?
    package var createdAt = Timestamp(milliseconds: 0)
    package var changedAt = Timestamp(milliseconds: 0)
    package var alerts: [String]?

    package init() {}

    /// Creates the document of a view.
    /// - Parameter alerts: The names of the alerts that use it.
    package init(_ view: TeamView, alerts: [String]? = nil) {
        (id, name, filter) = (view.id, view.name.text, view.content.text)
        (forAll, createdBy) = (view.isForAll, view.createdBy)
        (createdAt, changedAt) = (view.createdAt, view.changedAt)
        self.alerts = view.isForAll ? alerts : nil
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("name", &name)
        fields.visit("filter", &filter, "The query of the address of a list.")
        fields.visit("for_all", &forAll, "Whether everybody has it.")
        fields.visit(
            "created_by", &createdBy, "Name of the administrator who added one for everybody.")
        fields.visit("created_at", &createdAt)
        fields.visit("changed_at", &changedAt)
        fields.visit(
            "alerts", &alerts,
            "Names of the alerts that use it, in the answer to a change of one for everybody.")
    }
}

extension TeamView {
    /// Creates a view as a home uses it; `nil` for one that this program does not understand.
    package init?(_ document: ViewDocument) {
        guard let name = try? ViewName(document.name),
            let content = try? ViewContent(document.filter)
        else { return nil }
        self.init(
            id: document.id, name: name, content: content, isForAll: document.forAll,
            createdBy: document.createdBy, createdAt: document.createdAt,
            changedAt: document.changedAt)
    }
}

/// A new view as a client sends it.
package struct NewViewDocument: RequestDocument {
    package var name = ""
    package var filter = ""
    package var forAll: Bool?

    package init() {}

    /// Creates the document of a view.
    package init(_ name: ViewName, _ content: ViewContent, forAll: Bool) {
        (self.name, filter, self.forAll) = (name.text, content.text, forAll)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name, Self.nameText, .init(length: 1...64))
        fields.visit("filter", &filter, Self.filterText, .init(length: 0...4000))
        fields.visit(
            "for_all", &forAll,
            """
            Whether everybody gets it; then it must not select favorites, nor begin where one is \
            (near_me).
            """, .init(byDefault: .flag(false)))
    }

    fileprivate static let nameText = """
        Name, unique among one's own views, or among those for everybody, whatever the case of \
        its letters.
        """
    fileprivate static let filterText = """
        The query of the address of a list, or the whole address, such as \
        color=red&max_battery=30&sort=battery; the page and the length are left out.
        """
}

/// A change of a view as a client sends it; members that are `nil` keep their values.
package struct ViewChangeDocument: RequestDocument {
    package var name: String?
    package var filter: String?

    package init() {}

    /// Creates the document of a change.
    package init(_ name: ViewName, _ content: ViewContent) {
        (self.name, filter) = (name.text, content.text)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name, NewViewDocument.nameText, .init(length: 1...64))
        fields.visit("filter", &filter, NewViewDocument.filterText, .init(length: 0...4000))
    }
}
