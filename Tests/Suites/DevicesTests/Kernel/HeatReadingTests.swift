import Scheduling
import Testing

@testable import Devices

@Suite struct HeatReadingTests {
  private let tree = WrittenTree()

  private func zone(_ number: Int, _ files: [String: String]) {
    for (file, text) in files {
      tree.write(text, to: "\(ThermalZone.directory)/thermal_zone\(number)/\(file)")
    }
  }

  private func observe(_ reading: inout HeatReading, degrees: Double) -> ThermalState? {
    zone(0, ["temp": "\(Int(degrees * 1000))"])
    return reading.updateStates(from: ThermalZone.all(in: tree.kernel))
  }

  private static let trips = [
    "trip_point_0_type": "critical", "trip_point_0_temp": "105000",
    "trip_point_1_type": "hot", "trip_point_1_temp": "100000",
    "trip_point_2_type": "passive", "trip_point_2_temp": "90000",
  ]

  @Test func knowsNothingWithoutZones() {
    var reading = HeatReading()
    #expect(reading.updateStates(from: ThermalZone.all(in: tree.kernel)) == nil)
  }

  @Test(arguments: [
    (84.9, ThermalState.nominal), (85, .fair), (89.9, .fair), (90, .serious), (99.9, .serious),
    (100, .critical),
  ])
  func heatGoesByTripPoints(degrees: Double, state: ThermalState) {
    zone(0, Self.trips)
    var reading = HeatReading()
    #expect(observe(&reading, degrees: degrees) == state)
  }

  @Test func coolsDownOnlySomeDegreesBelow() {
    zone(0, Self.trips)
    var reading = HeatReading()
    let course = [(91.0, ThermalState.serious), (87.1, .serious), (86.9, .fair), (88, .fair)]
    for (degrees, state) in course + [(82.1, .fair), (81.9, .nominal), (84, .nominal)] {
      #expect(observe(&reading, degrees: degrees) == state, "\(degrees) °C")
    }
  }

  @Test func coolsDownAsFarBelowAsTheKernelSays() {
    zone(0, Self.trips)
    zone(0, ["trip_point_2_hyst": "1000"])
    var reading = HeatReading()
    #expect(observe(&reading, degrees: 90) == .serious)
    #expect(observe(&reading, degrees: 89.1) == .serious)
    #expect(observe(&reading, degrees: 88.9) == .fair)
  }

  @Test func aZoneThatOnlyKnowsItsEndIsHotBefore() {
    zone(0, ["trip_point_0_type": "critical", "trip_point_0_temp": "100000"])
    var reading = HeatReading()
    #expect(observe(&reading, degrees: 84) == .nominal)
    #expect(observe(&reading, degrees: 86) == .fair)
    #expect(observe(&reading, degrees: 91) == .serious)
    #expect(observe(&reading, degrees: 96) == .critical)
  }

  @Test func aZoneThatOnlySlowsDownIsCriticalFarAbove() {
    zone(0, ["trip_point_0_type": "passive", "trip_point_0_temp": "45000"])
    var reading = HeatReading()
    #expect(observe(&reading, degrees: 46) == .serious)
    #expect(observe(&reading, degrees: 55) == .critical)
  }

  @Test func theHottestZoneCounts() {
    zone(0, Self.trips)
    zone(1, Self.trips.merging(["temp": "91000"]) { $1 })
    var reading = HeatReading()
    #expect(observe(&reading, degrees: 40) == .serious)
  }

  @Test func aZoneThatIsSwitchedOffDoesNotCount() {
    zone(0, Self.trips)
    zone(0, ["mode": "disabled"])
    var reading = HeatReading()
    #expect(observe(&reading, degrees: 120) == nil)
    zone(0, ["mode": "enabled"])
    #expect(observe(&reading, degrees: 120) == .critical)
  }

  @Test(arguments: [-40.0, -274, 0, 150.1, 255])
  func nonsenseDoesNotCount(degrees: Double) {
    zone(0, Self.trips)
    var reading = HeatReading()
    #expect(observe(&reading, degrees: degrees) == nil)
  }

  @Test func tripPointsThatNobodySetDoNotCount() {
    zone(
      0,
      [
        "trip_point_0_type": "passive", "trip_point_0_temp": "-274000",
        "trip_point_1_type": "passive", "trip_point_1_temp": "0",
        "trip_point_2_type": "active", "trip_point_2_temp": "50000",
      ])
    var reading = HeatReading()
    #expect(observe(&reading, degrees: 60) == nil)
  }
}
