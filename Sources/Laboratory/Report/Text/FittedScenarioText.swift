import Scheduling
import Simulation
import Studies
import Terminal

/// A fitted population as a scenario file.
package enum FittedScenarioText {
  /// Returns the file: the habits of the middle device, and the traits with a comment on their fit.
  package static func yaml(_ population: FittedPopulation) -> String {
    let names = population.names.map(\.visible).joined(separator: ", ")
    let days = DecimalText.fixed(population.days, digits: 1)
    // The start is an arbitrary Monday, so that the 28 days are whole weeks.
    let lines =
      [
        "# Fitted by `rubatoctl fit` to \(population.names.count) devices with \(days) days.",
        "# Traces: \(names)", "name: fitted", "start: 2026-03-02T00:00", "end: 28d", "device:",
      ] + device(population.base) + apps(population.base) + ["population:"]
      + population.fits.flatMap { [comment(on: $0), "  \($0.trait.rawValue): \($0.text)"] }
    let unseen = population.unseen.map(\.rawValue).joined(separator: ", ")
    return (lines + ["  # Not in the traces, with the usual values: \(unseen)"])
      .joined(separator: "\n") + "\n"
  }

  /// Returns the lines of the device's habits. Unknown habits are left out.
  private static func device(_ base: FittedBase) -> [String] {
    // Traces do not show low-power mode, so a usual habit is presumed.
    var lines = ["  low-power: when-low"]
    if let drain = base.drain {
      let usual = BatteryModel()
      let rates = [usual.screenOnDrain, usual.screenOffDrain, usual.asleepDrain].map {
        DecimalText.fixed($0 * drain, digits: 2)
      }
      lines.append(
        "  battery: {drain: {screen-on: \(rates[0]), screen-off: \(rates[1]), asleep: \(rates[2])}}"
      )
    }
    if let charge = base.charge { lines += ["  charger:", "    - {\(text(charge))}"] }
    if base.hasWiFi || base.hasCellular {
      lines += ["  places:", "    home: {network: \(base.hasWiFi ? "wifi" : "cellular")}"]
    }
    if base.hasWiFi && base.hasCellular, let away = base.away {
      lines += [
        "    away: {network: cellular}", "  whereabouts:",
        "    - {place: away, \(text(away)), on: weekdays}",
      ]
    }
    if let uses = base.usesPerDay {
      let stay = base.use.map { ", stays: \(lengths(around: $0))" } ?? ""
      lines += ["  use:", "    - {times: \(number(uses)), between: \(hours(base))\(stay)}"]
    }
    return lines
  }

  /// Returns the lines of the apps; empty if their opens are unknown.
  private static func apps(_ base: FittedBase) -> [String] {
    guard let opens = base.opensPerDay else { return [] }
    let stay = base.stay.map { ", stays: \(lengths(around: $0))" } ?? ""
    let visits = "{times: \(number(opens)), between: \(hours(base))\(stay)}"
    return ["apps:", "  - name: app", "    count: \(base.apps)", "    opens: [\(visits)]"]
  }

  /// Returns the values of a trait on the devices, and the distance of the fit.
  private static func comment(on fit: TraitFit) -> String {
    let count = Int64(fit.values.count)
    guard fit.trait.unit != .chance else {
      // A device that has the trait has the value 1.
      let devicesWithTrait = Int64(fit.values.count { $0 > 0 })
      let interval = ShareInterval(devicesWithTrait, of: count).text
      return "  # \(devicesWithTrait) of \(count) devices; 95 % interval \(interval)"
    }
    let (least, most) = (fit.values.first ?? 0, fit.values.last ?? 0)
    let range = "\(fit.trait.text(least)) to \(fit.trait.text(most))"
    let goodness = fit.goodness.map {
      "; as seen, Kolmogorov-Smirnov \(DecimalText.fixed($0.distance, digits: 2)),"
        + " p \(DecimalText.fixed($0.probability, digits: 2))"
    }
    return "  # \(count) devices, \(range)\(goodness ?? "")"
  }

  // MARK: Words

  private static func number(_ value: Double) -> String { DecimalText.fixed(value, digits: 1) }

  /// Returns a daily interval as a scenario has it, of at most 23 hours: `from: "23:10", for: 7h`.
  private static func text(_ period: FittedBase.Period) -> String {
    "from: \"\(time(period.start))\", for: \(duration(min(period.length, 82_800)))"
  }

  /// Returns the interval of most opens as a scenario has it: `07:05 to 22:40`.
  private static func hours(_ base: FittedBase) -> String {
    let hours = base.openHours
    return "\(time(hours.start)) to \(time(hours.start + hours.length))"
  }

  /// Returns the time of day, to the minute: `07:05`.
  private static func time(_ seconds: Double) -> String {
    let minutes = Int64(bounded: (seconds / 60).rounded())
    // A time before or after the day, such as -30 minutes, is a time of the next day or the day before.
    let minutesOfDay = ((minutes % 1440) + 1440) % 1440
    return padded(Int(minutesOfDay / 60), 2) + ":" + padded(Int(minutesOfDay % 60), 2)
  }

  /// Returns a duration to the minute, and at least a minute.
  private static func duration(_ seconds: Double) -> String {
    Duration.seconds(max(60, Int64(bounded: (seconds / 60).rounded()) * 60)).notation
  }

  /// Returns lengths from half to one and a half times the mean, in whole seconds.
  private static func lengths(around mean: Double) -> String {
    let ends = [0.5, 1.5].map { Duration.seconds(max(1, Int64(bounded: (mean * $0).rounded()))) }
    return "\(ends[0].notation) to \(ends[1].notation)"
  }
}

extension TraitFit {
  /// The spread as scenarios have it: `{median: 1.00, spread: 1.80}`, `5.0% to 12.5%`.
  package var text: String {
    switch spread {
    case .same(let value): words(value)
    case .some(let share): words(share)
    case .between(let range): "\(words(range.lowerBound)) to \(words(range.upperBound))"
    case .skewed(let median, let spread):
      "{median: \(words(median)), spread: \(DecimalText.fixed(max(1, spread), digits: 2))}"
    case .around(let middle, let spread): "{middle: \(words(middle)), spread: \(words(spread))}"
    }
  }

  /// Returns a value in the unit of the trait, as scenarios have it.
  private func words(_ value: Double) -> String {
    switch trait.unit {
    case .factor: return DecimalText.fixed(value, digits: 2)
    case .degrees: return DecimalText.fixed(value, digits: 1)
    case .share, .chance: return DecimalText.fixed(value * 100, digits: 1) + "%"
    case .duration:
      let minutes = Int64(bounded: (abs(value) / 60).rounded())
      let sign = value < 0 ? "-" : ""
      return minutes == 0 ? "0m" : sign + Duration.seconds(minutes * 60).notation
    }
  }
}
