import FleetLabels
import Testing

@Suite("Symbols are printed in whole dots and within limits")
struct PrintSizeTests {
    @Test("modules are whole dots, and the side never exceeds the requested one")
    func wholeDots() throws {
        let size = try PrintSize(modules: 29, millimetres: 25, dotsPerInch: 300)
        #expect(size.dotsPerModule == 10)
        #expect(abs(size.side - 24.553) < 0.001)
        #expect(!size.isFine)
        for dotsPerInch in [203.0, 300, 600] {
            for modules in stride(from: 29, through: 61, by: 4) {
                let size = try PrintSize(
                    modules: modules, millimetres: 40, dotsPerInch: dotsPerInch)
                let larger = Double(modules * (size.dotsPerModule + 1)) * 25.4 / dotsPerInch
                #expect(size.side <= 40 && larger > 40)
            }
        }
    }

    @Test("a side of exactly whole dots is not rounded down by a dot")
    func exactSide() throws {
        for dots in 5...40 {
            let side = Double(29 * dots) * 25.4 / 203
            let size = try PrintSize(modules: 29, millimetres: side, dotsPerInch: 203)
            #expect(size.dotsPerModule == dots)
        }
    }

    @Test("less than 2 dots per module is rejected with the minimum size")
    func fewDots() throws {
        // 29 modules of 2 dots at 72 dpi, 0.7 mm per module.
        #expect(throws: PrintSizeError.tooSmall(millimetres: 20.4, needed: 20.5)) {
            try PrintSize(modules: 29, millimetres: 20.4, dotsPerInch: 72)
        }
        #expect(try PrintSize(modules: 29, millimetres: 20.5, dotsPerInch: 72).dotsPerModule == 2)
        #expect(try PrintSize(modules: 29, millimetres: 8.2, dotsPerInch: 180).dotsPerModule == 2)
    }

    @Test("less than 0.25 mm per module is rejected at any resolution")
    func smallModules() throws {
        // At 600 dpi 6 dots are 0.254 mm: 29 of them are 7.366 mm.
        #expect(throws: PrintSizeError.tooSmall(millimetres: 7.3, needed: 7.4)) {
            try PrintSize(modules: 29, millimetres: 7.3, dotsPerInch: 600)
        }
        let size = try PrintSize(modules: 29, millimetres: 7.4, dotsPerInch: 600)
        #expect(size.dotsPerModule == 6 && size.isFine)
    }

    @Test("modules of 0.4 mm are not fine, but a dot less is")
    func fine() throws {
        #expect(try !PrintSize(modules: 25, dotsPerModule: 16, dotsPerInch: 1016).isFine)
        #expect(try PrintSize(modules: 25, dotsPerModule: 15, dotsPerInch: 1016).isFine)
    }

    @Test(
        "invalid sizes and resolutions are rejected",
        arguments: [Double.nan, .infinity, -1, 0, 0.5, 9601, .greatestFiniteMagnitude])
    func invalidSize(side: Double) {
        #expect(throws: PrintSizeError.self) {
            try PrintSize(modules: 29, millimetres: side, dotsPerInch: 300)
        }
        #expect(throws: PrintSizeError.self) {
            try PrintSize(modules: 29, millimetres: 25, dotsPerInch: side)
        }
    }

    @Test("invalid dots and modules are rejected", arguments: [Int.min, -1, 0, 2, Int.max])
    func invalidDots(dots: Int) {
        #expect(throws: PrintSizeError.self) {
            try PrintSize(modules: 29, dotsPerModule: dots, dotsPerInch: 300)
        }
        #expect(throws: PrintSizeError.self) {
            try PrintSize(modules: Int.max, dotsPerModule: max(4, dots), dotsPerInch: 300)
        }
    }
}
