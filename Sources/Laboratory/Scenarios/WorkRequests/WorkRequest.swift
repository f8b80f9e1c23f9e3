import Files
import Scheduling
import Simulation

/// One work request of an Android app.
struct WorkRequest {
  var name: String
  var place: Place
  var task: ModelTask
  /// The names of the requests that must succeed before.
  var prerequisites: [String] = []

  var isPeriodic: Bool { task.terms.asked.every != nil }

  /// Makes this request arrive together with one of its prerequisites, since an app enqueues a chain as a whole. Called
  /// for each prerequisite in order. Throws an error if the prerequisite is periodic, or if two prerequisites arrive at
  /// different times.
  mutating func follow(_ prerequisite: WorkRequest) throws(FileError) {
    guard !prerequisite.isPeriodic else {
      throw place.error(
        "prerequisite '\(prerequisite.name)' is periodic, and WorkManager chains only one-time work;"
          + " use a one-time request")
    }
    // The call for the first prerequisite sets the arrival, with which those of the others are compared.
    let isFirst = prerequisite.name == prerequisites.first
    guard isFirst || task.arrival == prerequisite.task.arrival else {
      throw place.error(
        "the prerequisites of '\(name)' are enqueued at different times; give them the same 'enqueued'"
      )
    }
    task.arrival = prerequisite.task.arrival
  }
}
