/// What a change has touched: what was found of anything that reads it may no longer be so.
struct Touched: Sendable {
  /// What all requests read alike.
  struct Inputs: OptionSet, Sendable {
    let rawValue: UInt16

    /// Fields of the device have other values.
    static let fields = Inputs(rawValue: 1 << 0)
    /// A change of the device has held for long enough to count.
    static let steadiness = Inputs(rawValue: 1 << 1)
    /// The machine is about to sleep, or is awake again.
    static let sleep = Inputs(rawValue: 1 << 2)
    /// The machine was booted long enough ago.
    static let boot = Inputs(rawValue: 1 << 3)
    /// All that does not tell of its changes was read, or is no longer waited for.
    static let reading = Inputs(rawValue: 1 << 4)
    /// Whether power costs something, or the switch of all apps: what the policies of apps read of the device.
    static let appPower = Inputs(rawValue: 1 << 5)
    /// How far the user's clocks are ahead of UTC.
    static let zone = Inputs(rawValue: 1 << 6)
    /// What refreshes are worth, or what they cost.
    static let prices = Inputs(rawValue: 1 << 7)
    /// A slot or a group is free.
    static let capacity = Inputs(rawValue: 1 << 8)
    /// What a user did to an app: what runs for it may have to stop.
    static let users = Inputs(rawValue: 1 << 9)
    /// The wall clock was set back.
    static let clock = Inputs(rawValue: 1 << 10)
    /// Something was paused, or is not any more.
    static let pauses = Inputs(rawValue: 1 << 11)

    // What has to be looked at again, by what was touched.

    /// What the policies of apps say, whatever the app.
    static let ofApps: Inputs = [.appPower, .zone, .clock]
    /// What was worth its price, or was not.
    static let ofPrices: Inputs = [.prices, .appPower, .zone, .clock]
    /// All that may start, although neither its device nor its app says anything new.
    static let ofStarts: Inputs = [.appPower, .zone, .steadiness, .reading, .capacity, .users]
    /// The gates of what runs.
    static let ofRuns: Inputs = [.fields, .steadiness, .users, .pauses]
    /// Where all requests stand.
    static let ofDates: Inputs = [.clock, .pauses]
    /// What the device's habits are learned from.
    static let ofHabits: Inputs = [.fields]
  }

  var inputs: Inputs = []
  /// The fields of the device that have other values, or are steadily so now.
  var fields: DeviceFields = []
  /// Of which a switch, its use or its record has changed.
  var apps: [AppKey] = []
  /// Of which the run has ended, or the condition was tried.
  var requests: [RequestKey] = []

  var isEmpty: Bool { inputs.isEmpty && apps.isEmpty && requests.isEmpty }

  /// Whether something was touched that is one of `readers`.
  func touches(_ readers: Inputs) -> Bool { !inputs.isDisjoint(with: readers) }

  mutating func form(_ other: Touched) {
    inputs.formUnion(other.inputs)
    fields.formUnion(other.fields)
    apps += other.apps
    requests += other.requests
  }
}
