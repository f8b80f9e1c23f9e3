import FoundationEssentials
import Scheduling

/// Opens of apps from a trace: JSON lines with `t` (local seconds), `ev`, `app`, and `res` if only the hour is known.
struct Trace {
  struct Open {
    var time: LocalTime
    var app: Int
    /// Whether the app's last open was over an hour ago, so that a refresh could have served it.
    var isCounted = true
  }

  private struct Line: Decodable {
    var t: Double
    var ev: String
    var app: String?
    var res: Double?
    var sys: Int?
  }

  var name: String
  var apps: [String]
  var opens: [Open]

  /// Returns `nil` if the file contains opens on fewer than four days. An open with a known hour is placed in the part
  /// of the hour that begins at `earliest`, 0 to 1; `seed` decides the place within that part.
  init?(file: String, seed: UInt64, earliest: Double = 0) throws {
    guard let text = String(data: try Data(contentsOf: URL(filePath: file)), encoding: .utf8) else {
      return nil
    }
    name = file.split(separator: "/").last?.split(separator: ".").first.map { String($0) } ?? file
    var random = Generator(state: seed)
    var numbers: [String: Int] = [:]
    apps = []
    opens = []
    let decoder = JSONDecoder()
    for line in text.split(separator: "\n") where line.contains("\"open\"") {
      let line = try decoder.decode(Line.self, from: Data(line.utf8))
      guard line.ev == "open", line.sys == nil, let app = line.app else { continue }
      let resolution = line.res ?? 0
      let late = resolution > 60 ? resolution * (earliest + (1 - earliest) * random.unit()) : 0
      if numbers[app] == nil {
        numbers[app] = apps.count
        apps.append(app)
      }
      opens.append(
        Open(
          time: LocalTime(nanoseconds: Int64((line.t + late) * 1e9)), app: numbers[app] ?? 0))
    }
    opens.sort { ($0.time, $0.app) < ($1.time, $1.app) }
    guard days.count >= 4 else { return nil }
    markCounted()
  }

  /// The days with an open, since 1970.
  var days: [Int64] {
    var days: [Int64] = []
    for open in opens where days.last != open.time.day { days.append(open.time.day) }
    return days
  }

  /// The first 70 % of the days are for training, the others for testing.
  var testBegins: LocalTime { LocalTime(seconds: days[days.count * 7 / 10] * 86400) }
  var begins: LocalTime { LocalTime(seconds: days[0] * 86400) }
  var ends: LocalTime { LocalTime(seconds: (days[days.count - 1] + 1) * 86400) }

  private mutating func markCounted() {
    var last: [LocalTime?] = Array(repeating: nil, count: apps.count)
    for index in opens.indices {
      let open = opens[index]
      if let before = last[open.app] {
        opens[index].isCounted = open.time - before > AppHabit.freshness
      }
      last[open.app] = open.time
    }
  }
}

/// SplitMix64.
struct Generator {
  var state: UInt64

  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
