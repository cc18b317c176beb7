import FleetCore

/// A document beside the vehicles and stations that a snapshot has apart from them.
///
/// A refresh that does not request it, because it is not due, keeps the stored one.
protocol SideDocument: IndependentDocument {
    /// Where a snapshot has the content.
    var content: WritableKeyPath<SideDocuments, Content?> { get }
}

extension SideDocument {
    func add(_ content: Content, to snapshot: inout Snapshot) {
        snapshot.documents[keyPath: self.content] = content
    }
}

extension SideDocument where Content: Encodable {
    /// The state of the refresh has only a digest, by which a changed content is recognized.
    func stored(_ content: Content) -> String? { SideDocuments.digest(of: content) }
}
