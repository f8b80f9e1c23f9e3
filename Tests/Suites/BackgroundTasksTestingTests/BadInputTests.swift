import BackgroundTasksTesting
import Foundation
import Testing

/// Mistakes in the input of a bench. Each text has the problem, its cause and its remedy.
@Suite struct BadInputTests {
  private func problem(of plist: String?) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
    try plist?.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let app = BenchApp(infoPlist: file) {}
    let error = await #expect(throws: BenchError.self) { try await withBench(app) { _ in } }
    let one = await #expect(throws: BenchError.self) {
      try await withBenches(app, on: .all) { _ in }
    }
    #expect(one?.description == error?.description)
    return error?.description ?? ""
  }

  private func plist(_ keys: String) -> String {
    "<plist version=\"1.0\"><dict>\(keys)</dict></plist>"
  }

  @Test func anInfoPlistThatDoesNotExist() async throws {
    let text = try await problem(of: nil)
    #expect(text.contains("cannot be read; pass the app's"))
  }

  @Test func anInfoPlistThatIsNone() async throws {
    #expect(try await problem(of: "<plist><dict>").contains("is not a property list; correct"))
    #expect(try await problem(of: "").contains("is not a property list; correct"))
    let list = "<plist version=\"1.0\"><array></array></plist>"
    #expect(try await problem(of: list).contains("is not a property list"))
  }

  @Test func anInfoPlistOfAnXcodeProject() async throws {
    #expect(try await problem(of: plist("")).contains("has no CFBundleIdentifier"))
    let variable = "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"
    #expect(
      try await problem(of: plist(variable)).contains(
        "has the CFBundleIdentifier '$(PRODUCT_BUNDLE_IDENTIFIER)', which only Xcode replaces; write"
      ))
  }

  @Test(arguments: ["BGTaskSchedulerPermittedIdentifiers", "UIBackgroundModes"])
  func anInfoPlistWithOneStringForAnArray(key: String) async throws {
    let text = try await problem(
      of: plist(
        "<key>CFBundleIdentifier</key><string>com.example.feed</string><key>\(key)</key><string>x</string>"
      ))
    #expect(text.contains("has a \(key) that is not an array of strings; write"))
  }

  @Test func anIdentifierWithATypingError() async throws {
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]) {
      BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "com.example.feed.refesh", using: nil
      ) { $0.setTaskCompleted(success: true) }
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.launch()
      let request = BGAppRefreshTaskRequest(identifier: "com.example.feed.refesh")
      let error = #expect(throws: BGTaskScheduler.Error.self) {
        try BGTaskScheduler.shared.submit(request)
      }
      #expect(
        error?.localizedDescription
          == "no launch handler is registered for 'com.example.feed.refesh'")
      let test = await #expect(throws: BenchError.self) {
        try await bench.simulateLaunch("com.example.feed.refesh")
      }
      #expect(test?.description.contains("com.example.feed.refesh") == true)
    }
    #expect(found.map(\.kind) == [.notListed, .noHandler, .brokenRule])
    #expect(found.first?.suggestion.hasPrefix("register '\(FeedApp.refresh)', or add") == true)
  }

  /// The benches run one after the other, each with the tasks of its own app.
  @Test func twoBenchesAtTheSameTime() async throws {
    try await withThrowingTaskGroup { group in
      for delay in [900.0, 1800] {
        group.addTask {
          try await withBench(FeedApp.app(again: delay)) { bench in
            await bench.open()
            FeedApp.submit(after: delay)
            await bench.leave()
            try await bench.advance(toNextRun: FeedApp.refresh)
            #expect(bench.runs.count == 1)
            #expect(bench.pending == [FeedApp.refresh])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aBenchInABench() async throws {
    try await withBench(FeedApp.app()) { _ in
      let error = await #expect(throws: BenchError.self) {
        try await withBenches(FeedApp.app(), on: .all) { _ in }
      }
      #expect(error?.description.contains("already has a bench") == true)
    }
  }

  @Test func aMatrixWithoutVariants() async throws {
    let error = await #expect(throws: BenchError.self) {
      try await withBenches(FeedApp.app(), on: BenchMatrix(devices: [])) { _ in }
    }
    #expect(error?.description.contains("has no variants; give it") == true)
  }

  /// The last value applies. The others have no effect.
  @Test func tenThousandSubmissions() async throws {
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      for _ in 1...10_000 { FeedApp.submit(after: 3600) }
      #expect(bench.pending == [FeedApp.refresh])
      await bench.leave()
      let began = bench.date
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(run.started >= began.addingTimeInterval(3600))
      #expect(bench.runs.count == 1)
    }
  }

  @Test func moreTasksThanAPhoneQueues() async throws {
    let names = (1...100).map { "com.example.feed.\($0)" }
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: names) {
      for name in names {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) {
          $0.setTaskCompleted(success: true)
        }
      }
    }
    try await withBench(app) { bench in
      await bench.open()
      var errors: [BGTaskScheduler.Error] = []
      for name in names {
        let request = BGProcessingTaskRequest(identifier: name)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
        do {
          try BGTaskScheduler.shared.submit(request)
        } catch let error as BGTaskScheduler.Error {
          errors.append(error)
        }
      }
      #expect(bench.pending.count == 10)
      #expect(errors.count == 90)
      #expect(errors.allSatisfy { $0.code == .tooManyPendingTaskRequests })
      #expect(errors.first?.localizedDescription.contains("; ") == true, "\(errors.first as Any)")
    }
  }

  @Test(arguments: [
    BenchApp(
      identifier: "com.example.feed", permittedIdentifiers: [], backgroundModes: ["procesing"]
    ) {},
    BenchApp(identifier: "com.example.feed", permittedIdentifiers: ["a b/c\n"]) {},
    BenchApp(
      identifier: "com.example.feed",
      permittedIdentifiers: (1...10_000).map { "com.example.feed.\($0)" }
    ) {},
  ])
  func anAppThatNoDeviceInstalls(app: BenchApp) async throws {
    let error = await #expect(throws: BenchError.self) { try await withBench(app) { _ in } }
    let text = try #require(error?.description)
    #expect(text.hasPrefix("app 'com.example.feed' cannot be installed on a device: "))
    #expect(text.hasSuffix("; correct its Info.plist"))
  }
}
