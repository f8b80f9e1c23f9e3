import Bus
import Descriptors
import Glibc

/// The systemd unit of this process.
package enum OwnUnit {
  /// Returns whether the systemd job that ends this process is a restart (org.freedesktop.systemd1(5)). Called on
  /// `loop`.
  package static func isRestarting(isOfUser: Bool, loop: EventLoop) -> Bool {
    // systemd sets the variable for the daemon's service: without it, no unit belongs to this process.
    guard getenv("NOTIFY_SOCKET") != nil,
      let bus = try? Bus(isOfUser ? .ofUserManager : .system, loop: loop)
    else { return false }
    defer { bus.close() }
    let job = property("Job", of: "Unit", at: "/org/freedesktop/systemd1/unit/self", bus)
    // The number of the job, and its path.
    guard let path = job?.elements.last?.text else { return false }
    return property("JobType", of: "Job", at: path, bus)?.text == "restart"
  }

  /// Reads a property of an object of systemd, and waits at most a second; `nil` if it cannot be read. `interface` is
  /// the last part of the name, such as `Unit`.
  private static func property(
    _ name: String, of interface: String, at path: String, _ bus: Bus
  ) -> BusValue? {
    let call = BusCall(
      destination: UnitManager.name, path: path, interface: BusService.properties, member: "Get",
      arguments: [.string("\(UnitManager.name).\(interface)"), .string(name)],
      startsService: false, timeoutSeconds: 1)
    return try? bus.callAndWait(call).first
  }
}
