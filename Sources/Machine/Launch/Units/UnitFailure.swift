import CLinux
import Glibc

/// Describes a failure of systemd to start a run.
struct UnitFailure {
  var state: UnitState
  /// systemd's message about it in the journal; `nil` if there is none.
  var entry: JournalReader.ExecutionFailure?
  var order: LaunchOrder
  /// The command that shows the messages about the unit.
  var journalctl: String

  /// A sentence with the cause and the remedy.
  var message: String {
    guard state.mainCode != 0, let stage else { return otherMessage }
    return LaunchFailure(stage: stage, error: error, order: order).message
  }

  /// The stage of the start that has failed, by the exit statuses of systemd.exec(5), "Process Exit Codes"; `nil` for
  /// other statuses.
  private var stage: Int? {
    switch state.mainStatus {
    case 200: RUBATO_STAGE_DIRECTORY
    case 203: isInterpreterMissing ? RUBATO_STAGE_INTERPRETER : RUBATO_STAGE_EXEC
    case 216: RUBATO_STAGE_GROUPS
    case 217: RUBATO_STAGE_USER
    case 219: RUBATO_STAGE_CGROUP
    case 220: RUBATO_STAGE_SESSION
    default: nil
    }
  }

  private var error: Int32 {
    let error = entry?.error ?? 0
    // systemd reports this error for a uid without a user.
    return stage == RUBATO_STAGE_USER && error == ESRCH ? 0 : error
  }

  /// Whether the interpreter is missing. systemd checks the program first, and reports if the program itself is
  /// missing.
  private var isInterpreterMissing: Bool {
    guard let entry, entry.error == ENOENT else { return false }
    return !entry.isProgramMissing
  }

  /// A sentence with systemd's own description of the failure.
  private var otherMessage: String {
    let cause =
      entry.map { $0.message }
      ?? (state.mainCode == 0 ? "result \"\(state.result)\"" : "exit status \(state.mainStatus)")
    return "systemd could not start the command: \(cause). To see why:"
      + " \(journalctl)"
  }
}
