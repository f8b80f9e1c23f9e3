import Simulation
import Studies
import Terminal

extension Measure {
  /// Formats a value of this measure by its unit: `12.3`, `61.5 %`, `1 h 30 min`. An unknown value is `-`.
  func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    return switch unit {
    case .count: DecimalText.fixed(value, digits: 2)
    case .share: "\(DecimalText.fixed(value * 100, digits: 1)) %"
    case .seconds: (value < 0 ? "-" : "") + Self.time(abs(value))
    }
  }

  /// Formats a value with a sign.
  func signedText(_ value: Double) -> String {
    (value < 0 ? "" : "+") + text(value)
  }

  private static func time(_ seconds: Double) -> String {
    seconds == 0 ? "0 s" : DurationText.exact(seconds)
  }
}
