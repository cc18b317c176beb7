import FleetCore

/// States of vehicles as people write them.
enum StateWords {
    /// A state, and whether it is written in the program's own words.
    struct Reading {
        var state: VehicleState?
        var isOwn: Bool
    }

    private static let own = Dictionary(
        VehicleState.allCases.flatMap { state in
            [state.rawValue, state.englishName].map { (WordKey.of($0), state) }
        }, uniquingKeysWith: { first, _ in first })

    /// Returns the state of a cell; unknown words have none.
    static func state(of text: String) -> Reading {
        let key = WordKey.of(text)
        if let state = own[key] { return Reading(state: state, isOwn: true) }
        if let state = words[key] { return Reading(state: state, isOwn: false) }
        return Reading(state: nil, isOwn: false)
    }

    private static let words: [String: VehicleState] = WordKey.table([
        (
            .available,
            """
            verfügbar,frei,free,bereit,ready,ready to deploy,einsatzbereit
            betriebsbereit,fahrbereit,ok,okay,in Ordnung,intakt,vorhanden,aktiv,active
            operational,in service,in Betrieb,auf Lager,in stock,disponible,disponibles
            libre,libres,en service,actif,en stock,operativo,operativa,activo,activa
            en servicio,disponibile,disponibili,libero,libera,in servizio,attivo,attiva
            beschikbaar,vrij,in dienst,actief,disponível,livre,em serviço,ativo,ativa
            operacional,funktioniert,funktionsfähig,working
            """
        ),
        (
            .inUse,
            """
            in use,in Benutzung,in Gebrauch,in Nutzung,im Einsatz,unterwegs,benutzt
            belegt,occupied,deployed,en utilisation,utilisé,utilisée,occupé,occupée
            en cours d'usage,en uso,ocupado,ocupada,in uso,occupato,occupata,utilizzato
            in gebruik,bezet,em uso,em utilização,assigned,zugewiesen
            """
        ),
        (
            .inRepair,
            """
            in repair,under repair,repair,repairing,out for repair,being repaired
            maintenance,in maintenance,under maintenance,workshop,in workshop
            in the workshop,in Reparatur,Reparatur,wird repariert,in Wartung,Wartung
            Werkstatt,in der Werkstatt,in Werkstatt,out for diagnostics,en réparation
            réparation,en maintenance,en entretien,entretien,atelier,à l'atelier
            en reparación,reparación,en taller,en el taller,taller,en mantenimiento
            mantenimiento,in riparazione,riparazione,in manutenzione,manutenzione
            in officina,officina,in reparatie,reparatie,in onderhoud,onderhoud
            in de werkplaats,werkplaats,em reparação,reparação,em manutenção,manutenção
            na oficina,oficina,em reparo,em conserto
            """
        ),
        (
            .lent,
            """
            lent,on loan,loaned,lent out,checked out,borrowed,rented,rented out
            verliehen,ausgeliehen,entliehen,verleiht,vermietet,ausgegeben,prêté,prêtée
            en prêt,loué,louée,emprunté,prestado,prestada,en préstamo,alquilado
            alquilada,prestato,prestata,in prestito,noleggiato,noleggiata,uitgeleend
            verhuurd,emprestado,emprestada,alugado,alugada
            """
        ),
        (
            .reserved,
            """
            reserved,reserviert,vorgemerkt,booked,gebucht,réservé,réservée,reservado
            reservada,riservato,riservata,prenotato,prenotata,gereserveerd
            """
        ),
        (
            .disabled,
            """
            out of service,out of order,not available,unavailable,defective,defect
            broken,faulty,damaged,inoperative,inoperable,defekt,kaputt,beschädigt
            außer Betrieb,außer Dienst,nicht verfügbar,nicht fahrbereit
            broken - not fixable,gesperrt,deaktiviert,inaktiv,inactive,en panne
            hors service,HS,indisponible,défectueux,défectueuse,cassé,cassée,endommagé
            endommagée,fuera de servicio,averiado,averiada,roto,rota,no disponible
            dañado,dañada,fuori servizio,guasto,guasta,rotto,rotta,non disponibile
            danneggiato,buiten gebruik,buiten dienst,kapot,stuk,niet beschikbaar
            beschadigd,fora de serviço,avariado,avariada,quebrado,quebrada,indisponível
            danificado,inativo,undeployable
            """
        ),
        (
            .stolen,
            """
            lost/stolen,gestohlen,geklaut,entwendet,volé,volée,robado,robada,rubato
            rubata,gestolen,roubado,roubada,furtado,furtada
            """
        ),
        (
            .missing,
            """
            lost,vermisst,verloren,verschollen,perdu,perdue,disparu,disparue,perdido
            perdida,extraviado,smarrito,smarrita,perso,persa,disperso,kwijt,vermist,zoek
            desaparecido,desaparecida
            """
        ),
        (
            .retired,
            """
            ausgemustert,verschrottet,stillgelegt,abgemeldet,abgeschrieben,entsorgt
            verkauft,archiviert,scrapped,decommissioned,disposed,disposed of,sold
            archived,withdrawn,written off,réformé,réformée,mis au rebut,au rebut,retiré
            retirée,vendu,vendue,retirado,retirada,dado de baja,dada de baja,de baja
            vendido,vendida,ritirato,ritirata,dismesso,dismessa,rottamato,venduto
            venduta,afgeschreven,afgedankt,uit dienst,verkocht,abatido,abatida
            aposentado,desativado
            """
        ),
        (.unknown, "unbekannt,inconnu,inconnue,desconocido,sconosciuto,onbekend,desconhecido"),
    ])
}
