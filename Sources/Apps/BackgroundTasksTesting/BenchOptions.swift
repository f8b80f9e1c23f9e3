import Foundation

/// The options of a bench.
public struct BenchOptions: Sendable {
  /// The clock of the dates that the app passes as `earliestBeginDate`.
  public enum Dates: Sendable {
    /// The app reads Foundation's clock, as with `Date(timeIntervalSinceNow: 900)`: the distance from now is used, in
    /// whole seconds.
    case ofFoundation
    /// The app reads the bench's clock (`Bench.date`).
    case ofBench
  }

  /// The process in which a test runs.
  public enum Isolation: Sendable {
    /// The process of the other tests. A matrix has processes of its own, which run one variant after the other.
    case shared
    /// A new process for each bench of a trait or of `withBench`, and for each variant of a matrix. A handler that
    /// crashes, exits or blocks ends only this process, and globals of the app have no values of earlier tests. A start
    /// takes some 50 ms.
    case process
  }

  /// The start of the virtual time; by default Monday, 2 March 2026, at midnight in UTC.
  public var start = Date(timeIntervalSince1970: 1_772_409_600)
  /// The simulated life of the device and its user.
  public var life = DeviceLife.still
  /// The clock of the app's dates.
  public var dates = Dates.ofFoundation
  /// The time from a launch by the daemon until the app's handlers are registered.
  public var launchTakes = Duration.milliseconds(500)
  /// The longest real time until a handler completes its task or sleeps on the bench's clock. A longer time fails the
  /// test.
  public var patience = Duration.seconds(10)

  /// Identifiers of the Info.plist for which a missing handler is no failure. They belong to another program, such as
  /// an extension of the app, or to a handler that it does not always register.
  public var needsNoHandler: Set<String> = []

  /// Directories whose files have complete protection. While the screen of the device is off, code of a run cannot open
  /// these files: the call fails with EPERM, and is a failure of the app (`readsBeforeUnlock`).
  ///
  /// Only calls of `open` and `openat` are refused, such as those of Foundation and SQLite; `fopen` and files that are
  /// already open are not.
  public var protectedDirectories: [URL] = []

  /// The process in which the test runs.
  public var isolation = Isolation.shared
  /// The variant of the test, whose device makes launches, work and sleeps longer; `nil` without a matrix.
  var variant: BenchVariant?

  /// Creates options with the default values.
  public init() {}

  /// Creates options with the two values that tests set most.
  ///
  /// - Parameters:
  ///   - life: The simulated life of the device and its user.
  ///   - patience: The longest real time of a handler.
  public init(life: DeviceLife, patience: Duration = .seconds(10)) {
    self.life = life
    self.patience = patience
  }
}

extension BenchOptions {
  /// The options for one variant of a test.
  func with(_ variant: BenchVariant) -> BenchOptions {
    var options = self
    options.variant = variant
    options.life = .variant(variant)
    options.launchTakes = launchTakes * variant.device.slowness
    return options
  }

  /// The factor by which the device takes longer.
  var slowness: Double { variant?.device.slowness ?? 1 }
}
