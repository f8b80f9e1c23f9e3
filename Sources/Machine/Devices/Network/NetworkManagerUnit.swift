import Bus

/// The unit of NetworkManager, according to systemd. The bus itself knows only a NetworkManager that has begun, since
/// none is started by the bus.
enum NetworkManagerUnit {
  private static let destination = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let unit = "NetworkManager.service"

  /// Asks systemd whether NetworkManager runs, or will be started by a job in the queue.
  /// - Parameter reply: Called once, never from within this call. True also if systemd is too busy to answer in time,
  ///   as while a machine boots; false if there is no systemd.
  static func queryIsExpected(on bus: Bus, reply: @escaping (_ isExpected: Bool) -> Void) {
    let call = BusCall(
      destination: destination, path: path, interface: destination + ".Manager",
      member: "ListUnitsByNames", arguments: [.strings([unit])], startsService: false,
      timeoutSeconds: BusService.firstAnswerSeconds)
    bus.call(call) { answer in
      switch answer {
      case .success(let values):
        // The answer is a list with one structure, that of the unit.
        reply(isExpected(values.first?.elements.first?.elements ?? []))
      case .failure(let error): reply(error.isTimeout)
      }
    }
  }

  /// Whether a unit runs, or a job is to start it.
  /// - Parameter row: Name, description, load state, active state, sub state, followed unit, object, number of its job,
  ///   type of the job, object of the job.
  static func isExpected(_ row: [BusValue]) -> Bool {
    guard row.count > 8 else { return false }
    return ["active", "activating", "reloading", "refreshing"].contains(row[3].text)
      || ["start", "restart"].contains(row[8].text)
  }
}
