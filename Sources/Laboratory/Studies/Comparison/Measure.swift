import Simulation

/// A number by which worlds are compared.
package enum Measure: String, CaseIterable, Codable, Sendable {
  case refreshesPerDay, freshOpens, freshByApp, usefulRefreshes, freshAfterWaking, ageAtOpen
  case workPerDay, fitDaysDone, workAge, workAgeWorst
  case lostPerDay, stopsPerDay, kills, workOnBattery, onBatteryPerDay, onCellularPerDay
  case withUserPerDay, atNight

  package enum Unit: String, Encodable, Sendable {
    case count, share, seconds
  }

  package var unit: Unit {
    switch self {
    case .refreshesPerDay, .workPerDay, .stopsPerDay, .kills: .count
    case .freshOpens, .freshByApp, .usefulRefreshes, .freshAfterWaking, .fitDaysDone, .atNight:
      .share
    case .ageAtOpen, .workAge, .workAgeWorst, .lostPerDay, .workOnBattery, .onBatteryPerDay,
      .onCellularPerDay, .withUserPerDay:
      .seconds
    }
  }

  /// The name in a few words.
  package var title: String {
    switch self {
    case .refreshesPerDay: "refreshes a day"
    case .freshOpens: "opens within an hour of a refresh"
    case .freshByApp: "opens within an hour of a refresh, mean over apps"
    case .usefulRefreshes: "refreshes with an open in the next hour"
    case .freshAfterWaking: "fresh opens in the hour after waking"
    case .ageAtOpen: "age of a refresh at an open, median"
    case .workPerDay: "other work done a day"
    case .fitDaysDone: "fit days on which other work was done"
    case .workAge: "age of other work's success, 95 %"
    case .workAgeWorst: "worst age of other work's success"
    case .lostPerDay: "lost work a day"
    case .stopsPerDay: "runs ordered to stop a day"
    case .kills: "kills"
    case .workOnBattery: "other work run on battery a day"
    case .onBatteryPerDay: "run on battery a day"
    case .onCellularPerDay: "run on cellular a day"
    case .withUserPerDay: "run with the user there a day"
    case .atNight: "other work run from 0 to 6"
    }
  }

  /// Whether less of it is better; `nil` if neither is better.
  package var lessIsBetter: Bool? {
    switch self {
    case .refreshesPerDay, .atNight: nil
    case .freshOpens, .freshByApp, .usefulRefreshes, .freshAfterWaking, .workPerDay, .fitDaysDone:
      false
    case .ageAtOpen, .workAge, .workAgeWorst, .lostPerDay, .stopsPerDay, .kills, .workOnBattery,
      .onBatteryPerDay, .onCellularPerDay, .withUserPerDay:
      true
    }
  }

  /// Returns the value in one world, or the average of many, with durations in seconds; `nil` if there is nothing to
  /// measure.
  package func value(of figures: Figures) -> Double? {
    switch self {
    case .refreshesPerDay: figures.has("refresh") ? figures.perDay(figures.refreshes.runs) : nil
    case .freshOpens: figures.freshOpens
    case .freshByApp: figures.freshByApp
    case .usefulRefreshes: figures.usefulRefreshes
    case .freshAfterWaking: figures.freshAfterWaking
    case .ageAtOpen: figures.refreshes.ageAtOpen.median.seconds
    case .workPerDay: figures.perDay(figures.otherWork.successes)
    case .fitDaysDone: figures.fitDaysDone
    case .workAge: figures.otherWork.successGaps.ageQuantile(permille: 950).seconds
    case .workAgeWorst: figures.otherWork.successGaps.most.seconds
    case .lostPerDay: figures.perDay(figures.all.lostMilliseconds, scale: 1000)
    case .stopsPerDay: figures.perDay(figures.all.expirations.total)
    case .kills: Double(figures.all.kills)
    case .workOnBattery: figures.perDay(figures.device.workOnBatteryMilliseconds, scale: 1000)
    case .onBatteryPerDay: figures.perDay(figures.device.onBatteryMilliseconds, scale: 1000)
    case .onCellularPerDay: figures.perDay(figures.device.onCellularMilliseconds, scale: 1000)
    case .withUserPerDay: figures.perDay(figures.device.userActiveMilliseconds, scale: 1000)
    case .atNight: figures.nightShare
    }
  }
}

extension Figures {
  /// Returns the figures of all tasks for which `isMeant` is true, added up. The sum has an empty task name.
  private func sum(_ isMeant: (TaskFigures) -> Bool) -> TaskFigures {
    tasks.filter(isMeant).reduce(into: TaskFigures(TaskName(app: nil, id: "", kind: ""))) {
      $0 += $1
    }
  }

  /// Whether there is a task of this kind.
  func has(_ kind: String) -> Bool { tasks.contains { $0.task.kind == kind } }

  /// The sum over all refreshes of apps.
  var refreshes: TaskFigures { sum { $0.task.kind == "refresh" } }

  /// The sum over all tasks that are not refreshes.
  var otherWork: TaskFigures { sum { $0.task.kind != "refresh" } }

  var all: TaskFigures { sum { _ in true } }

  /// Returns the average of a number for a simulated day, divided by `scale`; `nil` if no time was simulated. A scale
  /// of 1000 converts milliseconds to seconds.
  func perDay(_ number: Int64, scale: Double = 1) -> Double? {
    device.milliseconds > 0
      ? Double(number) / scale * 86_400_000 / Double(device.milliseconds) : nil
  }

  /// The share of opens with a refresh at most an hour before; `nil` without opens.
  fileprivate var freshOpens: Double? { refreshes.freshShare }

  /// The mean of the share over refreshes of apps with at least three opens; `nil` if there are none.
  fileprivate var freshByApp: Double? {
    let shares = tasks.filter { $0.task.kind == "refresh" && $0.opens >= 3 }
      .compactMap(\.freshShare)
    return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
  }

  /// The share of refreshes that an open followed within an hour; `nil` without refreshes.
  fileprivate var usefulRefreshes: Double? {
    let refreshes = refreshes
    return refreshes.runs > 0 ? Double(refreshes.usefulSuccesses) / Double(refreshes.runs) : nil
  }

  /// The share of fresh opens among the opens within an hour after the user woke up; `nil` without such opens.
  fileprivate var freshAfterWaking: Double? {
    let refreshes = refreshes
    return refreshes.opensAfterWaking > 0
      ? Double(refreshes.freshAfterWaking) / Double(refreshes.opensAfterWaking) : nil
  }

  fileprivate var fitDaysDone: Double? {
    let work = otherWork
    return work.fitDays > 0 ? Double(work.doneOnFitDays) / Double(work.fitDays) : nil
  }

  fileprivate var nightShare: Double? {
    device.workMilliseconds > 0
      ? Double(device.nightWorkMilliseconds) / Double(device.workMilliseconds) : nil
  }
}

extension TaskFigures {
  /// The counted opens by the user.
  fileprivate var opens: Int64 { ageAtOpen.count + opensWithoutSuccess }

  /// The share of opens with a success at most an hour before; `nil` without opens.
  fileprivate var freshShare: Double? {
    opens > 0 ? Double(ageAtOpen.count(upTo: 3_600_000)) / Double(opens) : nil
  }
}

extension Int64? {
  /// The seconds of a number of milliseconds; `nil` if it is `nil`.
  fileprivate var seconds: Double? { map { Double($0) / 1000 } }
}
