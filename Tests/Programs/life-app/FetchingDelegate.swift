import AppLifecycle

/// An app that answers a fetch when its JavaScript has received the result. The stand-in for JavaScript begins to
/// listen later.
class FetchingDelegate: ExpoAppDelegate {
  override var modulesProvider: ModulesProvider { ModulesProvider(modules: [EmitterModule.self]) }

  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.setMinimumBackgroundFetchInterval(3600)
    return super.application(application, didFinishLaunchingWithOptions: launchOptions)
  }

  override func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard FileManager.default.fileExists(atPath: "activated") else {
      say("may not read")
      return completionHandler(.noData)
    }
    EmitterModule.completion = completionHandler
    EmitterModule.latest?.sendEvent("onData", ["workouts": [1, 2, 3]])
    DispatchQueue.main.async { MainActor.assumeIsolated { self.listen() } }
  }

  private func listen() {
    guard let emitter = try? requireNativeModule("Emitter") else { return say("no emitter") }
    emitter.addListener("onData") { body in
      say("gets \((body["workouts"] as? [Int])?.count ?? 0) workouts")
      _ = try? emitter.call("finish")
    }
  }
}

class EmitterModule: Module {
  static var completion: ((UIBackgroundFetchResult) -> Void)?
  static weak var latest: EmitterModule?

  func definition() -> ModuleDefinition {
    Name("Emitter")
    Events("onData")
    OnCreate { EmitterModule.latest = self }
    Function("finish") {
      EmitterModule.completion?(.newData)
      EmitterModule.completion = nil
    }
  }
}
