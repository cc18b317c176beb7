import FleetCore
import HTTPTypes

/// A JSON document that programs send, whose members are all known.
protocol RequestDocument: Decodable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

/// A document, decoded after a check of the names of its members.
///
/// `Decodable` alone ignores unknown members, so a misspelled optional one would have no effect.
struct StrictDocument<Document: RequestDocument>: Decodable {
    let document: Document

    /// - Throws: `Problem` (400) with the name of an unknown member.
    init(from decoder: any Decoder) throws {
        let known = Document.CodingKeys.allCases.map(\.stringValue)
        let members = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let unknown = members.filter({ !known.contains($0) }).min() {
            let name = String(unknown.unicodeScalars.prefix(100))
            throw Problem(
                .badRequest, "The member \(name) is not known here.",
                hint: "The document has the members \(known.joined(separator: ", ")).",
                parameter: name)
        }
        document = try Document(from: decoder)
    }
}

/// The name of any member.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
