import FleetCore
import Testing

@Suite("Scripts of letters") struct ScriptTests {
    @Test(
        "Letters of one script, or of those that are written together, with what all share",
        arguments: [
            "", "anna.b_2-c@d+e", "jürgen", "đorđe", "анна", "ї.анна3", "άννα7", "山田さくら", "山田サクラー",
            "金민수", "ㄅㄆ中", "אבג", "محمد", "สมชาย", "ꦗꦮ", "ё", "e\u{301}l", "12345",
        ])
    func single(text: String) { #expect(Script.isSingle(in: text)) }

    @Test(
        "Letters of two scripts that are not written together",
        arguments: [
            "аnna", "annа", "pаypal", "ανna", "ανнα", "аνν", "anna山", "さ민", "サанна", "ㄅさ", "אbc",
            "a.ж", "1a2ж3", "e\u{301}ж",
        ])
    func several(text: String) { #expect(!Script.isSingle(in: text)) }
}

@Suite("Letters that look alike") struct LookAlikesTests {
    @Test(
        "Words of Latin, Greek and Cyrillic letters that look alike have one skeleton",
        arguments: [
            ("cocoa", "сосоа"), ("paypal", "раураӏ"), ("nova", "ηονα"),
            ("jos", "јоѕ"), ("ёж", "e\u{308}ж"), ("оса", "oca"), ("κατ", "кат"), ("ρο", "ро"),
            ("ilia", "ıӏıа"), ("ï", "ї"),
        ])
    func alike(one: String, other: String) {
        #expect(LookAlikes.skeleton(of: one) == LookAlikes.skeleton(of: other))
    }

    @Test(
        "Other words have their own",
        arguments: [("anna", "hanna"), ("é", "e"), ("анна", "anna"), ("ike", "ικε")])
    func different(one: String, other: String) {
        #expect(LookAlikes.skeleton(of: one) != LookAlikes.skeleton(of: other))
    }

    @Test("The skeleton of a look-alike is a fixed one of another letter")
    func letters() {
        for letter in "аαɑьсԁеɡһіιјкκӏηоοσрρԛгѕтτυνѵԝωхχуγӕβәεөθћђϸӡҫпфɸ" {
            let once = LookAlikes.skeleton(of: String(letter))
            #expect(LookAlikes.skeleton(of: once) == once && once != String(letter), "\(letter)")
        }
    }
}
