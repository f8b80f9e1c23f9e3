import FoundationEssentials
import Scheduling
import Simulation

/// The members of one line of a trace by their names in the file, before they are interpreted. Other members are
/// ignored.
struct TraceLine: Decodable {
  var t: Double?
  var ev: String?
  var app: String?
  var sys: Int?
  var res: Double?
  var level: Double?
  var on: Bool?
  var locked: Bool?
  var net: String?
  var until: Double?
}

/// The reason why a line is not understood.
struct TraceComplaint: Error {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}

extension TraceLine {
  private static let events = "open, close, battery, charging, screen, network, gap"
  /// The allowed times, until the year 2100, so that no sum of times exceeds 64 bits.
  private static let times = 0.0...4_102_444_800

  /// Interprets the line as a record. Throws a complaint if a member is missing or not allowed.
  func record() throws(TraceComplaint) -> TraceRecord {
    guard let t else { throw TraceComplaint("t is missing; add the time in seconds") }
    guard let ev else { throw TraceComplaint("ev is missing; use one of \(Self.events)") }
    return TraceRecord(at: try Self.time(t, "t"), try kind(ev))
  }

  /// Interprets the other members by the event's name. Throws a complaint if a member is missing or not allowed.
  private func kind(_ ev: String) throws(TraceComplaint) -> TraceRecord.Kind {
    switch ev {
    case "open": .open(app: try appName(), isSystem: (sys ?? 0) != 0, spread: try spread())
    case "close": .close(app: try appName())
    case "battery": .battery(try percent())
    case "charging": .charging(try required(on, "on", "true or false"))
    case "screen": try screen()
    case "network": .network(try network())
    case "gap": .gap(until: try gapEnd())
    default: throw TraceComplaint("ev is '\(ev)'; allowed are \(Self.events)")
    }
  }

  /// Returns a member that this event must have. Throws a complaint with the allowed values if it is missing.
  private func required<Value>(
    _ value: Value?, _ name: String, _ allowed: String
  ) throws(TraceComplaint) -> Value {
    guard let value else {
      throw TraceComplaint("\(name) is missing; ev '\(ev ?? "")' needs it: \(allowed)")
    }
    return value
  }

  /// Returns the app's name. Throws a complaint if it is missing or empty.
  private func appName() throws(TraceComplaint) -> String {
    let name = try required(app, "app", "the app's name")
    guard !name.isEmpty else { throw TraceComplaint("app is empty; use the app's name") }
    return name
  }

  /// Returns the time within which the open happened, from `res` in seconds. Up to a minute, and without `res`, it is
  /// 0.
  private func spread() throws(TraceComplaint) -> Duration {
    guard let res else { return .zero }
    guard (0...86400).contains(res) else {
      throw TraceComplaint("res is \(res); allowed are 0 to 86400 seconds")
    }
    let isExact = res <= 60
    return isExact ? .zero : .seconds(res)
  }

  /// Returns the battery's percentage, rounded to a whole number. Throws a complaint if it is missing or out of range.
  private func percent() throws(TraceComplaint) -> Int {
    let level = try required(level, "level", "0 to 100 percent")
    guard (0...100).contains(level) else {
      throw TraceComplaint("level is \(level); allowed are 0 to 100 percent")
    }
    return Int(bounded: level.rounded())
  }

  /// Returns the record of a screen: whether it is lit, and whether it is locked. Throws a complaint if both members
  /// are missing.
  private func screen() throws(TraceComplaint) -> TraceRecord.Kind {
    guard on != nil || locked != nil else {
      throw TraceComplaint("on is missing; ev 'screen' needs on or locked: true or false")
    }
    return .screen(isLit: on, isLocked: locked)
  }

  /// Returns the network of `net`. Throws a complaint if it is missing or unknown.
  private func network() throws(TraceComplaint) -> Network {
    let allowed = "wifi, wwan, none"
    switch try required(net, "net", allowed) {
    case "wifi": return .wifi
    case "wwan": return .cellular
    case "none": return .none
    case let other: throw TraceComplaint("net is '\(other)'; allowed are \(allowed)")
    }
  }

  /// Returns the end of a gap, from `until`. Throws a complaint if it is missing or before the gap's beginning.
  private func gapEnd() throws(TraceComplaint) -> WallTime {
    let end = try required(until, "until", "the time in seconds at which the state is known again")
    guard end >= t ?? 0 else { throw TraceComplaint("until is \(end), which is before t") }
    return try Self.time(end, "until")
  }

  /// Converts seconds since 1970 to a time, to the microsecond, the precision of a double for present dates. Throws a
  /// complaint about the member `name` if the time is not allowed.
  private static func time(_ seconds: Double, _ name: String) throws(TraceComplaint) -> WallTime {
    guard times.contains(seconds) else {
      throw TraceComplaint("\(name) is \(seconds); allowed are seconds from 0 to 4102444800")
    }
    return WallTime(nanoseconds: Int64(bounded: (seconds * 1e6).rounded()) * 1000)
  }
}
