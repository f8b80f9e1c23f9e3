import Scheduling
import Simulation

/// A value that was seen on one device, with its standard error by chance of single days.
struct SeenValue: Hashable {
  var value: Double
  var error = 0.0

  /// The fewest days from which a habit is read: a working week.
  static let fewestDays = 5

  /// Creates the mean of values of single days; `nil` if there are fewer than `least`.
  init?(meanOf values: [Double], least: Int = fewestDays) {
    guard values.count >= least, let mean = values.mean else { return nil }
    value = mean
    error = (values.variance / Double(values.count)).squareRoot()
  }

  init(_ value: Double) {
    self.value = value
  }
}

/// A daily interval of one device, such as its charge at night.
struct SeenPeriod: Hashable {
  /// The middle of the beginnings, in seconds from the beginning of a day.
  var start: SeenValue
  /// The standard deviation of the beginnings, in seconds.
  var deviation: Double
  /// The length, in seconds.
  var length: SeenValue
  /// The number of days on which it could be.
  var days: Int
  /// The share of days without it, 0 to 1.
  var missing: Double

  /// The share of days without it, with the standard error of a share. One more day of each kind keeps the error of a
  /// share of 0 or 1 above 0.
  var missingShare: SeenValue {
    var share = SeenValue(missing)
    let count = Double(days)
    let shareOfTwoMoreDays = (missing * count + 1) / (count + 2)
    share.error = (shareOfTwoMoreDays * (1 - shareOfTwoMoreDays) / count).squareRoot()
    return share
  }
}

/// The habits that a trace shows, in absolute values. A habit is `nil` if the trace does not show it on five days.
struct SeenHabits {
  /// The second at which a day begins for charges: a night belongs to one day.
  static let noon = 43_200.0
  /// The second at which a day begins for stays away from home.
  static let early = 14_400.0
  /// The shortest interval that is a charge of the day, or a stay away from home, in seconds. Shorter ones are top-ups
  /// and lost networks.
  static let shortest = 3600.0

  /// Opens of apps a day.
  var opens: SeenValue?
  /// The length of a visit in seconds.
  var stays: SeenValue?
  /// The middle of the opens on working days, in seconds after midnight; of the uses, if no opens are recorded.
  var middle: SeenValue?
  /// The delay of the middle from Friday noon to Sunday noon, in seconds.
  var weekendShift: SeenValue?
  var charge: SeenPeriod?
  var away: SeenPeriod?
  /// Uses of the lit screen a day without an opened app, and their mean length in seconds.
  var use: SeenValue?
  var useLength: Double?
  /// The drain of the battery as a multiple of the usual 12 and 1 percent an hour with a lit and with a dark screen.
  var drain: SeenValue?
  /// Whether the device never had Wi-Fi, or never a mobile network; `nil` if its networks are unknown.
  var isWithoutWiFi: Bool?
  var isWithoutCellular: Bool?
  /// The opens of working days, in seconds from the middle of the opens.
  var openTimes: [Double] = []
  /// Whether it shows any habit of the user.
  var isAny: Bool { opens != nil || middle != nil || charge != nil }

  let apps: Int
  /// The recorded days without gaps.
  let days: Double

  /// Reads the habits of a device, as far as its record shows them.
  init(_ device: SeenDevice) {
    apps = device.apps
    days = device.knownDays
    let wholeDays = device.wholeDays(from: 0)
    let opened = device.visits.map(\.opened)
    if !opened.isEmpty {
      opens = SeenValue(
        meanOf: wholeDays.map { day in
          let period = SeenDevice.period(of: day, from: 0)
          return Double(opened.count { period.contains($0) })
        })
      // Visits are more frequent than days, and differ more.
      let fewestVisits = 20
      stays = SeenValue(
        meanOf: device.visits.map(\.length).filter { $0 > 0 }, least: fewestVisits)
    }
    // Without opens of apps, the lit screen shows the times of use.
    readTimes(of: opened.isEmpty ? device.lit.map(\.lowerBound) : opened, device)
    readUse(of: device, wholeDays)
    if device.hasPower {
      // From noon to noon, so that a night's charge is on one day.
      charge = Self.period(device.powered, of: device, from: Self.noon)
    }
    if !device.networks.isEmpty {
      isWithoutWiFi = !device.networks.contains(.wifi)
      isWithoutCellular = !device.networks.contains(.cellular)
      // From the early morning on, so that an evening away is on the day of its stay.
      away = Self.period(device.cellular, of: device, from: Self.early)
    }
    drain = Self.drain(of: device)
  }
}

extension [Double] {
  /// The mean; `nil` if there are no values.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// The variance with one degree of freedom less than values; 0 with fewer than two values.
  var variance: Double {
    guard count > 1, let mean else { return 0 }
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
  }
}
