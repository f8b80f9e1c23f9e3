import Scheduling
import Testing

@testable import Devices

@Suite struct MemoryReadingTests {
  @Test func memoryGoesByTheShareOfTimeThatWorkWaits() {
    var reading = MemoryReading()
    let course: [(some: Double, full: Double, state: MemoryPressure)] = [
      (0, 0, .normal), (9.9, 9.9, .normal), (10, 0, .warning), (5, 0, .warning),
      (4.9, 0, .normal), (30, 10, .critical), (30, 5, .critical), (30, 4.9, .warning),
      (0, 0, .normal),
    ]
    for step in course {
      reading.update(from: Pressure(some: step.some, full: step.full))
      #expect(reading.state == step.state, "some \(step.some), full \(step.full)")
    }
  }

  @Test func knowsNothingWhereTheKernelKeepsNoAccount() {
    var reading = MemoryReading()
    reading.update(from: nil)
    #expect(reading.state == nil)
  }

  @Test func aStallCountsBeforeAveragesShowIt() {
    var reading = MemoryReading()
    reading.update(from: Pressure(some: 0, full: 0))
    reading.applyStall(.warning)
    #expect(reading.state == .warning)
    reading.applyStall(.critical)
    reading.applyStall(.warning)
    #expect(reading.state == .critical)
  }
}
