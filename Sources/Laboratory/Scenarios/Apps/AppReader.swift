import Files
import Scheduling
import Simulation

/// Reads an app, or several equal ones.
struct AppReader {
  let calendar: Calendar
  let tasks: TaskReader

  private static let keys = ["name", "count", "opens", "drain", "heat", "tasks"]

  /// Reads an app with the times of its opens, its battery use and heat while open, and its tasks. With a trace, an app
  /// named `*` gives its tasks to every app without an entry.
  func read(_ node: Node, file: String) throws(FileError) -> AppModel {
    let fields = try Fields(node, describing: "an app", allowed: Self.keys, file: file)
    let place = try fields.require("name", example: "news")
    let name = try fields.text("name") ?? ""
    guard TaskReader.isName(name) || name == "*" else {
      throw fields.error(
        at: place, "name '\(name)' is not allowed; use letters, digits and . _ @ : -, or *")
    }
    var app = AppModel(name: name)
    app.count = try fields.wholeNumber("count", in: 1...10_000) ?? 1
    app.useDrain = try fields.number("drain", in: 0...10_000) ?? 0
    app.useHeat = try fields.number("heat", in: 0...100) ?? 0
    for item in try fields.items("opens") {
      app.opens.append(
        try calendar.rhythm(
          Fields(item, describing: "a rhythm", allowed: Calendar.rhythmKeys, file: file)))
    }
    for item in try fields.items("tasks") {
      app.tasks.append(try tasks.read(item, file: file, arrival: .firstOpen))
    }
    try AppReader.checkUniqueIDs(app.tasks, fields)
    return app
  }

  /// Throws an error if two of `tasks` have the same id.
  static func checkUniqueIDs(_ tasks: [ModelTask], _ fields: Fields) throws(FileError) {
    var seenIDs: Set<String> = []
    for task in tasks where !seenIDs.insert(task.id).inserted {
      throw fields.place.error("two tasks have the id '\(task.id)'; rename one of them")
    }
  }
}
