import Foundation
import Scheduling

/// A recording of the power and screen of a real phone. Recordings are not part of the project. RUBATO_TRACES names
/// their directory; without it, tests that need a recording are skipped.
struct PowerRecording {
  private struct Line: Decodable {
    var t: Double
    var ev: String
    var on: Bool?
    var level: Int?
  }

  /// The changes, in the order of time.
  let changes: [(at: WallTime, value: DeviceValue)]

  static let path = ProcessInfo.processInfo.environment["RUBATO_TRACES"].map {
    "\($0)/iphone16pm.jsonl"
  }
  static let isThere = path.map { FileManager.default.fileExists(atPath: $0) } ?? false

  init(path: String) throws {
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let decoder = JSONDecoder()
    changes = try text.split(separator: "\n").compactMap { line in
      let line = try decoder.decode(Line.self, from: Data(line.utf8))
      return Self.value(line).map { (WallTime(nanoseconds: Int64(line.t * 1e9)), $0) }
    }
  }

  private static func value(_ line: Line) -> DeviceValue? {
    switch line.ev {
    case "charging": .power(line.on == true ? .ac : .battery)
    case "battery": .battery(line.level)
    // A user who turns the screen on is active, as a login service reports it.
    case "screen": .idle(line.on != true)
    default: nil
    }
  }
}
