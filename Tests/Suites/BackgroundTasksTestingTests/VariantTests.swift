import BackgroundTasksTesting
import Foundation
import Testing

/// The elements of a matrix.
@Suite struct VariantTests {
  @Test func aMatrixHasEachVariantOnce() {
    #expect(BenchMatrix.all.variants.count == BenchDevice.allCases.count * BenchUser.allCases.count)
    let matrix = BenchMatrix(devices: [.new, .new], users: [.rare], seeds: [1, 2, 1])
    #expect(matrix.variants.map(\.seed) == [1, 2])
    #expect(matrix.expiring("a", at: 1...3).variants.count == 6)
  }

  @Test func theTextOfAVariantIsReadAgain() throws {
    let matrix = BenchMatrix(seeds: [1, 7])
    for variant in matrix.variants + matrix.expiring("com.example.a", at: 0...1).variants {
      #expect(BenchVariant("\(variant)") == variant)
      let data = try JSONEncoder().encode([variant])
      #expect(try JSONDecoder().decode([BenchVariant].self, from: data) == [variant])
    }
    #expect(BenchVariant("user=rare") == BenchVariant(user: .rare))
    #expect(
      "\(BenchVariant(device: .lowBattery, expiration: .init(of: "a", at: 3)))"
        == "device=low-battery user=everyday seed=1 expire=a@3")
  }

  @Test(arguments: ["device", "device=", "user=nobody", "seed=-1", "x=1", "expire=3", "expire=@3"])
  func anotherTextIsNoVariant(text: String) {
    #expect(BenchVariant(text) == nil)
  }

  /// Beyond the first four weeks.
  @Test(
    arguments: BenchDevice.allCases.map { BenchVariant(device: $0) }
      + BenchUser.allCases.map { BenchVariant(user: $0) })
  func eachVariantCanBeLived(variant: BenchVariant) async throws {
    let app = FeedApp.app(again: 86_400)
    try await withBench(app, BenchOptions(life: .variant(variant))) { bench in
      await bench.open()
      FeedApp.submit(after: 86_400)
      await bench.leave()
      await bench.advance(by: .seconds(31 * 86_400))
      #expect(bench.runs.contains { $0.started > bench.date.addingTimeInterval(-3 * 86_400) })
    }
  }

  /// Each of these users is the one of the scenario with the same name.
  @Test(arguments: [BenchUser.heavy, .weekender, .traveller, .nightShift, .shortCharges])
  func theUserIsThatOfTheLibrary(user: BenchUser) async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../etc/scenarios/\(user.rawValue).yaml")
    func runs(_ life: DeviceLife) async throws -> [BenchRun] {
      let app = FeedApp.app(again: 900, launch: { FeedApp.submit(after: 900) })
      return try await withBench(app, BenchOptions(life: life)) { bench in
        await bench.advance(by: .seconds(20 * 86_400))
        return bench.runs
      }
    }
    let expected = try await runs(.scenario(file, seed: 3))
    #expect(try await runs(.variant(BenchVariant(user: user, seed: 3))) == expected)
    #expect(expected.count > 20)
  }
}
