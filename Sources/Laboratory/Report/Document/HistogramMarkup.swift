import Simulation
import Studies
import Terminal

/// A histogram in the markup of a page: a picture, and the devices of each bar.
struct HistogramMarkup {
  /// The most devices of a bar.
  private static let mostDevices = 10
  /// The number of worst devices.
  private static let mostWorst = 5

  /// The beginning of the identifiers of its elements.
  private let id: String
  private let title: String
  private let histogram: Histogram
  private let notation: HistogramNotation
  /// The quantiles as text.
  private let summary: String
  private let median: String
  /// Whether greater values are worse; `nil` if neither is.
  private let greaterIsWorse: Bool?
  private let text: (Double) -> String
  private let result: PopulationResult

  /// Creates the histogram of a measure, in which one end can be the worse one. The summary also has both extremes.
  init(_ measure: Measure, _ histogram: Histogram, of result: PopulationResult) {
    id = measure.rawValue
    title = measure.title
    self.histogram = histogram
    self.result = result
    notation = HistogramNotation(measure)
    greaterIsWorse = measure.lessIsBetter
    text = { measure.shortText($0) }
    let quantiles = [0, 50, 500, 950, 1000].map {
      measure.shortText(result.result.quantile(of: measure, permille: $0))
    }
    median = quantiles[2]
    summary = zip(["least", "5 %", "median", "95 %", "most"], quantiles)
      .map { "\($0): \($1)" }.joined(separator: ", ")
  }

  /// Creates the histogram of a trait, of which no value is worse than another.
  init(_ trait: DeviceTrait, _ histogram: Histogram, of result: PopulationResult) {
    id = trait.rawValue
    title = trait.rawValue
    self.histogram = histogram
    self.result = result
    notation = HistogramNotation(trait)
    greaterIsWorse = nil
    text = { trait.text($0) }
    let quantiles = [50, 500, 950].map {
      result.result.quantile(of: trait, permille: $0).map(trait.text) ?? "-"
    }
    median = quantiles[1]
    summary = zip(["5 %", "median", "95 %"], quantiles)
      .map { "\($0): \($1)" }.joined(separator: ", ")
  }

  /// The card with the picture. The devices of a bar are shown after a click on it.
  var card: String {
    let all = result.result.figures.device.devices
    let absent = all - histogram.count
    let without = absent > 0 ? "; no value: \(absent) of \(all) devices" : ""
    let picture = HistogramPicture(
      histogram, notation, id: hasDevices ? id : nil, title: title, median: median)
    return """
      <article class="histogram" id="\(id)"><h3>\(title)</h3>
      <p class="quiet">\(summary)\(without)</p>
      \(picture.svg)
      \(hasDevices ? "<div class=\"bins\">\n\(panels)\n</div>\n\(worst)" : "")</article>
      """
  }

  /// Whether the numbers of devices are known.
  private var hasDevices: Bool { histogram.bins.contains { !$0.members.isEmpty } }

  // MARK: Devices

  /// The devices of each bar, which are hidden until a link leads to them.
  private var panels: String {
    let places = histogram.bins.indices.filter { histogram.bins[$0].count > 0 }
    return places.map { place in
      let bin = histogram.bins[place]
      let label = notation.label(of: place, in: histogram)
      let members = ordered(bin.members).prefix(Self.mostDevices)
      let shown = bin.count > members.count ? " (\(members.count) shown)" : ""
      let count = "\(HistogramNotation.devices(bin.count))\(shown)"
      return """
        <section id="\(id)-\(place)"><h4>\(label): \(count)</h4>
        <p><a href="#\(id)">Close</a></p>
        \(DeviceMarkup.table(members.map(row)))</section>
        """
    }.joined(separator: "\n")
  }

  /// The worst devices, folded; empty if neither direction is worse, or if all values are the same.
  private var worst: String {
    guard greaterIsWorse != nil, histogram.bins.count > 1 else { return "" }
    let members = ordered(histogram.bins.flatMap(\.members)).prefix(Self.mostWorst)
    return """
      <details><summary>Worst devices</summary>
      \(DeviceMarkup.table(members.map(row)))</details>

      """
  }

  /// Returns the devices in the order of the page: the worst first, or otherwise by rising value.
  private func ordered(_ members: [Histogram.Member]) -> [Histogram.Member] {
    members.sorted { left, right in
      guard left.value != right.value else { return left.device < right.device }
      return (left.value > right.value) == (greaterIsWorse == true)
    }
  }

  private func row(_ member: Histogram.Member) -> String {
    DeviceMarkup.row(
      member.device, text(Double(member.value) / 1000), command: result.command(for: member.device))
  }
}
