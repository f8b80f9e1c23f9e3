import Scheduling

/// An action from outside the daemon, as drawn for a seed.
enum Action {
  /// A call to the daemon; the simulated caller supplies the ticket.
  case call(@Sendable (Ticket) -> Event)
  /// An event from the machine or a launcher.
  case fact(Event)
  /// A user pauses requests, from the moment at which the action is performed.
  case pause(length: Duration?, @Sendable (WallTime) -> Pause)
  /// This number of submissions at the same time.
  case burst(count: Int)
  /// A report of a run: of the live run at this place in their order; if `place` is `nil`, of the run with this id.
  case report(place: Int?, RunID, RunReport)
  /// Values of the device: reported by the machine if it is read, otherwise overridden by hand.
  case device([DeviceValue])
  /// A user starts an app, a process of an app ends, or a debugger stops one.
  case startApp(AppKey)
  case endApp(place: Int)
  case debugApp(place: Int)
  /// The machine announces a sleep, which may not follow.
  case announceSleep(for: Duration?)
  case suspend(Duration)
  case setClock(by: Duration)
  /// The clock is set far ahead; if it is already ahead, it is set right.
  case wrongYear(by: Duration)
  /// The daemon dies after this number of further actions.
  case crash(after: Int, downFor: Duration)
  case diskFull(for: Duration)
  case failCommits(Int)
  /// The store cannot be read, so that a failed commit cannot be undone.
  case unreadable(times: Int)
  case reboot(downFor: Duration)
  case failLaunches(Int)
  /// The daemon is stopped in order, and started again.
  case drain(downFor: Duration)
}

extension Action: CustomStringConvertible {
  /// A description for people who investigate a violation.
  var description: String {
    switch self {
    case .call(let make): make(0).told
    case .fact(let event): event.told
    case .pause(let length, let make):
      "a pause of \(make(WallTime(seconds: 0)).scope)\(length.map { ", for \($0)" } ?? "")"
    case .burst(let count): "\(count) submissions"
    case .report(let place, let run, let report):
      "\(report) of \(place.map { "the live run in place \($0)" } ?? "run \(run)")"
    case .device(let values): "the device: \(values.map(\.assignment).joined(separator: " "))"
    case .startApp(let app): "a user starts \(app.id)"
    case .endApp(let place): "the process of an app in place \(place) ends"
    case .debugApp(let place): "a debugger holds the process of an app in place \(place)"
    case .announceSleep(let duration): "sleep is announced\(duration.map { ", for \($0)" } ?? "")"
    case .suspend(let duration): "the machine sleeps for \(duration)"
    case .setClock(let offset): "the clock is set by \(offset)"
    case .wrongYear(let offset): "the clock is \(offset) ahead, or set right"
    case .crash(let effects, let duration): "the daemon dies after \(effects), for \(duration)"
    case .diskFull(let duration): "the disk is full for \(duration)"
    case .failCommits(let count): "\(count) commits fail"
    case .unreadable: "the store cannot be read once"
    case .reboot(let duration): "the machine boots again after \(duration)"
    case .failLaunches(let count): "\(count) launches fail"
    case .drain(let duration): "the daemon is stopped for \(duration)"
    }
  }
}
