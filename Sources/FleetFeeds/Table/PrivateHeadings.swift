import FleetCore

/// Headings whose values only administrators see at first: secrets, and data about people.
enum PrivateHeadings {
    /// Words that are private wherever they stand.
    private static let words = WordKey.set(
        """
        PIN,PINs,pincode,key,keys,keycode,clé,clés,clef,clefs,llave,llaves,chiave
        chiavi,chave,chaves,password,passwords,passcode,pass,pwd,senha,contraseña
        wachtwoord,tel,phone,mobile,Handy,Mobil,gsm,móvil,cellulare,telemóvel,fax
        email,mail,courriel,correo,client,clients,cliente,clienti,clientes,klant
        klanten,customer,customers,borrower,borrowers,renter,user,users,Nutzer
        Benutzer,usuario,utente,gebruiker,utilisateur,utilizador,usuário,emprunteur
        locataire,prestatario,mutuatario,lener,huurder,driver,Fahrer,Fahrerin
        conducteur,conductor,conducente,autista,bestuurder,motorista,condutor,Mieter
        Halter,owner,Eigentümer,Besitzer,propriétaire,propietario,proprietario
        eigenaar,proprietário,contact,Kontakt,contacto,contatto,contato
        contactpersoon,address,adresse,Anschrift,dirección,indirizzo,adres,morada
        endereço,IBAN,BIC,Geburtstag,Geburtsdatum,birthday,birthdate,dob
        Unterschrift,signature,secret,Geheimnis,token,antivol,combination
        Kombination,combinaison,combinación,combinazione,combinatie,combinação
        Ansprechpartner,Ansprechperson,responsable,responsabile,responsável
        verantwortlich,custodian,assignee,assigned,Person,persona,personne,persoon
        pessoa,member,Mitglied,lid,socio,sócio,membre
        """)

    /// Beginnings of words that are private.
    private static let beginnings = [
        "schlussel", "sleutel", "telefon", "telefoon", "telephon", "passwor", "kennwor", "kunde",
        "ausleiher", "entleiher", "leihnehm", "adress", "anschrift", "customer", "klant", "geburt",
        "verantwortlich", "keynumber", "keynr", "handynummer", "mobilnummer", "motdepasse",
        "notfallkontakt", "ansprechp", "schlossnr", "schlossnummer",
    ]

    /// Ends of words that are private.
    private static let ends = [
        "schlussel", "sleutel", "schlusselnummer", "telefon", "passwort", "kennwort", "adresse",
        "anschrift", "kontakt",
    ]

    /// Phrases that are private, as keys.
    private static let phrases = [
        "checkedoutto", "assignedto", "motdepasse", "lentto", "verliehenan", "ausgeliehenan",
        "pretea", "prestadoa", "uitgeleendaan", "emprestadoa",
    ]

    /// Words that make a code one of a lock; others, such as that of a color, are public.
    private static let publicCodes = [
        "bar", "qr", "farb", "color", "colour", "model", "modell", "product", "produkt", "type",
        "typ", "country", "article", "artikel", "ean", "land", "region", "material",
    ]

    /// Returns who sees the values of a column at first.
    static func visibility(of heading: String) -> ValueVisibility {
        let words = WordKey.words(of: heading)
        let key = WordKey.of(heading)
        let isPrivate =
            words.contains { isPrivateWord($0) } || phrases.contains { key.contains($0) }
            || isLockCode(words)
        return isPrivate ? .administrators : .everyone
    }

    private static func isPrivateWord(_ word: String) -> Bool {
        Self.words.contains(word) || beginnings.contains { word.hasPrefix($0) }
            || ends.contains { word.hasSuffix($0) }
    }

    private static func isLockCode(_ words: [String]) -> Bool {
        let codes = ["code", "codes", "codigo", "codice"]
        guard words.contains(where: { word in codes.contains { word.hasSuffix($0) } }) else {
            return false
        }
        return !words.contains { word in publicCodes.contains { word.hasPrefix($0) } }
    }
}
