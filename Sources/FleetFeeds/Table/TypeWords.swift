import FleetCore

/// Types of vehicles as people write them.
enum TypeWords {
    /// A type, and whether it is written in the program's own words.
    struct Reading {
        /// The ID: that of the form factor if the word means nothing more, else the word.
        var id: String
        /// The name, if the word is more than a form factor.
        var name: String?
        var formFactor: String?
        var propulsionType: String?
        var isOwn = false
    }

    /// Returns the type of a cell.
    static func type(of text: String) -> Reading {
        if let value = FormFactor.value(of: ASCIICase.lowercased(text)) {
            return Reading(id: value, formFactor: value, isOwn: true)
        }
        let key = WordKey.of(text)
        if let (formFactor, propulsion) = words[key] {
            return Reading(
                id: formFactor, formFactor: formFactor,
                propulsionType: propulsion ?? electricPropulsion(of: formFactor, text))
        }
        let kind = kinds[key]
        return Reading(
            id: text, name: text, formFactor: kind?.formFactor,
            propulsionType: kind?.propulsion ?? electricPropulsion(of: kind?.formFactor, text))
    }

    /// Beginnings of the words for "electric", as keys.
    private static let electricWords = ["electr", "elektr", "elettr", "eletr", "pedelec", "ebike"]

    /// Returns the propulsion type of a word such as `E-Dreirad`; `nil` if it has none.
    private static func electricPropulsion(of formFactor: String?, _ text: String) -> String? {
        let isElectric =
            ASCIICase.hasPrefix(text, "e-")
            || WordKey.words(of: text).contains { electricWords.contains(where: $0.hasPrefix) }
        guard isElectric else { return nil }
        return ["bicycle", "cargo_bicycle"].contains(formFactor) ? "electric_assist" : "electric"
    }

    private typealias Kind = (formFactor: String, propulsion: String?)

    /// Words for a form factor.
    private static let words: [String: Kind] = WordKey.table([
        (
            ("bicycle", nil),
            """
            bike,bikes,bicycles,pushbike,Fahrrad,Fahrräder,Rad,Räder,Velo,Velos,vélo
            vélos,bicyclette,bicicleta,bicicletas,bici,bicis,bicicletta,biciclette,fiets
            fietsen
            """
        ),
        (
            ("bicycle", "electric_assist"),
            """
            e-bike,e-bikes,electric bike,electric bikes,electric bicycle,Pedelec
            Pedelecs,S-Pedelec,Elektrorad,Elektroräder,Elektrofahrrad,Elektrofahrräder
            E-Fahrrad,E-Rad,vélo électrique,vélos électriques,VAE
            vélo à assistance électrique,bicicleta eléctrica,bici eléctrica
            bici elettrica,bici elettriche,bicicletta elettrica,biciclette elettriche
            elektrische fiets,elektrische fietsen,bicicleta elétrica
            bicicletas elétricas
            """
        ),
        (
            ("cargo_bicycle", nil),
            """
            cargo bike,cargo bikes,cargobike,cargo bicycles,cargo,Lastenrad,Lastenräder
            Lastenfahrrad,Transportrad,Lastenvelo,vélo cargo,vélos cargos,vélo-cargo
            biporteur,triporteur,bakfiets,bakfietsen,vrachtfiets,transportfiets
            bicicleta de carga,bicicletas de carga,bici de carga,bicicargo,bici cargo
            cargobici,bicicletta cargo,bicicletta da carico,bici da carico
            bicicleta cargueira
            """
        ),
        (
            ("cargo_bicycle", "electric_assist"),
            """
            e-cargo bike,electric cargo bike,E-Lastenrad,E-Lastenräder,E-Lastenfahrrad
            elektrisches Lastenrad,vélo cargo électrique,elektrische bakfiets,e-bakfiets
            cargo bike elettrica,bicicleta de carga eléctrica,Lasten-Pedelec
            Lasten-E-Bike,Elektro-Lastenrad
            """
        ),
        (
            ("scooter", nil),
            """
            e-scooter,e-scooters,scooters,electric scooter,kick scooter,e-kick scooter
            Tretroller,Elektrotretroller,E-Tretroller,trottinette,trottinettes
            trottinette électrique,patinete,patinetes,patinete eléctrico,monopattino
            monopattini,monopattino elettrico,step,elektrische step,e-step,trotinete
            trotinetes,trotinete elétrica,patinete elétrico
            """
        ),
        (
            ("moped", nil),
            """
            mopeds,Roller,Motorroller,Mofa,cyclomoteur,ciclomotor,ciclomotore,motorino
            bromfiets,brommer,snorfiets,motor scooter
            """
        ),
        (("moped", "electric"), "E-Roller,Elektroroller,Elektro-Roller,e-moped,e-mopeds"),
        (
            ("motorcycle", nil),
            """
            motorcycles,motorbike,motorbikes,Motorrad,Motorräder,moto,motos,motocicleta
            motociclo,motocicletta,motorfiets,motocyclette
            """
        ),
        (
            ("car", nil),
            """
            cars,Auto,Autos,PKW,Wagen,Personenwagen,voiture,voitures,coche,coches,carro
            carros,automóvil,automobile,macchina,personenauto
            """
        ),
        (
            ("car", "electric"),
            """
            E-Auto,E-Autos,Elektroauto,electric car,voiture électrique,coche eléctrico
            auto elettrica,elektrische auto,carro elétrico
            """
        ),
        (("bus", nil), "buses,Busse,autobus,autobús,ônibus,autocarro"),
        (("truck", nil), "trucks,LKW,Lastwagen,camion,camión,autocarro merci,vrachtwagen,caminhão"),
        (("other", nil), "sonstige,sonstiges,andere,anderes,autre,otro,altro,overig,outro"),
    ])

    /// Words for more than a form factor.
    private static let kinds: [String: Kind] = WordKey.table([
        (
            ("bicycle", nil),
            """
            city bike,city bikes,Citybike,Stadtrad,Trekkingrad,Trekkingbike,MTB
            Mountainbike,mountain bike,Rennrad,road bike,Kinderrad,kids bike
            Kinderfahrrad,Tandem,Liegerad,Faltrad,Klapprad,folding bike,gravel bike
            Damenrad,Herrenrad,Hollandrad,VTT,VTC,VTT électrique,vélo de ville
            vélo pliant,vélo enfant,stadsfiets,omafiets,kinderfiets,vouwfiets,racefiets
            bici plegable,bicicleta plegable,bici pieghevole,bicicletta da città
            Dienstrad,tricycle,Dreirad,Rikscha
            """
        ),
        (("bicycle", "electric_assist"), "E-MTB,e-mountain bike,E-Citybike,E-Trekkingrad"),
        (
            ("car", nil),
            """
            Kombi,Kleinwagen,van,Kleinbus,Limousine,SUV,station wagon,break,furgone
            furgoneta,bestelwagen,camionnette,Transporter,Sprinter,Minivan,Hochdachkombi
            """
        ),
        (("cargo_bicycle", nil), "long john,longtail,Backpacker,Schwerlastrad"),
        (
            ("other", nil),
            """
            Anhänger,trailer,Fahrradanhänger,remorque,remolque,rimorchio,aanhanger
            fietskar,reboque
            """
        ),
    ])
}
