import BackgroundTasksTesting
import Backup
import Testing

/// Fifty photos. Each takes `each` to save, by the clock of the bench.
actor Photos: Album {
  private(set) var saved: [Int] = []
  private let each: Duration

  init(each: Duration) {
    self.each = each
  }

  var unsaved: [Int] { (1...50).filter { !saved.contains($0) } }

  func save(_ photo: Int) async throws {
    try await Bench.current.clock.sleep(for: each)
    saved.append(photo)
  }

  nonisolated var app: BenchApp {
    BenchApp(
      infoPlist: URL(filePath: "../../Info.plist", relativeTo: URL(filePath: #filePath))
    ) {
      Backup(self).register()
    } enterBackground: {
      await Backup(self).schedule()
    }
  }
}

@Suite struct BackupTests {
  @Test func fiftyPhotosAreSavedInOneRun() async throws {
    let photos = Photos(each: .milliseconds(800))
    try await withBench(photos.app) { bench in
      await bench.open()
      await bench.leave()
      let run = try await bench.advance(toNextRun: Backup.identifier)
      #expect((run.outcome, run.duration) == (.completed, .seconds(40)))
    }
    #expect(await photos.saved == Array(1...50))
  }

  @Test func aPhoneThatGetsHotGoesOnWhereItWasStopped() async throws {
    let photos = Photos(each: .milliseconds(1200))
    try await withBench(photos.app) { bench in
      await bench.open()
      await bench.leave()
      await bench.advance(by: .seconds(45))
      await bench.set(.heat(.serious))
      await bench.advance(by: .seconds(600))
      #expect(await photos.saved.count == 37)
      #expect(bench.whyNot(Backup.identifier).description.contains("too warm"))
      await bench.set(.heat(.nominal))
      try await bench.advance(toNextRun: Backup.identifier)
      #expect(bench.runs.map(\.outcome) == [.expired, .completed])
    }
    #expect(await photos.saved == Array(1...50))
  }

  @Test func noPhotoIsLostWhateverSecondItIsStoppedAt() async throws {
    let photos = Photos(each: .milliseconds(1200))
    try await withBench(photos.app) { bench in
      await bench.set(.charging(false))
      await bench.advance(by: .seconds(600))
      await bench.open()
      await bench.leave()
      try await bench.expireAtEverySecond(of: Backup.identifier)
    }
    #expect(await photos.saved == Array(1...50))
  }
}
