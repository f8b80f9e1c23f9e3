/// Turns orders into processes. Everything is called on one serial queue, on which the events of
/// `LaunchEvent` are delivered too, never from within a call.
package protocol Launcher: AnyObject {
  /// Starts a run. What happens to it comes as events.
  /// - Throws: where nothing was started and no event will come.
  func launch(_ order: LaunchOrder) throws(LaunchError)

  /// Writes the reason into the file that the command knows as `RUBATO_STOP_REASON_FILE`, then
  /// sends the signal to the command's process group. Nothing happens to a run that is over.
  func signal(run: Int64, signal: Int32, reason: String)

  /// Kills everything the run has started. Nothing happens to a run that is over.
  func kill(run: Int64)

  /// What the run wrote, from an offset; without one, the newest.
  /// - Parameter limitBytes: how much to answer at most.
  func readOutput(run: Int64, from offset: Int64?, limitBytes: Int) throws(LaunchError) -> RunOutput

  /// Deletes what the run wrote.
  func forgetOutput(run: Int64) throws(LaunchError)
}
