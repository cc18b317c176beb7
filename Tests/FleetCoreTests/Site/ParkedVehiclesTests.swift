import FleetCore
import Testing

@Suite("Parked vehicles")
struct ParkedVehiclesTests {
    @Test("A site that no vehicle names has none, if any vehicle names a site")
    func counts() {
        let parked = ParkedVehicles(["a": 2])
        #expect(parked["a"] == 2 && parked["b"] == 0)
        #expect(ParkedVehicles()["a"] == nil)
    }
}
