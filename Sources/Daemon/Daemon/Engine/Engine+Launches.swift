import Launch
import Scheduling
import Stepping

/// Receives the events of a launcher, also before the engine exists: runs of an earlier daemon can end then.
final class LaunchEvents {
  private let inbox: Inbox
  weak var engine: Engine?

  init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  /// Puts the event of a run or condition into the inbox. Passes other events to the engine; they are lost if it does
  /// not exist yet.
  func send(_ event: LaunchEvent) {
    if let runEvent = Event(event) {
      inbox.put(.event(runEvent))
    } else {
      engine?.handleProgramEvent(event)
    }
  }
}

extension Event {
  /// Makes the scheduler's event for the start of a run, or for the end of a run or condition; `nil` for all other
  /// processes and starts.
  fileprivate init?(_ event: LaunchEvent) {
    switch event {
    case .started(.run(let run), _): self = .runStarted(run)
    case .started: return nil
    case .failed, .ended:
      guard let (id, processExit) = event.end else { return nil }
      self.init(end: id, processExit)
    }
  }
}

extension LaunchEvent {
  /// The end of the process; `nil` if it is still running.
  fileprivate var end: (id: LaunchID, processExit: ProcessExit)? {
    switch self {
    case .started: return nil
    case .failed(let id, let message):
      var processExit = ProcessExit()
      processExit.launchFailure = message
      return (id, processExit)
    case .ended(let end): return (end.id, end.processExit)
    }
  }
}

extension Engine {
  /// Starts the process of an order. A failed start is handled as the end of the process.
  func launch(_ order: LaunchOrder) {
    do throws(LaunchError) {
      try programs.launcher.launch(order)
    } catch {
      handle(.failed(order.id, message: "\(error)"))
    }
  }

  /// Queues the event of a run or condition for the scheduler. Handles that of any other process in the engine.
  func handle(_ event: LaunchEvent) {
    if let runEvent = Event(event) { post(runEvent) } else { handleProgramEvent(event) }
  }

  /// Handles the start or the end of a process that the scheduler does not know. Records the start of a failure
  /// command. At an end, deletes the output, and records the end of a failure command, notification or path observer.
  fileprivate func handleProgramEvent(_ event: LaunchEvent) {
    if case .started(.failureCommand(let number), _) = event {
      return act { $0.noteStart(ofFailureCommand: number) }
    }
    guard let (id, processExit) = event.end else { return }
    act { engine in
      let processExit = engine.removeOutput(of: id, addingLastLineTo: processExit)
      switch id {
      // Notifications have numbers among those of failure commands.
      case .failureCommand(let number) where engine.programs.notices[number] != nil:
        engine.noteEnd(ofNotice: number, processExit)
      case .failureCommand(let number): engine.noteEnd(ofFailureCommand: number, processExit)
      case .observer(let number): engine.noteEnd(ofObserver: number, processExit)
      // Never passed here: their ends are events for the scheduler.
      case .run, .check: break
      }
    }
  }
}
