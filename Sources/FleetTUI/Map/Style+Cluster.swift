extension Style {
    /// A chosen cluster.
    static let chosenCluster = Style(.text, on: .selection, bold: true, underlined: true)

    /// The number of a cluster on a ground of some ink, in black or white, whichever is better read.
    ///
    /// The black and the white are a bit off: the exact ones are for QR codes, and stay without
    /// the ground on terminals where no colors are wanted.
    static func cluster(of ink: Ink) -> Style {
        switch ink {
        case .rgb(let red, let green, let blue):
            let light = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            let ground = ink == .black ? nearBlack : ink == .white ? nearWhite : ink
            return Style(light < 128_000 ? nearWhite : nearBlack, on: ground, bold: true)
        case .accent, .good, .warning, .bad:
            return Style(nearBlack, on: ink, bold: true)
        case .text, .muted, .frame, .selection, .sheet:
            return Style(.text, on: .frame, bold: true)
        }
    }

    private static let nearBlack = Ink.rgb(1, 1, 1)
    private static let nearWhite = Ink.rgb(254, 254, 254)
}
