import Foundation
import JSON
import Scheduling
import Synchronization

/// Records the life of a bench for a page, if the environment variable `RUBATO_BENCH_RECORDINGS` names a directory.
struct BenchRecording {
  /// The name of the present test, with its module, suite and variant; `nil` if it is unknown, as for one bench in
  /// XCTest.
  @TaskLocal static var test: String?

  /// The directory of the recordings; `nil` if lives are not recorded.
  static let directory: String? = {
    let path = ProcessInfo.processInfo.environment["RUBATO_BENCH_RECORDINGS"] ?? ""
    return path.isEmpty ? nil : path
  }()

  /// The number of recordings of each name in this process.
  private static let counts = Mutex<[String: Int]>([:])

  private let app: String
  private let title: String
  private let begins: WallTime
  private var opened: WallTime?
  /// The elements of the arrays of `BenchLife` in Control, as JSON. Apps' tests do not build that module.
  private var (opens, entries, runs) = ([[UInt8]](), [[UInt8]](), [[UInt8]]())
  /// The recorded reasons of each request that waits.
  private var waits: [RequestKey: [Reason]] = [:]

  /// A life that has ended.
  struct Life {
    let title: String
    let app: String
    let json: [UInt8]
  }

  init(_ app: AppKey, at start: WallTime) {
    (self.app, title, begins) = (app.id, Self.test ?? app.id, start)
  }

  /// Records values of the device.
  mutating func note(_ values: [DeviceValue], at now: WallTime) {
    for value in values {
      entries.append(
        .object { json in
          json.member("at", now.text)
          json.member("event", "device")
          json.member("field", value.key.text)
          json.member("value", value.word)
        })
    }
  }

  /// Records the reasons of each request that waits, if they have changed, and the ends of waits.
  mutating func note(_ present: [(request: Request, reasons: [Reason])], at now: WallTime) {
    var endedWaits = waits
    for (request, reasons) in present {
      endedWaits[request.key] = nil
      let reasons = reasons.recorded
      if waits[request.key] == reasons { continue }
      waits[request.key] = reasons
      add(request.key, request.terms.kind, reasons, at: now)
    }
    for key in endedWaits.keys.sorted() {
      waits[key] = nil
      // The kind of a request that no longer waits is not stored here.
      add(key, .refresh, nil, at: now)
    }
  }

  /// Adds an entry with the reasons that hold a request from now on; `nil` if it no longer waits.
  private mutating func add(
    _ key: RequestKey, _ kind: Kind, _ reasons: [Reason]?, at now: WallTime
  ) {
    entries.append(
      .object { json in
        json.member("at", now.text)
        json.member("event", "wait")
        json.member("id", key.id)
        json.member("app", orNull: key.app)
        json.member("owner", Int64(key.owner))
        json.member("kind", kind.rawValue)
        json.member("reasons", orNull: reasons?.map(\.rawValue))
      })
  }

  /// Records an ended run.
  mutating func note(_ run: Run, _ ending: Ending) {
    runs.append(
      .object { json in
        json.member("run", run.id)
        json.member("id", run.key.id)
        json.member("app", orNull: run.key.app)
        json.member("owner", Int64(run.key.owner))
        json.member("kind", run.kind.rawValue)
        json.member("state", "ended")
        json.member("start", run.started.wall.text)
        json.member("end", ending.at.text)
        json.member("outcome", ending.outcome.rawValue)
        json.member("stopReason", orNull: ending.stopReason?.code)
        json.member("dumpedCore", false)
        json.member("killed", ending.outcome == .killed)
        json.member("budget", run.budget.seconds)
        json.member("arguments", [String]())
      })
  }

  /// Records that the user opens or leaves the app. A repeated call has no effect.
  mutating func note(isOpen: Bool, at now: WallTime) {
    if isOpen {
      opened = opened ?? now
      return
    }
    guard let opened else { return }
    opens.append(.interval(from: opened, to: now))
    self.opened = nil
  }

  /// Returns the recorded life up to now, with the failures of the app.
  mutating func end(_ failures: [BenchFailure], at now: WallTime) -> Life {
    // An interval in which the app is open ends with the life.
    note(isOpen: false, at: now)
    let failureObjects = failures.distinct.map { failure, count in
      Self.object(of: failure, count: count)
    }
    let (opens, entries, runs) = (opens, entries, runs)
    let text = [UInt8].object { json in
      json.member("title", title)
      json.member("app", app)
      json.name("range")
      json.write(json: .interval(from: begins, to: now))
      json.array("opens", opens)
      json.array("entries", entries)
      json.array("runs", runs)
      json.array("failures", failureObjects)
    }
    return Life(title: title, app: app, json: text)
  }

  /// Returns a failure that occurred `count` times as a JSON object.
  private static func object(of failure: BenchFailure, count: Int) -> [UInt8] {
    let place = failure.location.map { ", at \($0)" } ?? ""
    let note = BenchFailures.note(on: count).map { " \($0)" } ?? ""
    return .object { json in
      json.member("code", failure.code)
      json.member("text", "\(failure.identifier): \(failure.message)\(place).\(note)")
    }
  }

  /// Whether a character of a test's name stays in the name of a file.
  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "." || character == "-"
  }

  /// Writes a life to a new file in a directory, which is created. Returns the path.
  @discardableResult
  static func write(_ life: Life, to directory: String) throws -> String {
    // File systems limit a name to 255 bytes.
    let name = String(life.title.prefix(160).map { isPlain($0) ? $0 : "_" })
    let count = counts.withLock { counts in
      counts[name, default: 0] += 1
      return counts[name] ?? 1
    }
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    // Without the name of the test, and for the cases of one test, other processes may have the same.
    let isShared = life.title == life.app || TestRepetition.current != nil
    let process = isShared ? "-\(getpid())" : ""
    let path = "\(directory)/\(name)\(process)-\(count).json"
    try Data(life.json).write(to: URL(filePath: path))
    return path
  }
}

extension WallTime {
  /// The time in RFC 3339.
  fileprivate var text: String { UniversalTime.text(self) }
}

extension JSONWriter {
  /// Writes a member that is an array of elements in JSON.
  fileprivate mutating func array(_ name: StaticString, _ elements: [[UInt8]]) {
    self.name(name)
    beginArray()
    for element in elements { write(json: element) }
    endArray()
  }
}

extension [UInt8] {
  /// Returns the JSON of an object whose members `body` writes.
  fileprivate static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    body(&json)
    json.endObject()
    return json.bytes
  }

  /// Returns the JSON of an interval.
  fileprivate static func interval(from: WallTime, to: WallTime) -> [UInt8] {
    .object { json in
      json.member("from", from.text)
      json.member("to", to.text)
    }
  }
}
