/// Scripts of Unicode, as RE2 names them (https://github.com/google/re2/wiki/Syntax).
package enum Script {
    /// Scripts that are written together (Unicode Technical Standard #39, section 5.1), and each
    /// other one alone; the usual ones first.
    private static let systems = [
        ["Latin"], ["Cyrillic"], ["Greek"], ["Han", "Hiragana", "Katakana"], ["Han", "Hangul"],
        ["Han", "Bopomofo"],
    ]
    /// All other scripts of RE2.
    private static let others = """
        Arabic Hebrew Armenian Georgian Devanagari Bengali Thai Ethiopic Tamil Telugu Gujarati \
        Gurmukhi Kannada Malayalam Oriya Sinhala Khmer Lao Myanmar Tibetan Mongolian Cherokee Thaana \
        Adlam Ahom Anatolian_Hieroglyphs Avestan Balinese Bamum Bassa_Vah Batak Bhaiksuki Brahmi \
        Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Chorasmian \
        Coptic Cuneiform Cypriot Cypro_Minoan Deseret Dives_Akuru Dogra Duployan \
        Egyptian_Hieroglyphs Elbasan Elymaic Glagolitic Gothic Grantha Gunjala_Gondi Hanifi_Rohingya \
        Hanunoo Hatran Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi \
        Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khojki Khudawadi Lepcha Limbu Linear_A Linear_B \
        Lisu Lycian Lydian Mahajani Makasar Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin \
        Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mro Multani \
        Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham \
        Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian \
        Old_South_Arabian Old_Turkic Old_Uyghur Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau \
        Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian \
        Siddham SignWriting Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog \
        Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tangsa Tangut Tifinagh Tirhuta Toto Ugaritic Vai \
        Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
        """

    /// Returns whether all letters of a text are of one script, or of several that are written
    /// together; characters that all scripts share may be anywhere.
    ///
    /// Letters that RE2 does not know are of no script.
    package static func isSingle(in text: String) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        return (systems + others.split(separator: " ").map { [String($0)] }).contains { scripts in
            let classes = (scripts + ["Common", "Inherited"]).map { "\\p{\($0)}" }.joined()
            // An older RE2 lacks some scripts.
            let pattern = try? RegularExpression("^[\(classes)]*$")
            return pattern?.firstGroup(in: text) != nil
        }
    }
}
