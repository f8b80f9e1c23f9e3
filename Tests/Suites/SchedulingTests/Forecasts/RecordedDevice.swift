import Foundation

@testable import Scheduling

/// A recording of a real phone: the times when it was charging and its screen was on. Recordings are not part of the
/// project. RUBATO_TRACES names their directory; without it, tests that need a recording are skipped.
struct RecordedDevice {
  struct Event: Decodable {
    var t: Double
    var ev: String
    var on: Bool?
  }

  let name: String
  /// Changes in order, seconds on the user's calendar.
  let changes: [(time: Double, value: DeviceValue)]

  static var folder: URL? {
    guard let path = ProcessInfo.processInfo.environment["RUBATO_TRACES"] else { return nil }
    return FileManager.default.fileExists(atPath: path) ? URL(filePath: path) : nil
  }

  /// The recordings of power, if they are there.
  static let names = ["iphone16pm", "android_2017-03", "android_2021-02"]
  static let isThere = folder != nil

  init(_ name: String) throws {
    let folder = Self.folder ?? URL(filePath: ".")
    let text = try String(
      contentsOf: folder.appending(path: "\(name).jsonl"), encoding: .utf8)
    let decoder = JSONDecoder()
    changes = try text.split(separator: "\n").compactMap { line in
      let event = try decoder.decode(Event.self, from: Data(line.utf8))
      guard let isOn = event.on else { return nil }
      switch event.ev {
      case "charging": return (event.t, .power(isOn ? .ac : .battery))
      case "screen": return (event.t, .screen(isOn: isOn))
      default: return nil
      }
    }
    self.name = name
  }

  var start: Double { changes.first?.time ?? 0 }
  var end: Double { changes.last?.time ?? 0 }

  static func instant(_ seconds: Double) -> Instant {
    let nanoseconds = Int64(seconds * 1e9)
    return Instant(
      wall: WallTime(nanoseconds: nanoseconds), boot: BootTime(nanoseconds: nanoseconds),
      awake: AwakeTime(nanoseconds: nanoseconds))
  }

  /// Returns the intervals in which the raw state `fits`.
  func stretches(where fits: (DeviceState) -> Bool) -> [(start: Double, end: Double)] {
    var state = DeviceState()
    var since: Double?
    var found: [(Double, Double)] = []
    for change in changes {
      state.apply(change.value)
      let holds = state.power != nil && fits(state)
      if let begin = since, !holds {
        if change.time > begin { found.append((begin, change.time)) }
        since = nil
      } else if holds, since == nil {
        since = change.time
      }
    }
    if let begin = since { found.append((begin, end)) }
    return found
  }
}
