import Foundation
import Simulation
import Testing

@testable import Report
@testable import Studies

struct PopulationPageTests {
  /// Returns a population of devices with these kills in a day.
  private func result(
    kills: [Int64], subject: String = "phone.yaml", promise: String? = nil
  ) throws -> PopulationResult {
    var figures = PopulationFigures()
    for (place, count) in kills.enumerated() {
      var device = DeviceFigures()
      (device.devices, device.milliseconds) = (1, 86_400_000)
      var task = TaskFigures(TaskName(app: "news", id: "refresh", kind: "refresh"))
      (task.runs, task.kills) = (Int64(place) + 1, count)
      figures.addFigures(Figures(device: device, tasks: [task]), number: UInt64(place) + 1)
      var traits = DeviceTraits.neutral
      traits[.dayShift] = Double(place * 600) - 3600
      figures.addTraits(traits, known: [.dayShift, .noWiFi])
    }
    if let promise { figures = try figures.broken(promise, devices: kills.count) }
    var terms = PopulationResult.Terms(
      version: "1", subject: subject, content: "", policy: "", population: kills.count, seed: 7,
      days: nil, refreshesPerDay: nil)
    terms.command = ["rubatoctl", "simulate", "a b.yaml"]
    return PopulationResult(terms: terms, shard: nil, result: figures)
  }

  @Test func thePolicyAllowsOnlyThePagesOwnStyle() throws {
    let style = try SHA256.policyText(of: PopulationPage.style)
    #expect(PopulationPage.styleDigest == style, "the new digest is \(style)")
    let page = PopulationPage.text(try result(kills: [0, 1, 1, 4]))
    #expect(page.contains("<style>\(PopulationPage.style)</style>"))
    #expect(page.contains("default-src 'none'"))
    let unwanted = [
      "http:", "https:", "@import", "url(", "src=", "{{", "unsafe", "<script", "style=",
    ]
    for word in unwanted {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func hostileNamesStayInTheirPlaces() throws {
    let hostile = "</style><script>alert(1)</script>{{style}}<!--\"'&"
    let page = PopulationPage.text(try result(kills: [0], subject: hostile, promise: hostile))
    let plain = PopulationPage.text(try result(kills: [0], subject: "a", promise: "b"))
    for mark in ["<script", "</style", "<!--", "<title", "<article", "<section"] {
      #expect(page.components(of: mark) == plain.components(of: mark), "\(mark)")
    }
  }

  /// U+0D4E and the next character are one `Character`.
  @Test func markupBehindAMarkThatIsJoinedWithItIsEscaped() {
    let escaped = PageTemplate.escaped("\u{0D4E}<b>")
    #expect(Array(escaped.unicodeScalars) == Array("\u{0D4E}&lt;b&gt;".unicodeScalars))
  }

  @Test func eachBarLeadsToItsDevicesAndTheirCommands() throws {
    let page = PopulationPage.text(try result(kills: [0, 1, 1, 4]))
    let links = page.matches(of: /<a href="#(kills-\d+)" aria-label="([^"]+)">/)
    #expect(links.map { String($0.output.2) } == ["0: 1 device", "1: 2 devices", "4: 1 device"])
    for link in links { #expect(page.contains("<section id=\"\(link.output.1)\">")) }
    #expect(page.contains("<code>rubatoctl simulate 'a b.yaml' --device 3</code>"))
    #expect(page.contains("least: 0.00, 5 %: 0.00, median: 1.00, 95 %: 4.00, most: 4.00"))
    #expect(page.contains("role=\"img\" aria-label=\"day-shift, by devices. Median "))
    #expect(page.contains("<li><span>no-wifi</span>0.0 %</li>"))
  }

  @Test func aPromiseHasItsShareAndItsWorstDevices() throws {
    let page = PopulationPage.text(try result(kills: [0, 1, 1, 4], promise: "a kills: at most 1"))
    #expect(page.contains("<span class=\"verdict BROKEN\">BROKEN</span> <bdi>a kills: at most 1"))
    #expect(page.contains("kept on 3 of 4 devices, 75.0 %, 95 % interval 30.1 to 95.4 %"))
    #expect(page.contains("<td class=\"figure\">4</td><td><code>rubatoctl"))
  }

  @Test func theSameResultIsTheSamePage() throws {
    let (one, other) = (try result(kills: [3, 1, 2]), try result(kills: [3, 1, 2]))
    #expect(PopulationPage.text(one) == PopulationPage.text(other))
  }

  // MARK: Bins

  private func bins(_ values: [Int64], _ unit: Histogram.Unit) throws -> Histogram {
    var distribution = Distribution()
    for value in values { distribution.add(value) }
    return try #require(Histogram(distribution, nil, unit: unit))
  }

  @Test func binsHaveRoundLimits() throws {
    let hours = try bins((0..<100).map { $0 * 1_800_000 }, .seconds)
    #expect(hours.step == 21_600_000 && hours.count == 100 && hours.bins.count == 9)
    let shares = try bins([100, 400, 1000], .number)
    #expect(shares.step == 500 && shares.bins.last?.upper == 1000)
    let same = try bins([5000, 5000], .number)
    #expect(same.bins.map(\.count) == [2] && same.median == 5000 && same.isSingleValue)
  }

  @Test func limitsOfBinsDiffer() throws {
    let halfHour: Int64 = 1_800_000
    let time = HistogramNotation.time
    #expect(time.text(50 * halfHour, step: halfHour) == "1500 min")
    #expect(time.text(51 * halfHour, step: halfHour) == "1530 min")
    #expect(time.text(1050, step: 50) == "1.050 s")
    let same = try bins([667, 667], .number)
    #expect(HistogramNotation.percent.label(of: 0, in: same) == "66.7 %")
    // Classes of one percent do not divide 98 to 100 %.
    let near = try bins((0..<1000).map { $0 < 5 ? 900 : 980 + Int64($0 % 21) }, .number)
    #expect(!near.isOpenBelow && near.bins.count > 2)
  }

  @Test func fewFarValuesAreInAnOpenBin() throws {
    let histogram = try bins((0..<1000).map { $0 < 995 ? $0 % 10 * 1000 : 900_000 }, .whole)
    #expect(histogram.isOpenAbove && !histogram.isOpenBelow && histogram.bins.count == 10)
    #expect(histogram.bins.last?.count == 104)
    let notation = HistogramNotation(Measure.kills)
    #expect(notation.label(of: 9, in: histogram) == "9 and more")
    #expect(notation.label(of: 2, in: histogram) == "2")
  }
}

extension PopulationFigures {
  /// Returns the figures with a promise that only the last device breaks.
  fileprivate func broken(_ promise: String, devices: Int) throws -> PopulationFigures {
    let encoded = try JSONEncoder().encode(self)
    var object = try #require(JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    let worst: [String: Any] = ["device": devices, "measured": "4", "distance": 3]
    object["promises"] = [
      [
        "text": promise, "promised": promise, "share": 1, "kept": devices - 1, "devices": devices,
        "worstDevices": [worst], "brokenTraits": [String: Any](),
      ] as [String: Any]
    ]
    let data = try JSONSerialization.data(withJSONObject: object)
    return try JSONDecoder().decode(PopulationFigures.self, from: data)
  }
}
