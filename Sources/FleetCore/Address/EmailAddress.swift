/// Address of electronic mail.
package enum EmailAddress {
    /// Returns whether a text has the form of an email address.
    package static func isValid(_ text: String) -> Bool {
        text.utf8.count <= 254 && text.firstMatch(of: /^[^@\s<>"]+@[^@\s<>"]+$/) != nil
    }
}
