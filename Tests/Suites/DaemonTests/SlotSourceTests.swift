import Control
import Testing

/// The sources of the slots of each class of kinds.
struct SlotSourceTests {
  @Test func limitsNameTheSourceOfEachNumber() throws {
    let directory = try TemporaryDirectory()
    try directory.write("utility-runs-at-once: 3\n", to: "policy.yaml")
    let daemon = try DaemonProcess(directory, ["--config", "\(directory.path)/policy.yaml"])
    func sources() throws -> [String: String] {
      let slots = try daemon.call(GetSlots()).slots
      // The defaults of a simulated daemon do not depend on its machine.
      #expect(slots.allSatisfy { $0.machine == nil })
      return Dictionary(uniqueKeysWithValues: slots.map { ($0.name, $0.source) })
    }
    #expect(
      try sources() == [
        "app": "default", "processing": "default", "maintenance": "default", "utility": "policy",
        "userInitiated": "default",
      ])
    _ = try daemon.call(SetSlots(name: "utility", slots: 5))
    #expect(try sources()["utility"] == "set")
    let shown = try Rubatoctl.run(["limits"], by: daemon)
    #expect(shown.output.contains("SOURCE") && shown.output.contains("set"), "\(shown)")
  }

  @Test func theSlotsOfARealDaemonFollowItsMachine() throws {
    let directory = try TemporaryDirectory()
    let daemon = try ReadingDaemon(directory, sources: "mounts")
    let slots = try daemon.call(GetSlots()).slots
    for item in slots where ["processing", "maintenance"].contains(item.name) {
      #expect(item.source == "machine" && item.slots == item.usualSlots)
      #expect(item.machine?.hasSuffix(" GB") == true)
    }
    #expect(slots.count { $0.source == "machine" } == 2)
  }
}
