import FleetCore
import Testing

@Suite("Vehicles that name the sites where they are count them")
struct ParkedVehiclesTests {
    @Test("a site that none names has none, if any vehicle names a site at all")
    func counts() {
        let parked = ParkedVehicles(["a": 2])
        #expect(parked["a"] == 2 && parked["b"] == 0)
        #expect(ParkedVehicles()["a"] == nil)
    }
}
