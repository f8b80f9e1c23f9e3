import AppLifecycle
import BackgroundTasksTesting
import Foundation
import Testing

/// Apps with scenes on a bench, described by their Info.plist. The patterns are from public apps.
@Suite(.serialized) struct SceneAppTests {
  static let refresh = "com.example.notes.refresh"

  private func withNotes(
    _ scenes: String, _ body: (Bench) async throws -> Void
  ) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
    try """
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.notes</string>
      <key>BGTaskSchedulerPermittedIdentifiers</key>
      <array><string>\(Self.refresh)</string></array>
      <key>UIBackgroundModes</key><array><string>fetch</string></array>
      \(scenes)
    </dict></plist>
    """.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withBench(
      BenchApp(delegate: NotesDelegate.self, infoPlist: file),
      BenchOptions(life: .everyday(opensPerDay: 6)), body)
  }

  private static func manifest(_ delegate: String) -> String {
    """
    <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
      <key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneConfigurationName</key><string>Default Configuration</string>
        <key>UISceneDelegateClassName</key><string>\(delegate)</string>
      </dict></array></dict></dict>
    """
  }

  @Test func aSceneDelegateSubmitsWhenItsUserLeaves() async throws {
    try await withNotes(Self.manifest("$(PRODUCT_MODULE_NAME).NotesSceneDelegate")) { bench in
      await bench.advance(by: .seconds(3 * 86_400))
      #expect(bench.runs(of: Self.refresh).count > 3)
      #expect(bench.runs.allSatisfy { $0.outcome == .completed })
    }
  }

  /// The method of the app's delegate is not called, as on a phone, and no request is submitted.
  @Test func aDelegateThatSubmitsInAnAppWithScenesSubmitsNothing() async throws {
    try await withNotes(Self.manifest("BackgroundTasksTestingTests.SilentSceneDelegate")) { bench in
      await bench.open()
      await bench.leave()
      #expect(bench.pending == [])
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.runs.isEmpty)
    }
  }

  @Test func withoutScenesTheDelegateSubmits() async throws {
    try await withNotes("") { bench in
      await bench.open()
      await bench.leave()
      #expect(bench.pending == [Self.refresh])
    }
  }
}

private func submitRefresh() {
  let request = BGAppRefreshTaskRequest(identifier: SceneAppTests.refresh)
  request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
  try? BGTaskScheduler.shared.submit(request)
}

private final class NotesDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: SceneAppTests.refresh, using: .main
    ) { task in
      task.setTaskCompleted(success: true)
    }
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    UISceneConfiguration(
      name: "Default Configuration", sessionRole: connectingSceneSession.role)
  }

  func applicationDidEnterBackground(_ application: UIApplication) { submitRefresh() }
}

final class NotesSceneDelegate: UIResponder, UIWindowSceneDelegate {
  func sceneDidEnterBackground(_ scene: UIScene) { submitRefresh() }
}

final class SilentSceneDelegate: UIResponder, UIWindowSceneDelegate {}
