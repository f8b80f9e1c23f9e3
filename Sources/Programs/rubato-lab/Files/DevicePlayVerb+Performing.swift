import Control
import Files
import Scenarios
import Scheduling
import Simulation
import Terminal
import Verbs

extension DevicePlayVerb: LaboratoryWork {
  /// The limit of a scenario: the daemon takes messages of up to 1 MiB, and in JSON some characters take two bytes.
  private static let longestScenario = 500_000

  /// Sends the scenario to the daemon, which plays it on its device, and prints the time after it. Warns that the
  /// scenario plays in real time if the daemon's clock is not simulated.
  func perform() throws {
    let session = try Verbs.Session(connection)
    let text = try TextFile.read(file, limit: Self.longestScenario)
    if try !session.call(GetClock()).simulated {
      Output.advise(
        "The daemon's clock is not simulated, so \(file) plays in real time;"
          + " `rubatoctl watch` shows events meanwhile.")
    }
    do throws(Failure) {
      let reply = try session.call(try playCall(text), takesLong: true)
      try session.printAnswer(reply) { screen in
        ["Played \(file): it is \(screen.clock.day(reply.now)), \(screen.clock.time(reply.now))."]
      }
    } catch {
      throw error.withFileName(file)
    }
  }
}

extension DevicePlayVerb {
  /// Returns the call that plays a scenario: its text, or, if it contains habits, the steps that are drawn from them
  /// with the scenario's own seed.
  private func playCall(_ text: String) throws(Failure) -> PlayDevice {
    do throws(FileError) {
      guard let scenario = try Scenario.withHabits(yaml: text, file: file) else {
        return PlayDevice(scenario: text)
      }
      return PlayDevice(
        start: scenario.start.text,
        steps: scenario.deviceChanges(seed: scenario.seed).map { change in
          DeviceStepInfo(
            after: change.after.seconds,
            values: Dictionary(
              change.values.map { ($0.key.text, $0.word) }, uniquingKeysWith: { $1 }))
        }, length: scenario.length.seconds)
    } catch {
      throw .refused(error.description)
    }
  }
}

extension Failure {
  /// Returns an error in a scenario with the file's name before its position; other failures unchanged.
  fileprivate func withFileName(_ file: String) -> Failure {
    // The daemon's messages about a position in the file begin with the number of the line.
    guard case .refused(let error, var parameters) = self, parameters.field == "scenario",
      parameters.message.first?.isNumber == true
    else { return self }
    parameters.message = "\(file):\(parameters.message)"
    return .refused(error: error, parameters)
  }
}
