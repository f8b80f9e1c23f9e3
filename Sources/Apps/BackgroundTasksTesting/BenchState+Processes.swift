import BackgroundTasks
import Scheduling

// Reports the processes of the app to the scheduler.
extension BenchState {
  /// Marks the app as open. Moves the process that the user has started to the foreground and returns `true`; `false`
  /// if there is none, so that one must be launched.
  mutating func bringUsersProcessToFront() -> Bool {
    processes.isOpen = true
    guard let process = processes.newest, process.isStartedByUser else { return false }
    processes[process.link.number]?.endsAfterLastTask = false
    world.send(.opened)
    return true
  }

  /// Attaches a process that the user has started. Returns its number; `nil` if the scheduler refuses it.
  mutating func attachUsersProcess() -> Int64? { world.attach(nil) }

  /// Attaches a process whose launch has ended, so that the scheduler sends it tasks. Does nothing if it has ended.
  mutating func attach(_ process: Int64) {
    if processes[process] != nil { _ = world.attach(process) }
  }

  /// Returns the identifiers that the Info.plist lists but for which the process has no handler.
  ///
  /// - Parameter exempt: The identifiers that need no handler.
  func missingHandlers(of number: Int64, _ app: BenchApp, but exempt: Set<String>) -> [String] {
    guard let process = processes[number] else { return [] }
    return app.plainIdentifiers.filter { !exempt.contains($0) && !process.handlers.contains($0) }
  }

  /// Adds a failure of the app for each of these identifiers, which the Info.plist lists and which has no handler.
  ///
  /// - Parameter mainQueueRunsBlocks: Whether the main queue of this process runs blocks.
  mutating func noteMissing(handlers identifiers: [String], mainQueueRunsBlocks: Bool) {
    let advice =
      "register one, or remove the identifier from BGTaskSchedulerPermittedIdentifiers; if another process registers it,"
      + " add it to BenchOptions.needsNoHandler"
    for identifier in identifiers {
      fail(
        .noHandler, identifier,
        "the Info.plist lists the identifier, but the launch of the app registers no handler for it"
          + (mainQueueRunsBlocks ? "" : ": \(BenchState.mainQueueIsHeld)"),
        suggestion: mainQueueRunsBlocks ? advice : BenchState.mainQueueRemedy)
    }
  }
}

extension BenchWorld {
  /// Attaches a process of the app.
  ///
  /// - Parameter process: The launched process; `nil` for one that the user has started, whose launch finishes later.
  /// - Returns: The number of the process; `nil` if it was refused.
  mutating func attach(_ process: Int64?) -> Int64? {
    let pid = Int32(truncatingIfNeeded: process ?? nextPID)
    var attachment = AppAttachment(
      owner: key.owner, identity: Scheduling.AppProcess.Identity(pid: pid, startTicks: 1))
    attachment.app = key.id
    attachment.process = process
    attachment.hasFinishedLaunching = process != nil
    guard case .attached(let attached) = try? ask({ .attachApp(attachment, $0) }) else {
      return nil
    }
    return attached.id
  }

  /// Reports to the scheduler that the launch of a process has finished.
  mutating func endLaunch(of process: Int64) {
    _ = try? ask { .finishLaunch(process, $0, handlers: nil) }
  }

  /// Returns the text of a device field; `nil` if it is unknown.
  func text(of field: String) -> String? {
    device.values.first { $0.key.text == field }?.text
  }
}
