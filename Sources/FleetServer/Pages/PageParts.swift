// What several pages are made of.

/// A link of a row of which one is current, such as a tab or a period.
struct Tab: Sendable {
    var label: String
    var href: String
    var isCurrent: Bool
}

/// A value with its label.
struct Fact: Sendable {
    var label: String
    var value: String
}

/// A field of a form that people do not see.
struct HiddenField: Sendable {
    var name: String
    var value: String
}

/// A box that a person checks in a form.
struct Checkbox: Sendable {
    var value: String
    var label: String
    var isChecked: Bool
}

/// A vehicle or a site that has a page.
struct ObjectLink: Sendable {
    var href: String
    var id: String
}

/// A page where a person can act on a message.
struct PageAction: Codable, Sendable {
    var href: String
    var label: String
}
