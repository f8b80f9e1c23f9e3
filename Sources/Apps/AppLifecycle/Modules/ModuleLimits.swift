import Foundation

/// The time that a module may take for its `OnCreate`. The figures are those that users of Expo's modules report: 50 ms
/// are expected, and a module that takes 200 ms or more breaks the modules after it.
public struct ModuleLimits: Sendable {
  /// The expected time. A longer time is logged to standard error, also while the module is running.
  public var expected: Duration
  /// The longest allowed time; modules after one that took longer are not created. `nil` if there is no limit.
  public var limit: Duration?
  /// Whether the daemon's policy (`module-limit`) replaces `limit`; without an answer of the daemon, `limit` applies.
  var followsPolicy = false
  /// The clock that measures the modules.
  public var now: @Sendable () -> Duration
  /// Whether the clock is real, so that slow modules are logged while they are running.
  let isReal: Bool

  /// Creates limits for durations that are measured in real time.
  public init(expected: Duration = .milliseconds(50), limit: Duration? = .milliseconds(200)) {
    (self.expected, self.limit, isReal) = (expected, limit, true)
    now = {
      .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }
  }

  /// Creates limits for durations that a test measures on its own clock, `now`.
  public init(
    expected: Duration = .milliseconds(50), limit: Duration? = .milliseconds(200),
    now: @escaping @Sendable () -> Duration
  ) {
    (self.expected, self.limit, self.now, isReal) = (expected, limit, now, false)
  }

  /// The limit in RUBATO_MODULE_LIMIT (`500ms`, `2s` or `off`), else the policy's `module-limit`, else 200 ms.
  static var ofEnvironment: ModuleLimits {
    let text = ProcessInfo.processInfo.environment["RUBATO_MODULE_LIMIT"] ?? ""
    if text.isEmpty {
      var limits = ModuleLimits()
      limits.followsPolicy = true
      return limits
    }
    if text == "off" { return ModuleLimits(limit: nil) }
    guard let limit = duration(text) else {
      AppContext.fail(
        "RUBATO_MODULE_LIMIT: '\(text)' is neither a time such as 200ms or 2s, nor 'off'")
    }
    return ModuleLimits(limit: limit)
  }

  /// Returns the longest time for `OnCreate` in a launch; `nil` if there is no limit. `daemon` is the policy's value,
  /// zero for no limit; it replaces `limit` if no environment variable is set and the daemon is available.
  func allowed(by daemon: @autoclosure () -> Duration?) -> Duration? {
    guard followsPolicy, let policy = daemon() else { return limit }
    return policy == .zero ? nil : policy
  }

  /// Parses a duration such as `200ms` or `2s`, with a number from 1 to 1,000,000; `nil` if the text has another form.
  static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), number > 0, number <= 1_000_000 else { return nil }
    return switch text.dropFirst(digits.count) {
    case "ms": .milliseconds(number)
    case "s": .seconds(number)
    default: nil
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  var milliseconds: String {
    let (seconds, attoseconds) = components
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    return "\(seconds * 1000 + attoseconds / attosecondsPerMillisecond) ms"
  }
}
