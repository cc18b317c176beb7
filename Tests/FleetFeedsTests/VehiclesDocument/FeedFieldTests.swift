import Testing

@testable import FleetFeeds

@Suite("Fields of feeds")
struct FeedFieldTests {
    @Test("the index of a field is its index among all fields")
    func indices() {
        #expect(VehicleFeedField.allCases.map(\.index) == Array(VehicleFeedField.allCases.indices))
        #expect(SiteFeedField.allCases.map(\.index) == Array(SiteFeedField.allCases.indices))
    }
}
