import FleetCore

/// Headings of columns by the field that they hold, in English, German, French, Spanish, Italian,
/// Dutch and Portuguese.
enum HeadingWords {
    /// Field of a heading.
    struct Match: Equatable {
        /// How well the heading fits the field, from the best: its name in lists of this program,
        /// the same in another spelling, an unmistakable word, a word that may also mean another
        /// thing, and one that is used only if no other column fits.
        enum Rank: Int, Comparable {
            case exact, own, clear, loose, last

            static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
        }

        let field: TableField
        var rank: Rank
        /// Whether the cells show if the column has coordinates or the names of places.
        var isPlace = false
    }

    /// Column of this program's lists.
    enum Column: Equatable {
        case field(TableField)
        /// Its values follow from those of others.
        case derived

        var field: TableField? {
            if case .field(let field) = self { field } else { nil }
        }
    }

    /// Columns of this program's lists, by their exact names.
    static let own: [String: Column] = [
        "vehicle_id": .field(.id), "bike_id": .field(.id), "code": .field(.code),
        "name": .field(.name), "source": .derived,
        "lat": .field(.latitude), "lon": .field(.longitude),
        "located_by_station": .field(.locatedByStation),
        "is_reserved": .field(.reserved), "is_disabled": .field(.disabled), "state": .field(.state),
        "vehicle_type_id": .field(.type), "form_factor": .field(.formFactor),
        "propulsion_type": .field(.propulsionType),
        "color": .field(.color), "colors": .derived, "current_range_meters": .field(.range),
        "current_fuel_percent": .field(.fuel), "battery_percent": .field(.battery),
        "battery_estimated": .field(.batteryEstimated), "last_reported": .field(.lastReported),
        "station_id": .field(.station), "region_id": .field(.regionID), "region": .field(.region),
        "rental_uris_android": .field(.android), "rental_uris_ios": .field(.ios),
        "rental_uris_web": .field(.web),
        "rental_uris.android": .field(.android), "rental_uris.ios": .field(.ios),
        "rental_uris.web": .field(.web),
        "rotating_id": .derived, "listed": .derived, "distance_meters": .derived,
    ]

    private static let ownKeys = Dictionary(
        own.compactMap { name, column in column.field.map { (WordKey.of(name), $0) } },
        uniquingKeysWith: { first, _ in first })

    /// Names that a property cannot have: those of the columns of lists, and their short forms.
    static let reserved: Set<String> = Set(own.keys).union([
        "id", "type", "battery", "range", "distance", "reported", "station", "rental_uris",
        "properties",
    ])

    /// Returns the field of a heading, by its name and by its keys, the whole one first.
    static func match(_ name: String, keys: [String]) -> Match? {
        if let field = own[name]?.field {
            // A name of lists that is also a usual word is unmistakable only as such.
            let rank: Match.Rank = name == "bike_id" ? .own : .exact
            return Match(field: field, rank: rank)
        }
        for key in keys where !key.isEmpty {
            if let field = ownKeys[key] { return Match(field: field, rank: .own) }
            if let field = clear[key] { return Match(field: field, rank: .clear) }
            if let rank = idRank(of: key) { return Match(field: .id, rank: rank) }
            if places.contains(key) {
                return Match(field: .station, rank: .loose, isPlace: true)
            }
            if let field = loose[key] { return Match(field: field, rank: .loose) }
        }
        return nil
    }

