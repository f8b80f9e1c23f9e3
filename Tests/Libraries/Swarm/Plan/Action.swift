import Scheduling

/// One thing that happens from outside, as a seed has drawn it.
enum Action {
  /// A call to the daemon; the ticket is put in by whoever makes it.
  case call(@Sendable (Ticket) -> Event)
  /// Something that the machine or a launcher tells.
  case fact(Event)
  /// Somebody pauses something, from the moment on at which it happens.
  case pause(length: Duration?, @Sendable (WallTime) -> Pause)
  /// So many submissions at once.
  case burst(count: Int)
  /// A report of a run: of the live one with this place in their order, or else of any.
  case report(place: Int?, RunID, RunReport)
  /// Values of the device: told by the machine where it is read, else by hand.
  case device([DeviceValue])
  /// A user starts an app; one of the processes of apps ends, or is held by a debugger.
  case startApp(AppKey)
  case endApp(place: Int)
  case debugApp(place: Int)
  /// The announcement of a sleep, which then comes or not.
  case announceSleep(for: Duration?)
  case suspend(Duration)
  case setClock(by: Duration)
  /// The clock is far ahead from now on; where it is already, it is set right.
  case wrongYear(by: Duration)
  /// The daemon dies after so many more things that it does outside.
  case crash(after: Int, downFor: Duration)
  case diskFull(for: Duration)
  case failCommits(Int)
  /// The store cannot be read, so that a failed commit cannot be undone.
  case unreadable(times: Int)
  case reboot(downFor: Duration)
  case failLaunches(Int)
  /// The daemon is told to stop, and started again.
  case drain(downFor: Duration)
}

extension Action: CustomStringConvertible {
  /// For people who look into what broke.
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
