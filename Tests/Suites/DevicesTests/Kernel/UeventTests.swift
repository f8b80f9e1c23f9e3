import Testing

@testable import Devices

@Suite struct UeventTests {
  private func parse(_ text: String) -> Uevent? { Uevent(Array(text.utf8)) }

  @Test func readsWhatTheKernelSays() throws {
    let event = try #require(
      parse(
        "change@/devices/AC\0ACTION=change\0DEVPATH=/devices/AC\0SUBSYSTEM=power_supply\0SEQNUM=7\0"
      ))
    #expect(event.action == "change")
    #expect(event.device == "/devices/AC")
    #expect(event.subsystem == "power_supply")
  }

  @Test(arguments: ["", "\0\0", "libudev\0\u{1}\u{2}", "change@/devices/AC\0ACTION=change\0"])
  func ignoresWhatIsNoEventOfADevice(text: String) {
    #expect(parse(text) == nil)
  }
}
