/// A small catalogue of invented systems, in the form of the public one.
package enum CatalogueSample {
    package static let header =
        "Country Code,Name,Location,System ID,URL,Auto-Discovery URL,Supported Versions,"
        + "Authentication Info URL,Authentication Type,Authentication Parameter Name\n"

    /// The rows: open feeds, one of each type of authentication, and two that share an ID.
    package static let csv =
        header + #"""
            NO,Fjordsykkel,Oslo,fjordsykkel,https://fjordsykkel.example/,\#
            https://feeds.example/oslo/gbfs.json,2.3 ; 3.0,,,
            NO,Nord Oslo Rad,Tromsø,nord_rad,https://rad.example,\#
            https://feeds.example/nord/gbfs.json,2.3,,,
            DE,Spree Rad,Berlin,spree_rad,https://spree.example,\#
            https://keys.example/spree/gbfs.json,2.3,https://keys.example/docs,2,X-Client|X-Key
            FR,Vélo Bleu,"Saint-Étienne, Loire",velo_bleu,https://bleu.example,\#
            https://feeds.example/bleu/gbfs.json,3.0,https://bleu.example/key,1,apikey
            FR,Citadin,La Rochelle,rochelle,https://citadin.example,\#
            https://feeds.example/citadin/gbfs.json,3.0,,,
            FR,"Marin ""le Bleu""",La Rochelle,rochelle,https://marin.example,\#
            https://feeds.example/marin/gbfs.json,3.0,,,
            CH,Bärn Velo,Bern,bärn velo,https://velo.example,\#
            https://feeds.example/bern/gbfs.json,,https://velo.example/token,2,Authorization
            US,Open Auth,"Tempe, AZ",open_auth,https://auth.example,\#
            https://feeds.example/auth/gbfs.json,2.3,https://auth.example/oauth,3,

            """#

    /// The sample with every feed at one address, such as that of a test's own file or server.
    package static func csv(feedsAt address: String) -> String {
        csv.replacing("https://feeds.example/oslo/gbfs.json", with: address)
            .replacing("https://keys.example/spree/gbfs.json", with: address)
            .replacing("https://feeds.example/bleu/gbfs.json", with: address)
            .replacing("https://feeds.example/bern/gbfs.json", with: address)
            .replacing("https://feeds.example/auth/gbfs.json", with: address)
    }
}
