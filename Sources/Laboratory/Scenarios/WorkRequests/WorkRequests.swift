import Files
import Scheduling
import Simulation

/// The work requests of an Android app, in the words of its WorkManager, as tasks of a simulated device
/// (docs/android.md).
package struct WorkRequests: Sendable {
  /// The largest number of requests in a file, far more than the 150 jobs of an app that JobScheduler accepts.
  private static let most = 1000

  /// The tasks. Each is after its prerequisites, so that it is submitted after them.
  package private(set) var tasks: [ModelTask] = []
  package private(set) var notes = TranslationNotes()

  /// Reads a list of work requests.
  ///
  /// - Parameters:
  ///   - json: The content of the file: JSON, or YAML with the same keys.
  ///   - file: Its name, for errors.
  package init(json: String, file: String) throws(FileError) {
    let root = try Document.root(of: json, file: file, form: "JSON")
    guard case .sequence(let items) = root, !items.isEmpty else {
      throw Place(root, file: file).error(
        "work requests are a list of at least one; write them as [{\"uniqueName\": \"sync\"}]")
    }
    guard items.count <= Self.most else {
      throw Place(root, file: file).error(
        "\(items.count) work requests are too many; write at most \(Self.most)")
    }
    var reader = WorkRequestReader(file: file)
    var requests: [WorkRequest] = []
    var names: Set<String> = []
    for item in items {
      let request = try reader.read(item)
      guard names.insert(request.name).inserted else {
        throw request.place.error(
          "two work requests have the uniqueName '\(request.name)'; rename one of them")
      }
      requests.append(request)
    }
    notes = reader.notes
    tasks = try Self.ordered(requests)
  }

  /// Returns the tasks of the requests, each after its prerequisites. A chain is enqueued as a whole, so a request
  /// arrives with its prerequisites.
  private static func ordered(_ requests: [WorkRequest]) throws(FileError) -> [ModelTask] {
    let order = PredecessorOrder(requests.map { $0.name }) { requests[$0].prerequisites }
    if let cycle = order.cycles.first {
      let first = requests[cycle[0]]
      throw first.place.error(
        "'\(first.name)' is among its own prerequisites; remove one from the chain "
          + (cycle.map { requests[$0].name } + [first.name]).joined(separator: ", "))
    }
    var earlierRequests: [String: WorkRequest] = [:]
    var tasks: [ModelTask] = []
    for position in order.positions {
      var request = requests[position]
      for name in request.prerequisites {
        guard let prerequisite = earlierRequests[name] else {
          throw request.place.error(
            "prerequisite '\(name)' not found; use a uniqueName of this file")
        }
        try request.follow(prerequisite)
      }
      earlierRequests[request.name] = request
      tasks.append(request.task)
    }
    return tasks
  }
}

extension Scenario {
  /// Replaces all tasks of the scenario by those of an Android app.
  package mutating func replaceTasks(by requests: WorkRequests) {
    for index in apps.indices { apps[index].tasks = [] }
    tasks = requests.tasks
  }
}