    private static let clear: [String: TableField] = WordKey.table([
        (
            .latitude,
            """
            latitude,latitud,latitudine,Breitengrad,Breitengrade,breedtegraad
            geogr. Breite,geografische Breite,geographische Breite,GPS lat,latitude GPS
            lat WGS84
            """
        ),
        (
            .longitude,
            """
            lng,long,longitude,longitud,longitudine,Längengrad,Längengrade,lengtegraad
            geogr. Länge,geografische Länge,geographische Länge,GPS lon,GPS lng,GPS long
            longitude GPS,lon WGS84
            """
        ),
        (
            .location,
            """
            coordinates,coordinate,coords,Koordinaten,Koordinate,coordonnées,coordenadas
            coördinaten,lat lon,lat lng,lat long,latitude longitude,GPS,GPS-Koordinaten
            GPS-Position,GPS coordinates,GPS location,Geoposition,Geokoordinaten
            geopoint,geolocation,coordonnées GPS,coordenadas GPS,coordinate GPS
            GPS-coördinaten,Breite Länge,Breitengrad Längengrad
            """
        ),
        (
            .state,
            """
            status,Zustand,vehicle state,vehicle status,bike status,Fahrzeugstatus
            Fahrzeugzustand,Radstatus,état,statut,estado,stato,toestand,situação
            situación,Betriebszustand,Betriebsstatus,asset status,voertuigstatus
            fietsstatus,estado de la bici,estado del vehículo,stato veicolo,stato bici
            état du vélo
            """
        ),
        (
            .color,
            """
            colour,Farbe,couleur,colore,kleur,cor,vehicle color,vehicle colour
            bike color,bike colour,Fahrzeugfarbe,Radfarbe
            """
        ),
        (
            .type,
            """
            type,Typ,vehicle type,bike type,asset type,Fahrzeugtyp,Fahrzeugart,Radtyp
            tipo,type de vélo,type de véhicule,tipo de vehículo,tipo de bicicleta
            tipo de bici,tipo veicolo,tipo di veicolo,tipo bici,voertuigtype,fietstype
            soort fiets,soort,tipo de veículo
            """
        ),
        (
            .name,
            """
            vehicle name,bike name,asset name,Fahrzeugname,Radname,Name des Rads,nom
            nom du vélo,nombre,nome,naam,Rufname,Spitzname,nickname,surnom,apodo
            soprannome,bijnaam,apelido
            """
        ),
        (
            .code,
            """
            Kennzeichen,amtliches Kennzeichen,license plate,licence plate,plate
            plate number,number plate,license plate number,Nummernschild,plaque
            plaque d'immatriculation,immatriculation,targa,matrícula,placa,kenteken
            Fahrzeugcode
            """
        ),
        (
            .reserved,
            """
            reserved,reserviert,réservé,réservée,reservado,reservada,riservato,riservata
            prenotato,prenotata,gereserveerd,booked,gebucht
            """
        ),
        (
            .disabled,
            """
            disabled,deaktiviert,out of service,außer Betrieb,hors service
            fuera de servicio,fuori servizio,buiten gebruik,fora de serviço,désactivé
            """
        ),
        (
            .battery,
            """
            battery,battery level,battery charge,battery percent,battery pct
            battery percentage,state of charge,SoC,charge level,Akku,Akkustand
            Akkuladung,Akkuladestand,Ladestand,Ladezustand,Batterie,Batteriestand
            Batterieladung,niveau de batterie,niveau batterie,batería,nivel de batería
            batteria,livello batteria,livello di batteria,accu,accuniveau,acculading
            batterij,batterijniveau,bateria,nível da bateria,nível de bateria
            """
        ),
        (
            .range,
            """
            range,Reichweite,Restreichweite,autonomie,autonomía,autonomia,actieradius
            bereik,current range,remaining range,rijbereik
            """
        ),
        (
            .station,
            """
            station,station ID,station name,Stationsname,Verleihstation,Leihstation
            Ausleihstation,rental station,docking station,estación,stazione,estação
            """
        ),
        (.region, "region name,Regionsname,région,región,regione,região,regio"),
        (
            .picture,
            """
            picture,photo,Foto,Bild,image,imagen,immagine,afbeelding,imagem,Bildlink
            photo URL,image URL,picture URL,Bild-URL,Foto-URL,Foto-Link,lien photo
            fotografía,fotografia,picture link,photo link
            """
        ),
        (
            .web,
            """
            web,website,weblink,web link,URL,link,Webseite,Homepage,rental URL
            booking link,booking URL,Buchungslink,Buchungs-URL,Ausleihlink,lien,lien web
            site web,enlace,enlace web,sito web,sito,collegamento,hyperlink,QR URL
            QR link,página web,web URL,rental URIs,lien de réservation,enlace de reserva
            prenotazione online,boekingslink
            """
        ),
        (.android, "android,android link,android app,android URL"),
        (.ios, "iOS,iOS link,iOS app,iOS URL,iPhone"),
        (
            .lastReported,
            """
            last reported,reported,reported at,last seen,last report,last update
            last updated,last contact,letzte Meldung,zuletzt gemeldet,zuletzt gesehen
            gemeldet am,letzter Kontakt,letzte Aktualisierung,aktualisiert am
            dernier signalement,dernière mise à jour,dernier contact,vu le
            dernière position le,último reporte,última señal,última actualización
            último contacto,ultimo aggiornamento,ultima segnalazione,ultimo contatto
            laatst gemeld,laatst gezien,laatste melding,laatste contact,laatste update
            última atualização,último registo,último registro,último contato
            """
        ),
        (.formFactor, "form factor"),
        (
            .propulsionType,
            """
            propulsion,propulsion type,Antrieb,Antriebsart,Antriebstyp,propulsione
            aandrijving,propulsión,propulsão
            """
        ),
    ])

