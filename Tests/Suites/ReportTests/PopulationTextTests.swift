import Scheduling
import Simulation
import Studies
import Testing

@testable import Report

struct PopulationTextTests {
  @Test func tellsHowDevicesDifferWithinEightyColumns() throws {
    var traits = DeviceTraits.neutral
    var figures = PopulationFigures()
    for (slowness, shift, hasWiFi) in [(1.0, -3600.0, 1.0), (2.0, 1800.0, 0.0)] {
      traits[.slowness] = slowness
      traits[.dayShift] = shift
      traits[.batteryHealth] = 0.875
      traits[.noWiFi] = 1 - hasWiFi
      figures.addTraits(traits, known: [.slowness, .dayShift, .batteryHealth, .noWiFi])
    }
    let terms = PopulationResult.Terms(
      version: "1", subject: "phone.yaml", content: "", policy: "", population: 2, seed: 7,
      days: nil, refreshesPerDay: nil)
    let lines = PopulationText.lines(
      PopulationResult(terms: terms, shard: nil, result: figures), on: .sample())
    #expect(lines[0] == "phone.yaml: 0 of 2 devices, seed 7.")
    let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words.contains("1.00 1.00 2.00 slowness"))
    #expect(words.contains("-60 min -60 min 30 min day-shift"))
    #expect(words.contains("87.5 % 87.5 % 87.5 % battery-health"))
    #expect(words.contains("50.0 % no-wifi"))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }
}
