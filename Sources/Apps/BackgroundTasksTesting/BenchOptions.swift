import Foundation

/// How a bench is set up.
public struct BenchOptions: Sendable {
  /// What the dates are that the app hands over as `earliestBeginDate`.
  public enum Dates: Sendable {
    /// The app asks Foundation for the time, as with `Date(timeIntervalSinceNow: 900)`: what counts is how long from now on,
    /// in whole seconds.
    case ofFoundation
    /// The app asks the bench (`Bench.date`).
    case ofBench
  }

  /// When the virtual time begins. Monday, 2 March 2026, at midnight in UTC unless it is set.
  public var start = Date(timeIntervalSince1970: 1_772_409_600)
  /// What the device and its user do by themselves.
  public var life = DeviceLife.still
  /// What the dates are that the app hands over.
  public var dates = Dates.ofFoundation
  /// How long the app takes from its launch by the daemon until its handlers are registered.
  public var launchTakes = Duration.milliseconds(500)
  /// So much real time a handler may take until it completes its task or sleeps on the bench's clock. What takes longer fails
  /// the test.
  public var patience = Duration.seconds(10)

  /// Identifiers that the Info.plist lists for others than this app, such as an extension of it, or for a handler that it does not
  /// always register: that none is registered is no failure.
  public var needsNoHandler: Set<String> = []

  /// As everything is unless it is set.
  public init() {}

  /// The same with the two that tests set most.
  ///
  /// - Parameters:
  ///   - life: What the device and its user do by themselves.
  ///   - patience: So much real time a handler may take.
  public init(life: DeviceLife, patience: Duration = .seconds(10)) {
    self.life = life
    self.patience = patience
  }
}
