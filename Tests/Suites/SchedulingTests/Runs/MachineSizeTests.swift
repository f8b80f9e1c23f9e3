import Testing

@testable import Scheduling

/// The default slots for the processors and the memory of a machine.
struct MachineSizeTests {
  private func slots(_ processors: Int, _ gigabytes: Double) -> [Int] {
    let size = MachineSize(
      processors: processors, memory: Int(gigabytes * Double(1 << 30)))
    return [size.processingSlots, size.maintenanceSlots]
  }

  @Test func aSmallMachineHasTheConstants() {
    let usual = Settings()
    for processors in [1, 2, 4] {
      #expect(
        slots(processors, 7.6) == [usual.processingRunsAtOnce, usual.maintenanceRunsAtOnce])
    }
    #expect(slots(64, 1) == [1, 1])
    #expect(slots(2, 512) == [1, 1])
  }

  @Test func aLargerMachineHasMore() {
    #expect(slots(8, 15.4) == [2, 1])
    #expect(slots(12, 23) == [3, 1])
    #expect(slots(16, 31.2) == [4, 2])
    #expect(slots(256, 2048) == [4, 2])
  }

  @Test func theyNeverFallWithTheMachine() {
    for processors in 1...64 {
      for gigabytes in 1...64 {
        let (own, more) = (
          slots(processors, Double(gigabytes)), slots(processors + 1, Double(gigabytes + 1))
        )
        #expect(own[0] <= more[0] && own[1] <= more[1])
        #expect(own.allSatisfy { $0 >= 1 })
      }
    }
  }

  @Test func onlyTheSlotsOfLongWorkFollowTheMachine() {
    var settings = Settings(for: MachineSize(processors: 16, memory: 32 << 30))
    #expect(settings.processingRunsAtOnce == 4 && settings.maintenanceRunsAtOnce == 2)
    (settings.processingRunsAtOnce, settings.maintenanceRunsAtOnce) = (1, 1)
    #expect(settings == Settings())
    #expect(Settings(for: nil) == Settings())
  }

  @Test func wordsNameTheMemoryAsItIsSold() {
    #expect(MachineSize(processors: 4, memory: 8_160_000_000).text == "4 processors, 8 GB")
    #expect(MachineSize(processors: 1, memory: 500 << 20).text == "1 processor, 1 GB")
    #expect(MachineSize(processors: 8, memory: 16 << 30).text == "8 processors, 16 GB")
  }
}
