import BackgroundTasks
import Foundation
import Testing

@testable import AppLifecycle

/// The life of an app with a scene delegate.
@MainActor @Suite(.serialized) struct SceneDelegateTests {
  private let process = FakeProcess()

  /// Launches an app whose Info.plist has these configurations, and moves it to the background and back. Returns the
  /// calls of its delegates.
  private func live(
    _ delegate: SceneAppDelegate, _ scenes: [SceneConfiguration]?
  ) -> (UIApplication, [String]) {
    Calls.all = []
    process.scenes = scenes
    let application = UIApplication(process: process)
    application.launch(delegate)
    application.moveToBackground()
    application.moveToForeground()
    return (application, Calls.all)
  }

  @Test(arguments: ["AppLifecycleTests", "$(PRODUCT_MODULE_NAME)"])
  func theSceneDelegateReplacesTheAppDelegate(module: String) {
    let (name, delegate) = ("Default Configuration", SceneAppDelegate())
    let (application, calls) = live(
      delegate,
      [SceneConfiguration(name: name, delegateClass: "\(module).RecordingSceneDelegate")])
    #expect(
      calls == [
        "connects \(name)", "foreground inactive", "active", "resigns", "background",
        "foreground background", "active",
      ])
    #expect(application.connectedScenes.map(\.activationState) == [.foregroundActive])
    // The application has a weak reference.
    withExtendedLifetime(delegate) { application.terminate() }
    #expect(Calls.all.suffix(2) == ["disconnects", "app terminates"])
  }

  @Test func theAppDelegateChoosesTheClass() {
    let delegate = SceneAppDelegate()
    delegate.chosen = RecordingSceneDelegate.self
    let (_, calls) = live(delegate, nil)
    #expect(calls.first == "connects chosen" && !calls.contains("app background"))
  }

  @Test(arguments: ["AppLifecycleTests.Missing", nil])
  func aSceneWithoutDelegateStillReplacesTheAppDelegate(name: String?) {
    let (application, calls) = live(
      SceneAppDelegate(), [SceneConfiguration(name: nil, delegateClass: name)])
    #expect(calls == [] && application.connectedScenes.count == 1)
  }

  @Test func withoutScenesTheAppDelegateIsNotified() {
    let (application, calls) = live(SceneAppDelegate(), nil)
    #expect(calls == ["app active", "app background", "app active"])
    #expect(application.connectedScenes.isEmpty)
  }

  @Test func aHeadlessProcessHasNoScene() {
    process.isLaunchedByDaemon = true
    let delegate = SceneAppDelegate()
    delegate.chosen = RecordingSceneDelegate.self
    let (application, calls) = live(delegate, [])
    #expect(calls == [] && application.connectedScenes.isEmpty)
  }

  @Test func anObserverIsNotifiedOfTheScene() {
    var names: [String] = []
    let posted = [UIScene.didActivateNotification, UIScene.didEnterBackgroundNotification]
    let observers = posted.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        let name = note.name.rawValue
        MainActor.assumeIsolated { names.append(name) }
      }
    }
    _ = live(SceneAppDelegate(), [])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    #expect(names == [posted[0], posted[1], posted[0]].map(\.rawValue))
  }
}

@MainActor private enum Calls {
  static var all: [String] = []
}

private final class SceneAppDelegate: NSObject, UIApplicationDelegate {
  var chosen: AnyClass?

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    guard let chosen else { return connectingSceneSession.configuration }
    let configuration = UISceneConfiguration(
      name: "chosen", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = chosen
    return configuration
  }

  func applicationDidBecomeActive(_ application: UIApplication) { Calls.all.append("app active") }
  func applicationDidEnterBackground(_ application: UIApplication) {
    Calls.all.append("app background")
  }
  func applicationWillTerminate(_ application: UIApplication) {
    Calls.all.append("app terminates")
  }
}

final class RecordingSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard scene is UIWindowScene, session.scene === scene else { return }
    Calls.all.append("connects \(session.configuration.name ?? "without a name")")
  }

  func sceneDidDisconnect(_ scene: UIScene) { Calls.all.append("disconnects") }
  func sceneDidBecomeActive(_ scene: UIScene) { Calls.all.append("active") }
  func sceneWillResignActive(_ scene: UIScene) { Calls.all.append("resigns") }
  func sceneDidEnterBackground(_ scene: UIScene) { Calls.all.append("background") }
  func sceneWillEnterForeground(_ scene: UIScene) {
    let state = scene.activationState == .background ? "background" : "inactive"
    Calls.all.append("foreground \(state)")
  }
}
