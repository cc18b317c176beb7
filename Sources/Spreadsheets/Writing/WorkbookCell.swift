/// Value of a cell to be written.
public enum WorkbookCell: Equatable, Sendable {
    /// No value.
    case empty
    /// Text, which remains text: `=1+1` is no formula, and `00123` keeps its zeros.
    case text(String)
    /// Number; one that is not finite is left out.
    case number(Double)
    /// TRUE or FALSE.
    case flag(Bool)
    /// Date, as the seconds from 1970-01-01 00:00 to it on the same clock, without a time zone.
    ///
    /// A date before 1900-03-01, about which spreadsheets disagree, or after 9999 is left out.
    case date(secondsSince1970: Int, hasTime: Bool)
}
