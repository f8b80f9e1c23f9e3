import Scheduling

/// Turns orders into processes. All calls are made on one event loop. The events of `LaunchEvent` are delivered on
/// the same loop, never from within a call.
package protocol Launcher: AnyObject {
  /// Whether runs continue when the daemon ends, and the next daemon finds them.
  var outlivesDaemon: Bool { get }

  /// Whether the journal has the output of runs, and not files of the launcher.
  var outputIsInJournal: Bool { get }

  /// The cgroup controllers that limits of runs need and this daemon does not have, in order; empty if they are
  /// unknown.
  var missingControllers: [String] { get }

  /// The cgroups with the processes of runs, as paths below the root of cgroups: `rubato.slice`. Without a cgroup for
  /// runs, empty.
  var cgroupsOfRuns: [String] { get }

  /// Finds the processes of earlier daemons. Called once, before any launch. Surviving runs are followed from then
  /// on, including runs that are about to end. Surviving failure commands continue; other processes are killed.
  /// - Returns: The state of each run that was found, also after its end. A run that is missing has ended with an
  ///   unknown outcome.
  func recover(_ runs: [RecoverableRun]) throws(LaunchError) -> [RunID: FoundRun]

  /// Starts an order. Its outcome is delivered as events.
  /// - Throws: An error if nothing was started and no event will follow.
  func launch(_ order: LaunchOrder) throws(LaunchError)

  /// Writes the reason into the file in `RUBATO_STOP_REASON_FILE`, then sends the signal to the command's process
  /// group. Has no effect on a run that has ended.
  func signal(_ id: LaunchID, signal: Int32, reason: String)

  /// Writes the reason as `signal` does, then sends a signal that does not ask the run to stop, such as one before the
  /// end of its budget. Sends it only once.
  func notify(_ id: LaunchID, signal: Int32, reason: String)

  /// Freezes all processes of a run. Has no effect on a run that has ended.
  func freeze(_ id: LaunchID)

  /// Continues a frozen run.
  func thaw(_ id: LaunchID)

  /// Kills all processes of a run. Has no effect on a run that has ended.
  func kill(_ id: LaunchID)

  /// Returns the process of a run's command; `nil` if the command has not started or has ended.
  func pid(of id: LaunchID) -> Int32?

  /// Returns the processes of a run, with all that its command has started; empty if the run has not started or has
  /// ended.
  func processes(of id: LaunchID) -> Set<Int32>

  /// Returns the output of the run from an offset; without an offset, the newest output. More output may follow the
  /// piece; after the last piece, an empty one is returned.
  /// - Parameter limitBytes: The maximum size, except for the rest of a line.
  func readOutput(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(LaunchError)
    -> RunOutput

  /// Returns the newest output of the run, at most this many bytes. Unlike `readOutput`, it takes no longer for a run
  /// with more output.
  func readNewestOutput(of id: LaunchID, limitBytes: Int) throws(LaunchError) -> NewestOutput

  /// From now on, calls `onNewOutput` on the loop whenever one of these runs may have new output, and no longer for
  /// runs of earlier calls. Never calls `onNewOutput` from within this call.
  func followOutput(of runs: Set<RunID>, onNewOutput: @escaping (RunID) -> Void)

  /// The runs with kept output, in order.
  var outputRuns: [RunID] { get }

  /// Returns the number of kept output bytes of the run; 0 if the output is in the journal.
  func outputBytes(of run: RunID) -> Int64

  /// Deletes the output of the run.
  func forgetOutput(of id: LaunchID) throws(LaunchError)

  /// Called after the outcome of the run is committed. Deletes the data by which a restarted daemon would find the run.
  func forgetRecorded(_ id: LaunchID)

  /// Starts a unit of systemd that is no run, without waiting: the answer may come later.
  ///
  /// - Parameter answer: Called on the launcher's loop; with an error if systemd does not start the unit.
  func startUnit(_ name: String, answer: @escaping (LaunchError?) -> Void)

  /// Queries the stop timeout of a unit of systemd, without waiting: the answer may come later.
  ///
  /// - Parameter answer: Called on the launcher's loop; with an error if the unit does not exist or cannot be
  ///   started.
  func queryStopSeconds(
    ofUnit name: String, answer: @escaping (Result<Double, LaunchError>) -> Void)

  /// From now on, follows whether these timers of systemd would start their units. Timers of earlier calls are no
  /// longer followed.
  func follow(timers names: Set<String>)

  /// Returns whether a followed timer would start its unit, by the last report of systemd, without waiting.
  func isTimerActive(_ name: String) -> Bool
}

extension Launcher {
  package var outputIsInJournal: Bool { outlivesDaemon }

  package var missingControllers: [String] { [] }

  package var cgroupsOfRuns: [String] { [] }

  package func readNewestOutput(of id: LaunchID, limitBytes: Int) throws(LaunchError)
    -> NewestOutput
  {
    let output = try readOutput(of: id, from: nil, limitBytes: limitBytes)
    return NewestOutput(bytes: output.bytes, isWhole: output.start == 0)
  }

  package func notify(_ id: LaunchID, signal: Int32, reason: String) {
    self.signal(id, signal: signal, reason: reason)
  }
}
