import BackgroundTasksTesting
import Sync
import Testing

@Suite struct SyncTests {
  private let plist = URL(filePath: "../../Info.plist", relativeTo: URL(filePath: #filePath))

  /// Each upload takes three seconds by the clock of the bench, plus its real time.
  private func sync(_ server: Server, _ queue: Queue) -> Sync {
    Sync(queue) {
      ["\(queue.next == nil ? "first" : "next")."]
    } send: { sample in
      try await Bench.current.clock.sleep(for: .seconds(3))
      try await server.post(sample)
    }
  }

  @Test func nothingRunsUntilItsUserSwitchesItOn() async throws {
    let (server, queue) = (Server(), Queue(path: ":memory:"))
    try await withBench(BenchApp(infoPlist: plist) { sync(server, queue).register() }) { bench in
      await bench.open()
      await bench.leave()
      await bench.advance(by: .seconds(86_400))
      #expect(bench.runs.isEmpty)
      await bench.open()
      sync(server, queue).activate()
      await bench.leave()
      await bench.advance(by: .seconds(86_400))
      #expect(server.posted.contains("first."))
    }
  }

  @Test func whatWasSentIsNotSentAgainWhateverSecondItIsStoppedAt() async throws {
    let (server, queue) = (Server(), Queue(path: ":memory:"))
    let samples = (1...40).map { "\($0) steps." }
    for sample in samples { queue.add(sample) }
    try await withBench(BenchApp(infoPlist: plist) { sync(server, queue).register() }) { bench in
      await bench.set(.lowPowerMode(true))  // It holds what is not simulated.
      await bench.open()
      sync(server, queue).activate()
      await bench.leave()
      try await bench.expireAtEverySecond(of: Sync.upload, upTo: 30)
    }
    #expect(server.posted == samples)
  }
}
