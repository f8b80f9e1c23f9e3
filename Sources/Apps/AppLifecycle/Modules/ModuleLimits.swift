import Foundation

/// How long a module may take for its `OnCreate`. The figures are those that users of Expo's modules report: 50 ms are expected, and a
/// module that takes 200 ms or more breaks those after it.
public struct ModuleLimits: Sendable {
  /// What is expected. What takes longer is said on standard error, also while it goes on.
  public var expected: Duration
  /// What is allowed; modules after one that took longer are not created. Nil for no limit.
  public var limit: Duration?
  /// Whether the daemon is asked for `limit`, which holds where it cannot be: `module-limit` of its policy.
  var isOfPolicy = false
  /// The time that counts.
  public var now: @Sendable () -> Duration
  /// Whether that is real time, so that somebody may be told of what goes on.
  let isReal: Bool

  /// Limits of real time.
  public init(expected: Duration = .milliseconds(50), limit: Duration? = .milliseconds(200)) {
    (self.expected, self.limit, isReal) = (expected, limit, true)
    now = {
      .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }
  }

  /// Limits of a test's time.
  public init(
    expected: Duration = .milliseconds(50), limit: Duration? = .milliseconds(200),
    now: @escaping @Sendable () -> Duration
  ) {
    (self.expected, self.limit, self.now, isReal) = (expected, limit, now, false)
  }

  /// What RUBATO_MODULE_LIMIT says (`500ms`, `2s` or `off`), else `module-limit` of the daemon's policy, else 200 ms.
  static var ofEnvironment: ModuleLimits {
    let text = ProcessInfo.processInfo.environment["RUBATO_MODULE_LIMIT"] ?? ""
    if text.isEmpty {
      var limits = ModuleLimits()
      limits.isOfPolicy = true
      return limits
    }
    if text == "off" { return ModuleLimits(limit: nil) }
    guard let limit = duration(text) else {
      AppContext.fail(
        "RUBATO_MODULE_LIMIT: '\(text)' is neither a time such as 200ms or 2s, nor 'off'")
    }
    return ModuleLimits(limit: limit)
  }

  /// What is allowed where `daemon` says so much, 0 for any time.
  func allowed(by daemon: @autoclosure () -> Duration?) -> Duration? {
    guard isOfPolicy, let policy = daemon() else { return limit }
    return policy == .zero ? nil : policy
  }

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
  /// In whole milliseconds.
  var milliseconds: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
  }
}
