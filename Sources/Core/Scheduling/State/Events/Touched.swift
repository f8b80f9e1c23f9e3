/// Touched inputs: inputs of decisions that an event has changed. Earlier results that depend on them may be outdated,
/// and are computed again.
struct Touched: Sendable {
  /// Inputs that all requests share.
  struct Inputs: OptionSet, Sendable {
    let rawValue: UInt16

    /// Values of device fields.
    static let fields = Inputs(rawValue: 1 << 0)
    /// A device change has lasted long enough to take effect.
    static let steadiness = Inputs(rawValue: 1 << 1)
    /// The machine is about to sleep, or is awake again.
    static let sleep = Inputs(rawValue: 1 << 2)
    /// Enough time has passed since the boot.
    static let boot = Inputs(rawValue: 1 << 3)
    /// The unreported values were polled, or are no longer awaited.
    static let reading = Inputs(rawValue: 1 << 4)
    /// Whether power has a price, or the switch of all apps: the device inputs of the app policies.
    static let appPower = Inputs(rawValue: 1 << 5)
    /// The offset of the user's clocks from UTC.
    static let zone = Inputs(rawValue: 1 << 6)
    /// The worth of refreshes, or their cost.
    static let prices = Inputs(rawValue: 1 << 7)
    /// A slot or a group is free.
    static let capacity = Inputs(rawValue: 1 << 8)
    /// A user changed an app: its runs may need to stop.
    static let users = Inputs(rawValue: 1 << 9)
    /// The wall clock was set back.
    static let clock = Inputs(rawValue: 1 << 10)
    /// A pause began or ended.
    static let pauses = Inputs(rawValue: 1 << 11)
    /// Quiet hours began or ended.
    static let quiet = Inputs(rawValue: 1 << 12)
    /// The device was unlocked.
    static let unlocking = Inputs(rawValue: 1 << 13)

    // The inputs of each kind of result: `touches(.ofApps)` is true if verdicts of the app policies may be outdated.

    /// The verdicts of the app policies, for every app.
    static let ofApps: Inputs = [.appPower, .zone, .clock]
    /// The comparisons of worth and price.
    static let ofPrices: Inputs = [.prices, .appPower, .zone, .clock]
    /// The requests that may start although neither device nor app has a new verdict.
    static let ofStarts: Inputs = [.appPower, .zone, .steadiness, .reading, .capacity, .users]
    /// The gates of runs.
    static let ofRuns: Inputs = [.fields, .steadiness, .users, .pauses]
    /// The positions of all requests.
    static let ofDates: Inputs = [.clock, .pauses, .quiet]
    /// The device's habits.
    static let ofHabits: Inputs = [.fields]
  }

  var inputs: Inputs = []
  /// The fields of the device whose values have changed, or have become steady.
  var fields: DeviceFields = []
  /// Apps of which a switch, the use or the record has changed.
  var apps: [AppKey] = []
  /// Requests whose run has ended, or whose condition was checked.
  var requests: [RequestKey] = []

  /// Whether nothing was touched. Fields are touched only together with an input, so they need no check.
  var isEmpty: Bool { inputs.isEmpty && apps.isEmpty && requests.isEmpty }

  /// Returns whether one of the inputs `read` by a decision is touched, so that the decision must be made again.
  func touches(_ read: Inputs) -> Bool { !inputs.isDisjoint(with: read) }

  /// Adds everything that `other` has touched.
  mutating func formUnion(_ other: Touched) {
    inputs.formUnion(other.inputs)
    fields.formUnion(other.fields)
    // A list is copied only if there are two.
    apps = apps.isEmpty ? other.apps : apps + other.apps
    requests = requests.isEmpty ? other.requests : requests + other.requests
  }
}
