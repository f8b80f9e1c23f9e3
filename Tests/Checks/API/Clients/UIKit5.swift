// Code that apps have around their tasks on a phone, in Swift 5: singletons that are not Sendable, a delegate that is
// not final, modules and subscribers, scenes, and a fetch that is answered later.
import AppLifecycle

// MARK: A module and its subscriber

public class SyncSubscriber: ExpoAppDelegateSubscriber {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    self.reserve()
    return true
  }

  private func reserve() {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.sync.refresh", using: nil
    ) { task in
      SyncManager.shared.refresh(task as! BGAppRefreshTask)
    }
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.sync.process", using: nil
    ) { task in
      SyncManager.shared.process(task as! BGProcessingTask)
    }
  }

  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
}

class SyncManager {
  static let shared = SyncManager()

  private var isOn = false

  func switchOn() { isOn = true }

  func refresh(_ task: BGAppRefreshTask) {
    guard isOn else {
      task.setTaskCompleted(success: true)
      return
    }
    task.expirationHandler = { task.setTaskCompleted(success: false) }
    Task { await upload(task) }
  }

  func process(_ task: BGProcessingTask) { task.setTaskCompleted(success: isOn) }

  private func upload(_ task: BGTask) async { task.setTaskCompleted(success: true) }
}

public class SyncModule: Module {
  private var isReady = true
  private var anchor: String?

  public func definition() -> ModuleDefinition {
    Name("Sync")
    Events("onSamples")
    Constants(["version": 3])
    OnCreate {
      let began = Date()
      self.isReady = false
      self.loadAnchor()
      print("created in \(Date().timeIntervalSince(began) * 1000) ms")
    }
    AsyncFunction("start") { try await self.begin() }
    AsyncFunction("upload") { (name: String, promise: Promise) in
      name.isEmpty ? promise.reject("E_NAME", "a name is missing") : promise.resolve(name)
    }
    AsyncFunction("fail") { throw NoConsentException() }
  }

  private func loadAnchor() { anchor = UserDefaults.standard.string(forKey: "anchor") }

  private func begin() async throws {
    SyncManager.shared.switchOn()
    self.isReady = true
    sendEvent("onSamples", ["count": 0])
  }
}

class NoConsentException: Exception {
  override var reason: String { "the user has not agreed" }
}

// MARK: An app with a delegate and scenes

class SyncDelegate: NSObject, UIApplicationDelegate {
  var finish: (() -> Void)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let isHeadless = application.applicationState == .background
    Container.prepare(headless: isHeadless)
    if application.backgroundRefreshStatus == .available {
      application.setMinimumBackgroundFetchInterval(3600)
    }
    Task {
      await SampleStore.shared.observe()
    }
    return true
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Fetching.instance().query(completion: completionHandler)
  }
}

extension SyncDelegate {
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    finish = completionHandler
    Uploads.shared.schedule()
  }
}

enum Container {
  static func prepare(headless: Bool) {}
}

@main
struct SyncApp: App {
  @UIApplicationDelegateAdaptor(SyncDelegate.self) var delegate
  @Environment(\.scenePhase) private var scenePhase
  @StateObject private var store = SampleStore.shared
  @StateObject private var uploads = Uploads.shared

  var body: some Scene {
    WindowGroup {
      SyncView()
        .environmentObject(store)
        .environmentObject(uploads)
    }
    .onChange(of: scenePhase) { phase in
      if phase == .background { uploads.schedule() }
    }
    .backgroundTask(.appRefresh("com.example.sync.refresh")) { await SampleStore.shared.observe() }
  }
}

struct SyncView: View {
  @EnvironmentObject var store: SampleStore
  @ObservedObject var uploads = Uploads.shared

  var body: some View { Text("\(store.samples) samples") }
}

@MainActor
class SampleStore: ObservableObject {
  static let shared = SampleStore()

  @Published var samples = 0

  func observe() async { samples += 1 }
}

@MainActor
class Uploads: NSObject, ObservableObject {
  static let shared = Uploads()

  func schedule() {
    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.sync"))
  }

  nonisolated func finished() {
    Task { @MainActor in
      if let delegate = UIApplication.shared.delegate as? SyncDelegate {
        delegate.finish?()
        delegate.finish = nil
      }
    }
  }
}

// MARK: A fetch that is answered later

class Fetching: NSObject {
  private static let shared = Fetching()

  private var completion: ((UIBackgroundFetchResult) -> Void)?
  private var mayRead = false

  class func instance() -> Fetching {
    return shared
  }

  func query(completion: @escaping (UIBackgroundFetchResult) -> Void) {
    guard mayRead else {
      completion(.noData)
      return
    }
    self.completion = completion
  }
}
