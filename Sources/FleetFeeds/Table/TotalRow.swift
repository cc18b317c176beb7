import FleetCore

/// Recognition of rows below or between the vehicles that are none.
enum TotalRow {
    private static let words = WordKey.set(
        """
        Summe,Summen,Gesamtsumme,Zwischensumme,gesamt,insgesamt,Anzahl,Gesamtzahl
        sum,total,totals,subtotal,grand total,count,somme,totaux,sous-total,totale
        totali,subtotale,somma,suma,totales,total general,totaal,subtotaal,som
        aantal,soma,totais,total geral,nombre total,total général
        """)

    private static let notes = WordKey.set(
        """
        Stand,Hinweis,Hinweise,Anmerkung,Anmerkungen,Bemerkung,Quelle,Legende,note
        notes,source,legend,remark,remarque,remarques,légende,état au,nota,notas
        fuente,fonte,leyenda,legenda,opmerking,opmerkingen,bron,last update,updated
        """)

    /// Returns whether the first filled cell of a row is that of a total, such as `Summe:`, or
    /// `Total 12` if it is not an ID.
    static func isTotal(_ cell: CellBytes, isID: Bool) -> Bool {
        guard cell.count <= 40, let first = cell.first, "sSgGiIaAtTcCzZn".utf8.contains(first)
        else {
            return false
        }
        let letters = cell.prefix { !$0.isDigit }
        guard !isID || letters.count == cell.count else { return false }
        return words.contains(WordKey.of(String(decoding: letters, as: UTF8.self)))
    }

    /// Returns whether a row with this cell only is a note below the table: a sentence, or one
    /// that begins like a note.
    static func isNote(_ cell: CellBytes) -> Bool {
        let spaces = cell.count { $0 == UInt8(ascii: " ") }
        guard spaces > 0 || cell.last == UInt8(ascii: ":") else { return false }
        if spaces >= 3 || cell.count > 60 || cell.first == UInt8(ascii: "*") { return true }
        return WordKey.words(of: cell.text).first.map { notes.contains($0) || words.contains($0) }
            ?? false
    }
}
