import FleetCore
import Testing

@testable import FleetTUI

@Suite("The map of a town matches its snapshots")
struct MapSnapshotTests {
    @Test("at 80 × 24, with a selected vehicle")
    func large() {
        var map = MapSamples.map(MapSamples.town(1200), 80, 24, withoutPosition: 7)
        map.press(.character("+"))
        map.press(.left)
        map.press(.tab)
        map.press(.tab)
        #expect(
            map.canvas.lines == [
                "                       ⠈               ⡀  ⡀        ⠐⠃     ⠁⠄     ⠑⠁    ⠄   ⡠ N ↑",
                "                                             ⠠  ⢀ ⠠        ⡖ ⠈       ⢄",
                "                                                   ⡀  ⠈⠈ ⡁⠐⠄⠐    ⠈    ⠄ ⢁    ⠁",
                "                                             ⠁⠄        ⠐⡀⢐⠈⡄⡀                  ⡀",
                "              ⠂                  ⠈                ⠠   ⠂   ⡀ ⠁  ⠠    ⠂⠁⠐ ⠔⠂ ⡀ ⠁",
                "                    ⠁ ⠄  ⢀             ⠠           ⠠    ⠌ ⡉⠄  ⡀⠈ ⡀⠁     ⠐",
                "       ⠄                        ⢀           ⠁  ⠁  ⢀   ⡀  ⠈ ⠛  ⢀ ⠠    ⠁",
                "        ⡀      ⢀   ⡀                 ⠁ ⠠ ⠈    ⠄ ⠐   ⡀   ⠐ ⢽⡁       ⡀⢀  ⢀",
                "        ⠄      ⠁      ⡀         ⠠  ⡀   ⠁     ⠠      ⠁  ⠠⠈⠌⠈⠦⡀ ⠈⡀ ⢀⠐",
                "                           ⠠⠈       ⢠       ⠠ ⠁      ⠁ ⠠ ⡁⢂⣟ ⠁⠁⡈ ⠄⢀ ⡄      ⠡",
                "     ⡀     ⡀⠂  ⡀ ⠁     ⠄ ⠠⠠⡀    ⠠⠂⡀  ⠈   ⠠  ⠠    ⠠ ⠁⠊         ⢀⢄⡀⠒   ⠐⠁   ⠋⢀   ⠃",
                "    ⠐ ⠄ ⠄⠄⠰⢀⣀  ⠤⠠ ⠠ ⠤⢤⡤⡤⠤⠠⡤⠄⡀⠆⠤⠠⣐⠄⢡ ⠠⠤⠄⠄  ◉⡤⢆⠄⠤⠰⠔⠥⠩⠦⣤⣼    234 ⢠⡧⢔⠴⠥⢀⠤⠄⡠⢀⡥⢢⠁⡤ ⢀⡄",
                "     ⢂⠁ ⠂ ⠁ ⠂  ⠨      ⢀    ⠈ ⠡ ⠄⠠⡠⠠   ⠄⡀   ⠂   ⠈⠔⠢ ⠠ ⠈        ⠲  ⡀⠘⠄ ⠐⠁        ⠋",
                "          ⠄⠐      ⠐⠁ ⠅     ⢀   ⠈  ⢀      ⣀    ⠂⠈⠑    ⠈         ⡀  ⠘⠈ ⠂⢀⢀    ⠠",
                "          ⠠   ⠠ ⠐ ⠈   ⠐  ⡀   ⠈      ⠐⢀ ⢀    ⢈   ⠐     ⠂  ⠂⠐⠏⢂⠈⠁  ⢀⠂   ⠐       ⠠",
                "          ⠂     ⠁    ⠁     ⠐ ⡀  ⠠ ⠁⣀            ⠁   ⡀ ⠁ ⡐⠠⠄⢓⡛   ⠄      ⢈   ⠁",
                "       ⠄          ⠈            ⡀     ⡀⠈        ⠄      ⢐⠄  ⡴⠦ ⠂  ⠁ ⠁ ⡈      ⠃",
                "                ⠐       ⠠  ⠠  ⠂         ⠈ ⠈   ⠈⡀ ⠂⠂⠄  ⡀⠐⠂ ⡀⡗⢀ ⠁           ⠂",
                "     ⠁              ⡀ ⠂                 ⠂        ⠄       ⡀ ⠳⡀⠐⠂   ⠈",
                "       ⡀             ⠁   ⠐                    ⡀     ⡀  ⠑  ⢁⡄⠐⠁         ⠁",
                "      ⠈                     ⠁            ⠂⡀ ⠂    ⠈    ⠐ ⠈  ⠂⢀",
                "      ⠁⠁                                      ⠂    ⡀       ⠅  ⠁     ⠈⠠    ⠁  ⠂",
                "                 ⠄                 ⡀  ⠈ ⡀              ⠐  ⢀⠓        ⢀",
                "├─────────────────┤ 5 km                       ⠐  ⢀ ⠃     ⢠⡂⢀  ⠂         ⡀",
            ])
        #expect(map.summary == "856 of 1,200 vehicles in view · 7 without a location")
    }

    @Test("at 40 × 12, with a selected group")
    func small() {
        var map = MapSamples.map(MapSamples.town(900), 40, 12)
        map.press(.tab)
        #expect(
            map.canvas.lines == [
                "                                     N ↑",
                "             ⠄⢀⠠   ⣤⡀ ⡀⡀  ⢀ ⢀",
                "           ⠐ ⣈⢃⠈  ⠈⢸⣋⠔⡀⠩⠠⠠⠂ ⠐⠈⡆",
                "        ⠁⠑⠓ ⠄ ⠃⠠⢁⠁        ⡐⢄⠐⡆⠂⠁",
                "        ⢀ ⠂⠠⠠ ⡂ ⢀⢂        ⠣⢈⠐⡀ ⡆",
                "        ⡀⣣⣩⣁⣠⣆⣐⣍⣡⣫ 449    ⣌⣠⢀⣴⣥⡀",
                "        ⠉⠿⠬⡚⠅⡝⣙⡝⠳⠻        ⠋⠰⡛⠃ ⠇",
                "        ⢈ ⠈⠰⠡⠈ ⠁⣁⢞⢨⢿⡇⢊⢌ ⢈⠒⠨⠐⠔ ⠄⠂",
                "        ⠄ ⠐ ⣀ ⠐⠁ ⢢⠂⣽⢴⠘ ⠈⠁  ⠁⡡ ⢀",
                "         ⠐  ⠨ ⠂⠘ ⠊⣈⣩⠪⠔⠁⠨⠂⢀⠠  ⠄",
                "         ⠒      ⠁ ⠒⠘  ⠈ ⠁    ⠁",
                "├──────┤ 10 km",
            ])
        #expect(map.summary == "900 of 900 vehicles in view")
    }
}
