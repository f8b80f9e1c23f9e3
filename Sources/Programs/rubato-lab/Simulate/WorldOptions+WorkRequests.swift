import Files
import Scenarios
import Scheduling
import Simulation
import Verbs

extension WorldOptions {
  /// Reads the work requests of an Android app, and the text of their file; `nil` if no file is given.
  func readWorkRequests() throws(Failure) -> (read: WorkRequests, text: String)? {
    guard let workRequests else { return nil }
    let text = try TextFile.read(workRequests, limit: Self.longestScenario)
    do throws(FileError) {
      return (try WorkRequests(json: text, file: workRequests), text)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Returns the scenario with the work requests in place of its tasks; without work requests, the scenario unchanged.
  /// For work requests on a trace without a scenario, returns a scenario that contains only them. `nil` if there is
  /// no scenario, and either no trace or no work requests.
  func withTasks(of requests: WorkRequests?, _ scenario: Scenario?) -> Scenario? {
    guard let requests, scenario != nil || trace != nil else { return scenario }
    var changed =
      scenario
      ?? Scenario(
        name: "work", start: CivilTime(universalSeconds: 0), length: .zero,
        clock: LocalClock(secondsFromUTC: 0))
    changed.replaceTasks(by: requests)
    return changed
  }

  /// Prints the notes on the translated work requests as errors. Called for simulations whose output has no notes.
  func printNotes() throws(Failure) {
    for line in try readWorkRequests()?.read.notes.lines ?? [] { Output.printError(line) }
  }
}
