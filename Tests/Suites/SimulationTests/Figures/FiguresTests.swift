import FoundationEssentials
import Testing

@testable import Simulation
@testable import Studies

struct FiguresTests {
  /// Figures of one device, as a seed has them.
  private func world(seed: UInt64) -> Figures {
    var generator = SeededGenerator(seed: seed)
    var device = DeviceFigures()
    device.devices = 1
    device.milliseconds = Int64.random(in: 1...1_000_000_000, using: &generator)
    device.onBatteryMilliseconds = Int64.random(in: 0...1_000_000, using: &generator)
    let tasks = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      task(&generator)
    }
    return Figures(device: device, tasks: tasks)
  }

  private func task(_ generator: inout SeededGenerator) -> TaskFigures {
    let app = ["news", "mail", nil, "chat"].randomElement(using: &generator) ?? nil
    var task = TaskFigures(TaskName(app: app, id: "refresh", kind: "refresh"))
    task.runs = Int64.random(in: 0...100, using: &generator)
    task.outcomes.add(task.runs, to: ["completed", "expired"].randomElement(using: &generator)!)
    task.waits.add(17, to: ["power", "idle", "time"].randomElement(using: &generator)!)
    for _ in 0..<task.runs {
      task.successGaps.add(Int64.random(in: 0...90_000_000, using: &generator))
    }
    return task
  }

  private func joined(_ parts: [Figures]) -> Figures {
    parts.reduce(into: Figures()) { $0 += $1 }
  }

  private func bytes(_ figures: Figures) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(figures)
  }

  @Test func worldsInAnyOrderAndInAnyPartsGiveTheSameBytes() throws {
    let worlds = (0..<100).map { world(seed: $0) }
    let whole = try bytes(joined(worlds))
    var generator = SeededGenerator(seed: 1)
    for parts in [1, 2, 7, 16] {
      let shuffled = worlds.shuffled(using: &generator)
      let shards = (0..<parts).map { shard in
        joined(shuffled.enumerated().filter { $0.offset % parts == shard }.map(\.element))
      }
      #expect(try bytes(joined(shards.reversed())) == whole)
    }
  }

  @Test func tasksAreInTheOrderOfTheirNames() {
    let names = joined((0..<20).map { world(seed: $0) }).tasks.map(\.task)
    #expect(names == names.sorted() && Set(names).count == names.count)
    #expect(
      names.map(\.description) == ["refresh", "chat/refresh", "mail/refresh", "news/refresh"])
  }

  @Test func areReadAsTheyWereWritten() throws {
    let figures = joined((0..<5).map { world(seed: $0) })
    #expect(try JSONDecoder().decode(Figures.self, from: bytes(figures)) == figures)
  }
}
