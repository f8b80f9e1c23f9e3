import ArgumentParser
import Scheduling

enum TimeOption {
  /// Reads a duration option, in seconds.
  static func seconds(_ text: String) throws -> Double {
    guard let duration = DurationNotation.parse(text) else {
      throw ValidationError("use \(DurationNotation.allowed)")
    }
    return duration.seconds
  }
}
