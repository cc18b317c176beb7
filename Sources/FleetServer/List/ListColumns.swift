import FleetCore
import FleetService
import FleetTeam

/// A column of a table of vehicles.
enum PageColumn: Hashable, Sendable {
    case standard(VehicleColumn)
    /// A property of the source, by its name.
    case property(String)

    var title: String {
        switch self {
        case .standard(let kind): kind.name.capitalizedFirst
        case .property(let name): name
        }
    }

    /// The fields that it shows, as text that names them.
    var fields: String {
        switch self {
        // No field has both coordinates.
        case .standard(.location): "lat,lon"
        case .standard(let kind): kind.rawValue
        case .property(let name): NameText.typed(name)
        }
    }

    /// Returns the columns of fields, in their order and without duplicates; a name that the feeds
    /// do not have is left out.
    static func columns(ofFields names: [String], in feeds: [FeedDescription]) -> [PageColumn] {
        names.reduce(into: []) { columns, name in
            let kind = VehicleColumn.columns(ofFields: [name]).first
            let property = CustomProperty.names(ofFields: [name], in: feeds).first
            let column = kind.map(PageColumn.standard) ?? property.map(PageColumn.property)
            if let column, !columns.contains(column) { columns.append(column) }
        }
    }
}

/// The columns of a list after the ID, and those that it could have.
struct ListColumns: Sendable {
    let shown: [PageColumn]
    /// The other columns, in their usual order.
    let others: [PageColumn]
    /// Whether a person chose the columns.
    let isChosen: Bool
    /// Whether that choice is kept for the list, and not in its address or view.
    private let isSaved: Bool
    /// Columns that the list has in any case.
    let fixed: Set<PageColumn>

    init(of list: FleetList) {
        let (query, feeds) = (list.query, list.views.compactMap(\.info?.feed))
        let contents = ListContents(
            feeds, hasSeveralSources: list.isSeveral, hasDistance: query.origin != nil)
        isSaved = query.savedColumns != nil
        var fixed: Set<PageColumn> = [.standard(.id)]
        if list.isSeveral { fixed.insert(.standard(.source)) }
        // Columns that are kept for each list do not know from where it measures.
        if query.origin != nil, isSaved || query.view?.isForAll != false {
            fixed.insert(.standard(.distance))
        }
        self.fixed = fixed
        let names = query.columnNames
        let chosen = PageColumn.columns(ofFields: names ?? [], in: feeds)
            .filter { $0 != .standard(.id) }
        // Columns that are kept may all be those of other sources.
        guard let names, !isSaved || !chosen.isEmpty || names == ["id"] else {
            shown = VehicleTableContext.columns(in: contents).map(PageColumn.standard)
            isChosen = false
            others = Self.all(contents, feeds).filter { [shown] in !shown.contains($0) }
            return
        }
        isChosen = true
        var missing: [PageColumn] = []
        if list.isSeveral { missing.append(.standard(.source)) }
        if isSaved, query.origin != nil { missing.append(.standard(.distance)) }
        shown = missing.filter { !chosen.contains($0) } + chosen
        others = Self.all(contents, feeds).filter { [shown] in !shown.contains($0) }
    }

    /// The fields of the columns that the person chose for the list; `nil` for none.
    var savedNames: [String]? {
        guard isSaved else { return nil }
        let kept = shown.filter { !fixed.contains($0) }
        return ["id"] + kept.flatMap { NameText.names(in: $0.fields) }
    }

    private static func all(_ contents: ListContents, _ feeds: [FeedDescription]) -> [PageColumn] {
        let properties = feeds.flatMap { $0.properties ?? [] }.map(\.name)
        return VehicleColumn.allCases.filter { $0.isPresent(in: contents) }.map(PageColumn.standard)
            + CustomProperty.names(ofFields: properties, in: feeds)
            .map(PageColumn.property)
    }
}

/// The choice of columns: the keys of the template `_columns`.
struct ColumnMenu: Sendable {
    struct Choice: Sendable {
        var fields: String
        var title: String
        var isShown: Bool
    }

    /// Query of the list.
    var listQuery: String
    /// For which list the choice is kept.
    var keptText: String
    var choices: [Choice]
    var canSetForAll: Bool

    init(_ columns: ListColumns, of list: FleetList, _ request: UserRequest) {
        listQuery = String(request.query.ofFirstPage.query.dropFirst())
        let view = list.query.view
        keptText =
            if let view {
                view.isForAll
                    ? localized("For you, in the view \(view.name.text).")
                    : localized("For the view \(view.name.text).")
            } else {
                localized("For you, in lists without a view.")
            }
        func choices(_ columns: [PageColumn], isShown: Bool, _ fixed: Set<PageColumn>) -> [Choice] {
            columns.filter { !fixed.contains($0) }
                .map { Choice(fields: $0.fields, title: $0.title, isShown: isShown) }
        }
        self.choices =
            choices(columns.shown, isShown: true, columns.fixed)
            + choices(columns.others, isShown: false, columns.fixed)
        canSetForAll = view?.isForAll == true && request.access.may(.settings)
    }
}

extension UserRequest {
    /// Returns the columns that the person chose for the list of a query; `nil` for none, or if the
    /// address has others.
    func savedColumns(of query: FleetQuery) async throws -> [String]? {
        // The person's own views have their columns.
        guard !query.namesColumns, query.unhandled == nil, query.view?.isForAll != false else {
            return nil
        }
        return try await access.columns.names(of: query.view?.id)
    }
}
