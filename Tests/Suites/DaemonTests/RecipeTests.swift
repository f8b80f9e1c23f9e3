import Control
import Foundation
import Testing

/// The table of docs/coming-from.md with the times of runs: each request is submitted with the options of its row, and
/// run through the day that the column names.
struct RecipeTests {
  private struct Row {
    var options: String
    var cells: [String]
  }

  private struct Day {
    var submitted: String
    var power: String
    /// The hours at which the user arrives and leaves; `nil` if the user is never away. Both are equal if the user is
    /// never there.
    var user: (comes: Int, goes: Int)?
    var weekday: Int
  }

  private static let days = [
    Day(submitted: "2026-03-02T12:00:00Z", power: "ac", user: (8, 18), weekday: 2),
    Day(submitted: "2026-03-02T12:00:00Z", power: "ac", user: nil, weekday: 2),
    Day(submitted: "2026-03-02T12:00:00Z", power: "battery", user: (8, 18), weekday: 2),
    Day(submitted: "2026-02-28T12:00:00Z", power: "ac", user: (0, 0), weekday: 7),
  ]

  private static func page() throws -> String {
    try SourceTree.text("docs/coming-from.md")
  }

  private static func rows() throws -> [Row] {
    let lines = try page().components(separatedBy: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| request | on a weekday |") })
    return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        options: cells[0].trimmingCharacters(in: ["`"]), cells: Array(cells.dropFirst()))
    }
  }

  /// Every recipe that repeats or has a date has a description of its effect on the page.
  @Test func eachRecipeWithATimeIsInTheTable() throws {
    let known = try Self.rows().map(\.options)
    let page = try Self.page()
    for span in page.matches(of: /`([^`\n]*--(?:every|on) [^`\n]*)`/).map({ String($0.1) }) {
      let options = span.replacing(#/^rubatoctl submit /#, with: "")
        .replacing(#/ ?-- .*$/#, with: "").replacing(#/--id [^ ]+ ?/#, with: "").trimmingCharacters(
          in: .whitespaces)
      // An interval without other options has its own sentence.
      if options == "--every 15m" || ["--on 'Mon..Fri 09:00'", "--on '*-*-01'"].contains(options) {
        continue
      }
      #expect(known.contains(options), "\(options)")
    }
    #expect(known.count > 5)
  }

  @Test(arguments: days.indices)
  func runsWhenThePageSays(column: Int) throws {
    let day = Self.days[column]
    let directory = try TemporaryDirectory()
    // The clock of the condition is that of the machine.
    let date = "\(directory.path)/date"
    try "#!/bin/sh\necho \(day.weekday)\n".write(toFile: date, atomically: true, encoding: .utf8)
    chmod(date, 0o755)
    let environment = ["TZ": "UTC", "PATH": "\(directory.path):/usr/bin:/bin"]
    let daemon = try DaemonProcess(directory, ["--start", day.submitted], environment: environment)
    try set(day, daemon, isThere: day.user.map { $0.comes < 12 && $0.goes > 12 } ?? true)
    let rows = try Self.rows()
    for (index, row) in rows.enumerated() {
      let line = "exec '\(Rubatoctl.built.path)' submit --id r\(index) \(row.options) -- true"
      let said = try Rubatoctl.run(
        ["-c", line], by: daemon, environment: environment, as: URL(filePath: "/bin/sh"))
      #expect(said.code == 0, "\(row.options): \(said.errors)")
    }
    let start = try #require(UniversalDay.parse(day.submitted)) + 12 * 3600
    for hour in stride(from: -10, through: 24, by: 2) {
      _ = try daemon.call(AdvanceClock(to: UniversalDay.text(start + Double(hour) * 3600)))
      guard let user = day.user, user.comes < user.goes else { continue }
      let clock = (hour + 24) % 24
      if clock == user.comes { try set(day, daemon, isThere: true) }
      if clock == user.goes { try set(day, daemon, isThere: false) }
    }
    for (index, row) in rows.enumerated() {
      let runs = try daemon.call(Runs(id: "r\(index)", limit: 1000)).runs
      let starts = runs.compactMap(\.start).filter {
        $0 >= UniversalDay.text(start) && $0 < UniversalDay.text(start + 86_400)
      }
      let cell =
        starts.count == 1 ? String(starts[0].dropFirst(11).prefix(5)) : "\(starts.count) times"
      let said = starts.isEmpty ? "not" : cell
      #expect(row.cells[column] == said, "\(row.options), column \(column + 1)")
    }
  }

  private func set(_ day: Day, _ daemon: DaemonProcess, isThere: Bool) throws {
    _ = try daemon.call(
      SetDevice(values: [
        "power": day.power, "battery": "80", "idle": isThere ? "no" : "yes",
        "screen": isThere ? "on" : "off",
      ]))
  }
}

/// Moments as the interface writes them.
private enum UniversalDay {
  static func parse(_ text: String) -> Double? {
    (try? Date(text, strategy: .iso8601))?.timeIntervalSince1970
  }

  static func text(_ seconds: Double) -> String {
    Date(timeIntervalSince1970: seconds).formatted(.iso8601).replacing("Z", with: ".000Z")
  }
}
