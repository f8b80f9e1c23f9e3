import Studies
import Terminal

/// The picture of a histogram as SVG: a bar for each bin, the axis, and a line at the median.
struct HistogramPicture {
  /// The edges of the plot, in the units of the picture.
  private static let (left, right, top, bottom) = (10.0, 390.0, 30.0, 122.0)
  /// The most labels of the axis.
  private static let mostLabels = 5

  private let histogram: Histogram
  private let notation: HistogramNotation
  /// The beginning of the targets of its links; `nil` if it has no links.
  private let id: String?
  private let title: String
  private let median: String

  init(
    _ histogram: Histogram, _ notation: HistogramNotation, id: String?, title: String,
    median: String
  ) {
    self.histogram = histogram
    self.notation = notation
    self.id = id
    self.title = title
    self.median = median
  }

  /// The element. With links, each bar is named for screen readers; without, the picture has all bars as its text.
  var svg: String {
    let texts = histogram.bins.indices.filter { histogram.bins[$0].count > 0 }.map(label)
    let details = id == nil ? " \(texts.joined(separator: "; "))" : ""
    let words = "\(title), by devices. Median \(median).\(details)"
    let role = id == nil ? "img" : "group"
    return """
      <svg class="bars" viewBox="0 0 400 146" role="\(role)" aria-label="\(words)">
      \(frame)
      \(histogram.bins.indices.compactMap(bar).joined(separator: "\n"))
      \(medianLine)
      </svg>
      """
  }

  private func label(_ place: Int) -> String {
    let count = HistogramNotation.devices(histogram.bins[place].count)
    return "\(notation.label(of: place, in: histogram)): \(count)"
  }

  // MARK: Bars

  private var most: Int64 { histogram.bins.map(\.count).max() ?? 0 }
  private var width: Double { (Self.right - Self.left) / Double(histogram.bins.count) }

  /// Returns the bar of a bin, which is a link to its devices; `nil` if the bin is empty.
  private func bar(_ place: Int) -> String? {
    let count = histogram.bins[place].count
    guard count > 0 else { return nil }
    let share: Double = Double(count) / Double(most)
    // The bar of a single device among many remains visible.
    let height = max(2, share * (Self.bottom - Self.top))
    let x: Double = Self.left + Double(place) * width
    // The whole height of the plot belongs to the link, so that a low bar is easy to choose.
    let shape =
      "<title>\(label(place))</title>"
      + rectangle("hit", x, Self.top, width, Self.bottom - Self.top)
      + rectangle("bar", x + 0.5, Self.bottom - height, width - 1, height)
    guard let id else { return "<g>\(shape)</g>" }
    return "<a href=\"#\(id)-\(place)\" aria-label=\"\(label(place))\">\(shape)</a>"
  }

  /// Returns a rectangle with a class of the style sheet, its upper left corner and its size.
  private func rectangle(
    _ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> String {
    let values = [("x", x), ("y", y), ("width", width), ("height", height)].map {
      "\($0)=\"\(Self.number($1))\""
    }
    return "<rect class=\"\(style)\" \(values.joined(separator: " "))/>"
  }

  private static func number(_ value: Double) -> String { DecimalText.fixed(value, digits: 1) }

  // MARK: Axis

  /// Whether the line at the median leaves room for a text at the left.
  private var isLeftFree: Bool { medianPlace > 110 }

  /// The axis with its labels, and the number of devices of the highest bar.
  private var frame: String {
    let (left, right) = (Self.number(Self.left), Self.number(Self.right))
    let (top, bottom) = (Self.number(Self.top), Self.number(Self.bottom))
    let lines =
      "<path class=\"grid\" d=\"M\(left) \(top)H\(right)\"/>"
      + "<path class=\"axis\" d=\"M\(left) \(bottom)H\(right)\"/>"
      + Self.text(
        HistogramNotation.devices(most), x: isLeftFree ? Self.left : Self.right, y: Self.top - 4,
        isLeftFree ? "start" : "end")
    return lines
      + labels.map { x, text in
        // Labels at the ends stay within the picture.
        let inner = x > 370 ? "end" : "middle"
        return Self.text(text, x: x, y: 138, x < 30 ? "start" : inner)
      }.joined()
  }

  /// Returns a text that screen readers skip.
  private static func text(
    _ text: String, x: Double, y: Double, _ anchor: String, style: String = "quiet"
  ) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\""
      + " aria-hidden=\"true\">\(text)</text>"
  }

  /// The places and the texts of the labels: the limits of bins, or whole numbers below the middles of their bars.
  private var labels: [(x: Double, text: String)] {
    if histogram.isSingleValue { return [(medianPlace, median)] }
    let (bins, step) = (histogram.bins, histogram.step)
    let isWhole = histogram.unit == .whole && step == 1000
    let places = isWhole ? bins.count : bins.count + 1
    let distance = (places + Self.mostLabels - 1) / Self.mostLabels
    return stride(from: 0, to: places, by: distance).compactMap { place in
      let isOpenStart = place == 0 && histogram.isOpenBelow
      let isOpenEnd = place == bins.count && histogram.isOpenAbove
      // The outer limit of an open bin is not the limit of its values.
      guard isWhole || !(isOpenStart || isOpenEnd) else { return nil }
      let value = (bins.first?.lower ?? 0) + Int64(place) * step
      let shift: Double = isWhole ? 0.5 : 0
      let x = Self.left + (Double(place) + shift) * width
      let isOpenLast = place == bins.count - 1 && histogram.isOpenAbove
      let mark = !isWhole ? "" : isOpenStart ? "≤ " : isOpenLast ? "≥ " : ""
      return (x, mark + notation.text(value, step: step))
    }
  }

  /// The place of the median on the axis.
  private var medianPlace: Double {
    if histogram.isSingleValue { return (Self.left + Self.right) / 2 }
    let from = Double(histogram.median - (histogram.bins.first?.lower ?? 0))
    // A whole number is the middle of its bar: half of one, in thousandths, is added.
    let shift: Double = histogram.unit == .whole ? 500 : 0
    let bars: Double = (from + shift) / Double(histogram.step)
    let place = Self.left + bars * width
    return min(max(place, Self.left), Self.right)
  }

  /// A dashed line at the median, with its value.
  private var medianLine: String {
    let x = medianPlace
    // The text is on the side of the line with more room.
    let anchor = x < 200 ? "start" : "end"
    let gap = x < 200 ? 4.0 : -4.0
    return "<path class=\"median\" d=\"M\(Self.number(x)) 4V\(Self.number(Self.bottom))\"/>"
      + Self.text("median \(median)", x: x + gap, y: 13, anchor, style: "strong")
  }
}
