import AppLifecycle

/// A delegate that observes a key and a file, whose path is in WATCHED. For each change it immediately writes a line to
/// the file in TOLD.
final class WatchDelegate: UIResponder, UIApplicationDelegate {
  private let store = ObserverStore()
  private var query: ObserverQuery?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if behaviour == "watch-none" { return true }
    let path = ProcessInfo.processInfo.environment["WATCHED"]
    let items = [ObservedItem.key("mail")] + (path.map { [.path($0)] } ?? [])
    // A moment after the launch, as in code that first awaits something.
    Task { observe(items) }
    return true
  }

  private nonisolated static func tell() {
    guard let told = ProcessInfo.processInfo.environment["TOLD"] else { return }
    FileHandle(forWritingAtPath: told)?.write(Data("\n".utf8))
  }

  private func observe(_ items: [ObservedItem]) {
    let query = ObserverQuery(observing: items) { _, changed, completionHandler, error in
      if let error { return say("fails: \(error.localizedDescription)") }
      let names = (changed ?? []).map { $0.name.split(separator: "/").last ?? "" }.sorted()
      say("hears \(names.joined(separator: ", "))")
      Self.tell()
      if behaviour == "watch-crash" { abort() }
      if behaviour != "watch-silent" { completionHandler() }
    }
    self.query = query
    store.execute(query)
    for item in items {
      store.enableBackgroundDelivery(for: item, frequency: .immediate, updateDelay: 0) {
        success, error in
        say(success ? "observes" : "does not observe: \(error?.localizedDescription ?? "")")
      }
    }
  }
}
