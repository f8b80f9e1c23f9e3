import Scheduling

/// Turns orders into processes. Everything is called on one event loop, on which the events of
/// `LaunchEvent` are delivered too, never from within a call.
package protocol Launcher: AnyObject {
  /// Whether runs go on when the daemon ends, and are found again by the next.
  var outlivesDaemon: Bool { get }

  /// Finds what earlier daemons started. Called once, before any launch; those that live are followed
  /// from then on, also where they are about to end, and what is found besides is ended.
  /// - Returns: by run; one that is missing is gone, and nobody knows how it ended.
  func recover(_ runs: [RecoverableRun]) throws(LaunchError) -> [RunID: FoundRun]

  /// Starts what is ordered. What happens to it comes as events.
  /// - Throws: where nothing was started and no event will come.
  func launch(_ order: LaunchOrder) throws(LaunchError)

  /// Writes the reason into the file that the command knows as `RUBATO_STOP_REASON_FILE`, then
  /// sends the signal to the command's process group. Nothing happens to a run that is over.
  func signal(_ id: LaunchID, signal: Int32, reason: String)

  /// Holds all of a run where it stands. Nothing happens to a run that is over.
  func freeze(_ id: LaunchID)

  /// Lets a frozen run go on.
  func thaw(_ id: LaunchID)

  /// Kills everything the run has started. Nothing happens to a run that is over.
  func kill(_ id: LaunchID)

  /// The process of a run's command; nil where it has not begun or is over.
  func pid(of id: LaunchID) -> Int32?

  /// The processes of a run, with all that its command has started; empty where it has not begun or is over.
  func processes(of id: LaunchID) -> Set<Int32>

  /// What the run wrote, from an offset; without one, the newest. There may be more behind the piece; behind the
  /// last there is an empty one.
  /// - Parameter limitBytes: how much to answer at most, but for the rest of a line.
  func readOutput(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(LaunchError)
    -> RunOutput

  /// From now on `news` is called on the loop whenever one of these runs may have written something, and for no
  /// others. Never from within this call.
  func followOutput(of runs: Set<RunID>, news: @escaping (RunID) -> Void)

  /// The runs of which output is kept, in order.
  var outputRuns: [RunID] { get }

  /// How many bytes are kept of what the run wrote; 0 where that is in the journal.
  func outputBytes(of run: RunID) -> Int64

  /// Deletes what the run wrote.
  func forgetOutput(of id: LaunchID) throws(LaunchError)

  /// What became of the run is on disk: whatever was kept for a daemon that might die before may go.
  func recorded(_ id: LaunchID)

  /// Starts a unit of systemd that is no run, and does not wait for it.
  func startUnit(_ name: String)

  /// Asks how long a unit of systemd has for stopping. Waits for nobody: the answer may come later.
  ///
  /// - Parameter answer: Called on the launcher's loop; with an error where there is no such unit, or it
  ///   cannot be started.
  func askStopSeconds(
    ofUnit name: String, answer: @escaping (Result<Double, LaunchError>) -> Void)

  /// From now on it is known of these timers of systemd, and of no others, whether they would start
  /// their units.
  func follow(timers names: Set<String>)

  /// Whether a timer that is followed would start its unit, by the last that systemd told. Waits for
  /// nobody.
  func isTimerActive(_ name: String) -> Bool
}
