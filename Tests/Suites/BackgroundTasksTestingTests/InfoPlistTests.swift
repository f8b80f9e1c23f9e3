import BackgroundTasksTesting
import Testing

/// Apps by their Info.plist.
@Suite struct InfoPlistTests {
  private func write(_ text: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  @Test func itSaysWhatTheAppMaySubmit() async throws {
    let file = try write(
      """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.feed</string>
        <key>BGTaskSchedulerPermittedIdentifiers</key>
        <array><string>\(FeedApp.refresh)</string></array>
        <key>UIBackgroundModes</key><array><string>fetch</string></array>
      </dict></plist>
      """)
    defer { try? FileManager.default.removeItem(at: file) }
    let app = BenchApp(infoPlist: file) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) {
        $0.setTaskCompleted(success: true)
      }
    }
    #expect(app.identifier == "com.example.feed")
    try await withBench(app) { bench in
      await bench.launch()
      FeedApp.submit(after: 60)
      #expect(bench.pending == [FeedApp.refresh])
    }
  }

  @Test func withoutOneThereIsNoBench() async throws {
    let app = BenchApp(infoPlist: URL(filePath: "/nonexistent/Info.plist")) {}
    await #expect(throws: BenchError.self) { try await withBench(app) { _ in } }
  }
}
