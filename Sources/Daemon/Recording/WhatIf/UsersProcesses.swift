import Scheduling

/// The processes of apps that users have started. They attach and end at the recorded times with any settings, but their
/// numbers depend on the runs that were launched before.
struct UsersProcesses {
  /// The number in the recording that each attachment led to, in order; `nil` if it was refused.
  private var recorded: [RunID?] = []
  private var attachmentCount = 0
  /// The numbers in the replay with other settings, by the recorded ones.
  private var numbers: [RunID: RunID] = [:]

  /// Whether `event` is the attachment of such a process.
  static func isAttachment(_ event: Event) -> Bool {
    if case .attachApp(let attachment, _) = event { attachment.process == nil } else { false }
  }

  /// Records the effects of an attachment with the recorded settings.
  mutating func recordAttachment(_ effects: [Effect]) {
    recorded.append(effects.attachedProcess)
  }

  /// Notes the processes with which a recording begins. Their numbers are equal in both replays.
  mutating func begin(with processes: [AppProcess]) {
    for process in processes where process.isUsers { numbers[process.id] = process.id }
  }

  /// Notes the effects of the next attachment with other settings.
  mutating func noteAttachment(_ effects: [Effect]) {
    defer { attachmentCount += 1 }
    guard recorded.indices.contains(attachmentCount), let id = recorded[attachmentCount] else {
      return
    }
    numbers[id] = effects.attachedProcess
  }

  /// Returns the present number of a recorded process; `nil` if it is another process or run, or was refused.
  subscript(_ recorded: RunID) -> RunID? { numbers[recorded] }

  /// Returns the event of such a process with its present number; `nil` for other events.
  func present(_ event: Event) -> Event? {
    switch event {
    // The model decides how its runs end, and does not know which handlers it has called.
    case .attachApp(var attachment, let ticket) where attachment.process == nil:
      attachment.begun = nil
      return .attachApp(attachment, ticket)
    case .finishLaunch(let id, let ticket, let handlers):
      return self[id].map { .finishLaunch($0, ticket, handlers: handlers) }
    case .detachApp(let id): return self[id].map { .detachApp($0) }
    case .debugged(let id): return self[id].map { .debugged($0) }
    default: return nil
    }
  }
}

extension [Effect] {
  /// The number of the process that has attached; `nil` if the attachment was refused.
  fileprivate var attachedProcess: RunID? {
    for case .afterCommit(.answer(_, .attached(let process))) in self { return process.id }
    return nil
  }
}
