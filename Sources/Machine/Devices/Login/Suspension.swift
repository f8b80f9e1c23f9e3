import Bus
import Glibc

/// Puts the machine to sleep through logind, as a user would who is the last to leave: not if a program prevents it.
///
/// logind itself does not ask inhibitors if root requests sleep. All of this runs on the loop of the bus.
final class Suspension {
  private let bus: Bus
  private let log: (String) -> Void
  private var logind: BusService?

  /// - Parameters:
  ///   - bus: The system bus.
  ///   - log: Called with a message for the administrator if the machine stays awake.
  init(bus: Bus, log: @escaping (String) -> Void) {
    self.bus = bus
    self.log = log
  }

  /// Reads which programs prevent sleep, and then requests it. An inhibitor of this process does not count.
  func suspendUnlessPrevented() {
    let logind = self.logind ?? BusService(Logind.name, on: bus)
    self.logind = logind
    logind.call("ListInhibitors", path: Logind.path, interface: Logind.manager) { [weak self] in
      self?.handleInhibitors($0)
    }
  }

  /// Stops following logind.
  func stop() {
    logind?.stop()
    logind = nil
  }

  /// Requests sleep, unless another process prevents it or logind did not answer.
  private func handleInhibitors(_ result: Result<[BusValue], BusError>) {
    switch result {
    case .failure(let error):
      logThatMachineStaysAwake("logind did not list its inhibitors (\(error))")
    case .success(let values):
      if let other = values.first?.elements.lazy.compactMap(Self.sleepBlocker).first {
        return logThatMachineStaysAwake("\(other) prevents sleep")
      }
      suspend()
    }
  }

  /// Returns the program that an inhibitor names, with its reason; `nil` if the inhibitor does not block sleep, or is
  /// this process's.
  private static func sleepBlocker(_ inhibitor: BusValue) -> String? {
    // What, who, why, mode, uid and pid.
    let members = inhibitor.elements
    guard members.count == 6, ["block", "block-weak"].contains(members[3].text),
      (members[0].text ?? "").split(separator: ":").contains("sleep"),
      members[5].unsigned != UInt64(getpid())
    else { return nil }
    return "\(members[1].text ?? "a program") (\(members[2].text ?? ""))"
  }

  /// Requests sleep from logind, and logs a refusal.
  private func suspend() {
    logind?.call(
      "Suspend", path: Logind.path, interface: Logind.manager, arguments: [.bool(false)]
    ) { [weak self] result in
      if case .failure(let error) = result {
        self?.logThatMachineStaysAwake("logind refuses sleep (\(error))")
      }
    }
  }

  private func logThatMachineStaysAwake(_ why: String) {
    log("The machine was woken for work and does not sleep again: \(why)")
  }
}