    private static let loose: [String: TableField] = WordKey.table([
        (.latitude, "Breite,breedte,y"),
        (.longitude, "Länge,lengte,x"),
        (
            .state,
            """
            condition,availability,Verfügbarkeit,disponibilité,disponibilidad
            disponibilità,beschikbaarheid,disponibilidade,condizione,condición,condição
            """
        ),
        (
            .color,
            """
            Lackierung,Farbton,Rahmenfarbe,frame color,frame colour,coloris
            couleur du cadre,color del cuadro,colore telaio,framekleur
            """
        ),
        (
            .type,
            """
            Art,Kategorie,category,catégorie,categoría,categoria,categorie
            Fahrzeugklasse,vehicle class,Bauart
            """
        ),
        (
            .name,
            """
            Bezeichnung,title,Titel,titre,título,titolo,label,désignation,dénomination
            denominación,denominazione,display name,Anzeigename,benaming,designação
            denominação
            """
        ),
        (.code, "registration,registration number,registration plate"),
        (.disabled, "defekt,kaputt,broken"),
        (.battery, "charge,Ladung,carica,carga,lading"),
        (.station, "depot,dépôt,depósito,deposito,site,hub"),
        (.region, "Gebiet,Bezirk,district,zone,zona,wijk,distrito,distretto,quartier"),
        (.lastReported, "zuletzt,aktualisiert,updated,updated at,timestamp,Zeitstempel,gemeldet"),
    ])

    /// Words for a place, which may be that of coordinates or a name.
    private static let places = WordKey.set(
        """
        location,position,current location,Standort,aktueller Standort,Ort
        Aufenthaltsort,Stellplatz,Standplatz,Abstellort,lieu,emplacement
        localisation,ubicación,posición,localización,lugar,posizione,luogo
        ubicazione,locatie,positie,plaats,standplaats,localização,posição,local,sede
        """)
}

// IDs have the most names: a thing and a word for a number, in either order.
extension HeadingWords {
    private static let things = WordKey.set(
        """
        Fahrzeug,Rad,Fahrrad,Bike,Vehicle,Bicycle,Scooter,E-Scooter,Roller,Lastenrad
        Cargobike,Wagen,Auto,Pkw,car,vélo,véhicule,trottinette,voiture,bici
        bicicleta,vehículo,patinete,coche,bicicletta,veicolo,mezzo,monopattino,fiets
        voertuig,step,bakfiets,veículo,trotinete,device,Gerät,unit,E-Bike,Pedelec
        """)

    private static let assets = WordKey.set(
        """
        asset,Inventar,inventory,inventaire,inventario,inventaris,inventário,Anlage
        Anlagen,item,Inv,patrimonio,patrimônio,fleet,Flotte,flotte,Flotten,flota
        flotta,vloot,frota
        """)

    private static let numbers = WordKey.set(
        """
        ID,IDs,Nr,No,N,Num,Nummer,number,numéro,número,numero,Kennung,tag,identifier
        Identifikation,Identifikator,identifiant,identificador,identificativo
        identificatie,identification code,code ID,kenmerk,etiqueta
        """)

    /// Words of an ID without a thing.
    private static let generic = WordKey.set(
        """
        ID,IDs,Nr,No,N,Num,Nummer,number,numéro,número,numero,Kennung,identifier
        identifiant,identificador,identificativo,identificatie,identification code
        matricola,Kenn-Nr,Ident-Nr,Identnummer,Identifikator,UID,UUID,interne Nummer
        lfd. Nr
        """)

    private static let assetWords = WordKey.set(
        """
        asset tag,inventory tag,asset code,inventory code,Inventarcode
        Inventarkennzeichen,código de inventario,codice inventario,code inventaire
        código de inventário
        """)

    /// Numbers of parts and papers, which are IDs only in tables without any other.
    private static let lastResorts = WordKey.set(
        """
        serial,serial number,serial no,Seriennummer,Serien-Nr,numéro de série
        n° de série,número de serie,numero di serie,serienummer,número de série
        frame number,frame no,Rahmennummer,Rahmen-Nr,numéro de cadre,n° de cadre
        número de cuadro,numero di telaio,numero telaio,framenummer,número do quadro
        chassis number,Fahrgestellnummer,VIN,FIN
        """)

    private static let fillers: Set<String> = [
        "de", "du", "d", "des", "la", "le", "del", "della", "dello", "di", "do", "da", "der",
        "van", "of", "the", "l", "dei", "het", "dem", "el",
    ]

    /// Maximum length of a thing with a word for its number, in bytes.
    private static let maxLength = 40

    private static func idRank(of key: String) -> Match.Rank? {
        if generic.contains(key) { return .loose }
        if assetWords.contains(key) || isNumbered(key, things) || isNumbered(key, assets) {
            return .clear
        }
        return lastResorts.contains(key) ? .last : nil
    }

    /// Returns whether a key is a thing with a word for its number, such as `radnr`.
    private static func isNumbered(_ key: String, _ things: Set<String>) -> Bool {
        guard key.utf8.count <= maxLength else { return false }
        var index = key.startIndex
        while index < key.endIndex {
            let (start, end) = (String(key[..<index]), String(key[index...]))
            if things.contains(start), numbers.contains(end) { return true }
            if numbers.contains(start), things.contains(end) { return true }
            index = key.index(after: index)
        }
        return false
    }

    /// Returns the key of a heading without articles and prepositions, as in `numéro du vélo`.
    static func keyWithoutFillers(_ text: String) -> String {
        WordKey.words(of: text).filter { !fillers.contains($0) }.joined()
    }
}
