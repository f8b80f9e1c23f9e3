import Scheduling
import Simulation
import Studies
import Terminal

/// The result of a population as one self-contained page: it needs no network, no other file and no script. Its policy
/// allows only its own style, by its digest.
package enum PopulationPage {
  /// Returns the text of the page, which `rubatoctl simulate --population` and `rubatoctl merge` write to the file of
  /// `--report`.
  package static func text(_ result: PopulationResult) -> String {
    // The Content-Security-Policy: the page has its own style, no script, and loads nothing.
    let policy =
      "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '\(styleDigest)'"
    return PageTemplate.filled(
      PackageResources.population_html,
      [
        "policy": policy, "style": style,
        "title": PageTemplate.escaped(result.terms.subject.visible),
        "span": PageTemplate.escaped(PopulationText.scope(of: result)),
        "promises": PromiseMarkup.section(result), "measures": measures(result),
        "traits": traits(result), "figures": figures(result.result),
      ])
  }

  /// The `sha256sum` of the style in the form of a policy, as in `ReportPage`.
  static let styleDigest = "sha256-c/CdP+dNF2C2VOmzktvX0eBsUpZZMPur63GyW0cxz98="

  static var style: String {
    PageTemplate.text(
      of: PackageResources.colours_css, PackageResources.page_css,
      PackageResources.population_css)
  }

  // MARK: Sections

  /// Returns a card for each measure that at least one device has.
  private static func measures(_ result: PopulationResult) -> String {
    let cards = Measure.allCases.compactMap { measure in
      result.result.histogram(of: measure).map {
        HistogramMarkup(measure, $0, of: result).card
      }
    }
    return cards.isEmpty ? "<p>No device has a value.</p>" : cards.joined(separator: "\n")
  }

  /// Returns a card for each trait in which the devices differ, folded; empty if there is none. A trait that only a
  /// share of the devices has is a fact in place of a card.
  private static func traits(_ result: PopulationResult) -> String {
    // Only traits in which the devices can differ are recorded.
    let differingTraits = DeviceTrait.allCases.filter { result.result.mean(of: $0) != nil }
    guard !differingTraits.isEmpty else { return "" }
    let facts = differingTraits.filter { $0.unit == .chance }.map { trait in
      let share = result.result.mean(of: trait).map(trait.text) ?? "-"
      return "<li><span>\(trait.rawValue)</span>\(share)</li>"
    }
    let cards = differingTraits.filter { $0.unit != .chance }.compactMap { trait in
      result.result.histogram(of: trait).map { HistogramMarkup(trait, $0, of: result).card }
    }
    return """
      <details class="traits"><summary>Traits of the devices</summary>
      <ul class="facts">\(facts.joined())</ul>
      <div class="histograms">
      \(cards.joined(separator: "\n"))
      </div></details>
      """
  }

  /// Returns the figures of all devices together, as in the answer for a terminal, folded.
  private static func figures(_ result: PopulationFigures) -> String {
    let clock = WallClock(now: WallTime(seconds: 0)) { time in
      CivilTime(universalSeconds: time.nanoseconds / 1_000_000_000)
    }
    let screen = Screen(style: Style(isColoured: false), width: nil, clock: clock)
    let lines = FiguresText.lines(result.figures, on: screen).joined(separator: "\n")
    return """
      <details><summary>All devices together</summary>
      <div class="scroll" tabindex="0"><pre>\(PageTemplate.escaped(lines))</pre></div></details>
      """
  }
}
