import Background
import Foundation

#if canImport(UIKit)
  import SwiftUI
  import UIKit
#else
  // The same app on Linux, with libraries of the same names.
  import AppLifecycle
#endif

/// The work of the tasks with the app's files. A feed reader has its network here.
struct FileWork: FeedWork {
  private static var folder: URL {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
      .appending(path: "articles")
  }

  func refresh() async throws {
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    try Data("news".utf8).write(to: Self.folder.appending(path: UUID().uuidString))
  }

  func removeOldArticles() async throws -> Bool {
    let articles = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    guard let oldest = articles.first else { return false }
    try FileManager.default.removeItem(at: oldest)
    return articles.count > 1
  }
}

final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    FeedTasks(FileWork()).register()
    return true
  }
}

@main struct FeedApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
  @Environment(\.scenePhase) private var scenePhase

  var body: some Scene {
    WindowGroup { Text("Feed") }
      .onChange(of: scenePhase) { _, phase in
        if phase == .background { Task { await FeedTasks(FileWork()).schedule() } }
      }
  }
}
