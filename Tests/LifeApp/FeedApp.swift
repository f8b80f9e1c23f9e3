import AppLifecycle

final class FeedDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    say("the delegate has launched")
    return true
  }
}

struct FeedApp: App {
  @UIApplicationDelegateAdaptor(FeedDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup { FeedView() }
      .backgroundTask(.appRefresh("com.example.feed.refresh")) {
        say("refreshes")
        if behaviour == "scenes" { return }
        // Until it is cancelled.
        let (ticks, continuation) = AsyncStream<Void>.makeStream()
        for await _ in ticks {}
        continuation.finish()
        say("cancelled: \(Task.isCancelled)")
      }
      .backgroundTask(.appRefresh("com.example.feed.clean")) { say("cleans") }
  }
}

struct FeedView: View {
  var body: some View {
    say("builds the window")
    return Text("Feed")
  }
}
