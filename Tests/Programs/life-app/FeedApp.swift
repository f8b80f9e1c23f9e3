import AppLifecycle

/// A delegate as on a phone: not final, with a property that its init() sets.
class FeedDelegate: NSObject, UIApplicationDelegate {
  var finish: (() -> Void)?
  private let greeting: String

  override init() {
    greeting = "the delegate"
    super.init()
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    say("\(greeting) has launched")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    guard finish == nil else { return }
    finish = { application.moveToBackground() }
    finish?()
  }
}

struct FeedApp: App {
  @UIApplicationDelegateAdaptor(FeedDelegate.self) private var delegate
  @Environment(\.scenePhase) private var scenePhase
  @StateObject private var feed = FeedModel.shared

  var body: some Scene {
    WindowGroup { FeedView().environmentObject(feed) }
      .onChange(of: scenePhase) { old, new in say("from \(old) to \(new), \(feed.stories) stories")
      }
      .backgroundTask(.appRefresh("com.example.feed.refresh")) {
        say("refreshes")
        if behaviour == "scenes" { return }
        // Waits until the task is cancelled.
        let (ticks, continuation) = AsyncStream<Void>.makeStream()
        for await _ in ticks {}
        continuation.finish()
        say("cancelled: \(Task.isCancelled)")
      }
      .backgroundTask(.appRefresh("com.example.feed.clean")) { say("cleans") }
  }
}

@MainActor class FeedModel: ObservableObject {
  static let shared = FeedModel()
  @Published var stories = 0
}

struct FeedView: View {
  @EnvironmentObject private var feed: FeedModel

  var body: some View {
    say("builds the window")
    feed.stories += 1
    return Text("Feed")
  }
}
