import Simulation

/// Figures for programs, with seconds, and with quantiles instead of histograms.
package struct FiguresReport: Encodable, Sendable {
  package struct Ages: Encodable, Sendable {
    package var median: Double?
    package var p95: Double?
    package var worst: Double?

    private enum CodingKeys: String, CodingKey {
      case median, p95, worst
    }

    /// Encodes the ages in seconds. All three members are present; an unknown age is null.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      // Each value is written as null if there is none.
      try container.encode(median, forKey: .median)
      try container.encode(p95, forKey: .p95)
      try container.encode(worst, forKey: .worst)
    }
  }

  package struct Device: Encodable, Sendable {
    package var devices: Int64
    package var days: Double
    package var opens: Int64
    package var runSeconds: Double
    package var onBatterySeconds: Double
    package var onCellularSeconds: Double
    package var userActiveSeconds: Double
    package var nightSeconds: Double
  }

  package struct Task: Encodable, Sendable {
    package var app: String?
    package var id: String
    package var kind: String
    package var runs: Int64
    package var successes: Int64
    package var failures: Int64
    package var outcomes: Tally
    package var expirations: Tally
    package var kills: Int64
    package var savedSeconds: Double
    package var lostSeconds: Double
    package var cpuSeconds: Double
    package var batteryPercent: Double
    package var runSeconds: Ages
    package var ageSeconds: Ages
    package var ageAtOpenSeconds: Ages
    package var opens: Int64
    package var opensWithoutSuccess: Int64
    package var waitedSeconds: Double
    package var waitSeconds: [String: Double]
  }

  package var device: Device
  package var tasks: [Task]

  package init(_ figures: Figures) {
    device = Device(figures.device)
    tasks = figures.tasks.map { Task($0) }
  }
}

extension FiguresReport.Device {
  /// Converts the figures from milliseconds to seconds, and the time to days.
  fileprivate init(_ figures: DeviceFigures) {
    self.init(
      devices: figures.devices, days: seconds(figures.milliseconds) / 86400, opens: figures.opens,
      runSeconds: seconds(figures.runMilliseconds),
      onBatterySeconds: seconds(figures.onBatteryMilliseconds),
      onCellularSeconds: seconds(figures.onCellularMilliseconds),
      userActiveSeconds: seconds(figures.userActiveMilliseconds),
      nightSeconds: seconds(figures.nightMilliseconds))
  }
}

extension FiguresReport.Ages {
  /// Creates the ages from values that each count once.
  fileprivate init(each values: Distribution) {
    self.init(
      median: values.median.map(seconds), p95: values.quantile(permille: 950).map(seconds),
      worst: values.most.map(seconds))
  }

  /// Creates the ages by time, from an age that grew over intervals of these lengths.
  fileprivate init(over gaps: Distribution) {
    self.init(
      median: gaps.ageQuantile(permille: 500).map(seconds),
      p95: gaps.ageQuantile(permille: 950).map(seconds), worst: gaps.most.map(seconds))
  }
}

extension FiguresReport.Task {
  /// Converts the figures from milliseconds to seconds, and distributions to a few quantiles.
  fileprivate init(_ figures: TaskFigures) {
    let waits = figures.waits.ranked.map { ($0.name, seconds($0.number)) }
    self.init(
      app: figures.task.app, id: figures.task.id, kind: figures.task.kind, runs: figures.runs,
      successes: figures.successes, failures: figures.failures, outcomes: figures.outcomes,
      expirations: figures.expirations, kills: figures.kills,
      savedSeconds: seconds(figures.savedMilliseconds),
      lostSeconds: seconds(figures.lostMilliseconds), cpuSeconds: seconds(figures.cpuMilliseconds),
      batteryPercent: Double(figures.batteryMillionths) / 1_000_000,
      runSeconds: FiguresReport.Ages(each: figures.lengths),
      ageSeconds: FiguresReport.Ages(over: figures.successGaps),
      ageAtOpenSeconds: FiguresReport.Ages(each: figures.ageAtOpen),
      opens: figures.ageAtOpen.count + figures.opensWithoutSuccess,
      opensWithoutSuccess: figures.opensWithoutSuccess,
      waitedSeconds: seconds(figures.waitedMilliseconds),
      waitSeconds: Dictionary(uniqueKeysWithValues: waits))
  }

  private enum CodingKeys: String, CodingKey {
    case app, id, kind, runs, successes, failures, outcomes, expirations, kills, savedSeconds
    case lostSeconds, cpuSeconds, batteryPercent, runSeconds, ageSeconds, ageAtOpenSeconds, opens
    case opensWithoutSuccess, waitedSeconds, waitSeconds
  }

  /// Encodes all members. `app` is null for work that belongs to no app, which synthesized code would leave out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(runs, forKey: .runs)
    try container.encode(successes, forKey: .successes)
    try container.encode(failures, forKey: .failures)
    try container.encode(outcomes, forKey: .outcomes)
    try container.encode(expirations, forKey: .expirations)
    try container.encode(kills, forKey: .kills)
    try container.encode(savedSeconds, forKey: .savedSeconds)
    try container.encode(lostSeconds, forKey: .lostSeconds)
    try container.encode(cpuSeconds, forKey: .cpuSeconds)
    try container.encode(batteryPercent, forKey: .batteryPercent)
    try container.encode(runSeconds, forKey: .runSeconds)
    try container.encode(ageSeconds, forKey: .ageSeconds)
    try container.encode(ageAtOpenSeconds, forKey: .ageAtOpenSeconds)
    try container.encode(opens, forKey: .opens)
    try container.encode(opensWithoutSuccess, forKey: .opensWithoutSuccess)
    try container.encode(waitedSeconds, forKey: .waitedSeconds)
    try container.encode(waitSeconds, forKey: .waitSeconds)
  }
}

private func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }
