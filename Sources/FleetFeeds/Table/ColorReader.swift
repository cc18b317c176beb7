import FleetCore

/// Reader of colors as people write them: words in several languages, two colors in one cell, and
/// `#FF0000`.
enum ColorReader {
    /// A color, and whether it is written in the program's own words.
    struct Reading {
        /// The color of known words; `nil` without any.
        var color: VehicleColor?
        /// The color of the words as written.
        var written: VehicleColor?
        var isOwn = false
    }

    /// Returns the color of a cell.
    static func color(of text: String) -> Reading {
        var reading = Reading(written: VehicleColor(lenient: text))
        if let word = hexadecimal(text) {
            reading.color = VehicleColor(word)
        } else if let written = reading.written, written.tones.allSatisfy(ColorWords.all.contains) {
            (reading.color, reading.isOwn) = (written, true)
        } else if text.utf8.count <= maxLength {
            reading.color = translation(of: text).flatMap { VehicleColor($0) }
        }
        return reading
    }

    /// Maximum length of a color in bytes.
    private static let maxLength = 100

    /// Returns the English words of a text, such as `light green` or `blue-white`; `nil` if no
    /// word is known.
    private static func translation(of text: String) -> String? {
        var colors: [String] = []
        var modifiers: [String] = []
        for word in WordKey.words(of: text) {
            if let after = modifiersAfter[word] {
                // In Romance languages, the modifier follows the color.
                if let last = colors.popLast() {
                    colors.append(after + " " + last)
                } else {
                    modifiers.append(after)
                }
            } else if let before = modifiersBefore[word] {
                modifiers.append(before)
            } else if let names = self.colors(of: word) {
                colors += names.enumerated().map { index, name in
                    index == 0 ? (modifiers + [name]).joined(separator: " ") : name
                }
                modifiers = []
            }
        }
        return colors.isEmpty ? nil : colors.joined(separator: "-")
    }

    /// Returns the colors of a word, which may be a compound such as `dunkelblau` or `rotbraun`.
    private static func colors(of word: String) -> [String]? {
        if let name = words[word] { return [name] }
        for (prefix, modifier) in modifiersBefore.sorted(by: { $0.key < $1.key })
        where word.hasPrefix(prefix) {
            if let name = words[String(word.dropFirst(prefix.count))] {
                return [modifier + " " + name]
            }
        }
        var index = word.startIndex
        while index < word.endIndex {
            if let first = words[String(word[..<index])], let second = words[String(word[index...])]
            {
                return [first, second]
            }
            index = word.index(after: index)
        }
        // A shade of a color, such as `feuerrot`.
        return shades.first { word.hasSuffix($0) }.flatMap { words[$0] }.map { [$0] }
    }

    /// Ends of German and Dutch shades of a color; the others also end words of other meanings.
    private static let shades = [
        "weiss", "schwarz", "gelb", "blau", "grun", "grau", "braun", "silber", "violett", "rot",
        "blauw", "groen", "zwart",
    ]

    private static let modifiersBefore = WordKey.table([
        ("light", "hell,licht,lichte,light,pastell,pale"),
        ("dark", "dunkel,donker,donkere,dark,tief"),
        ("neon", "neon,leucht"),
    ])

    private static let modifiersAfter = WordKey.table([
        ("light", "clair,claire,claro,clara,chiaro,chiara"),
        ("dark", "foncé,foncée,oscuro,oscura,scuro,scura,escuro,escura"),
    ])

    private static let words = ColorWords.all.reduce(into: WordKey.table(translations)) {
        $0[WordKey.of($1)] = $0[WordKey.of($1)] ?? $1
    }

    private static let translations: [(value: String, words: String)] = [
        ("black", "black,schwarz,noir,noire,negro,negra,nero,nera,zwart,zwarte,preto,preta"),
        ("white", "white,weiß,blanc,blanche,blanco,blanca,bianco,bianca,wit,witte,branco,branca"),
        ("gray", "gray,grau,gris,grise,grigio,grigia,grijs,cinza,cinzento,cinzenta"),
        ("grey", "grey"),
        (
            "silver",
            """
            silber,silbern,argent,argenté,argentée,plata,plateado,argento,argentato
            zilver,prata,prateado
            """
        ),
        ("red", "red,rot,rote,rouge,rojo,roja,rosso,rossa,rood,rode,vermelho,vermelha"),
        ("orange", "orange,naranja,anaranjado,arancione,arancio,oranje,laranja"),
        ("yellow", "yellow,gelb,jaune,amarillo,amarilla,giallo,gialla,geel,gele,amarelo,amarela"),
        ("green", "green,grün,vert,verte,verde,groen,groene"),
        ("blue", "blue,blau,bleu,bleue,azul,blu,blauw,blauwe"),
        ("light blue", "azzurro,azzurra,celeste,himmelblau,bleu ciel,hemelsblauw"),
        ("navy", "navy,marine,Navyblau"),
        (
            "purple",
            """
            purple,lila,violett,violet,violette,morado,morada,viola,paars,paarse,roxo
            roxa,lilas
            """
        ),
        ("pink", "pink,rosa,rose,roze"),
        ("brown", "brown,braun,marron,brun,brune,marrón,marrone,bruin,bruine,castanho,marrom,café"),
        ("beige", "beige,creme,crème,crema,cream"),
        ("gold", "gold,golden,goldfarben,doré,dorée,oro,dorado,dorato,goud,gouden,dourado,ouro"),
        ("turquoise", "turquoise,türkis,turquesa,turchese,turkoois"),
        ("dark red", "burgundy,bordeaux,bordeauxrot,weinrot,burdeos,bordò"),
        ("dark gray", "charcoal,anthrazit,anthracite,antracite,antraciet,antracita"),
        ("teal", "teal,petrol,pétrole,petrolio"),
        ("olive", "olive,oliv,oliva,olijf"),
        ("bronze", "bronze,Bronze,bronce,bronzo,brons"),
        ("copper", "copper,Kupfer,cuivre,cobre,rame,koper"),
        (
            "multicolor",
            """
            multicolored,multicoloured,colourful,colorful,bunt,mehrfarbig,multicolor
            multicolore,multicolour,multicolorido,veelkleurig,meerkleurig
            """
        ),
    ]

    /// The usual words, with their red, green and blue.
    private static let usual: [(word: String, rgb: [Int])] = [
        ("black", [0, 0, 0]), ("white", [255, 255, 255]), ("gray", [128, 128, 128]),
        ("silver", [192, 192, 192]), ("red", [255, 0, 0]), ("dark red", [139, 0, 0]),
        ("orange", [255, 165, 0]), ("yellow", [255, 255, 0]), ("green", [0, 128, 0]),
        ("light green", [144, 238, 144]), ("lime", [0, 255, 0]), ("blue", [0, 0, 255]),
        ("dark blue", [0, 0, 139]), ("light blue", [173, 216, 230]), ("cyan", [0, 255, 255]),
        ("turquoise", [64, 224, 208]), ("purple", [128, 0, 128]), ("magenta", [255, 0, 255]),
        ("pink", [255, 192, 203]), ("brown", [165, 42, 42]), ("beige", [245, 245, 220]),
    ]

    /// Returns the usual word that is nearest to `#RRGGBB` or `#RGB`; `nil` for other texts.
    private static func hexadecimal(_ text: String) -> String? {
        guard text.first == "#", [4, 7].contains(text.count) else { return nil }
        var digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard digits.count == text.count - 1 else { return nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        let rgb = stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        func distance(_ other: [Int]) -> Int {
            zip(rgb, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return usual.min { distance($0.rgb) < distance($1.rgb) }?.word
    }
}
