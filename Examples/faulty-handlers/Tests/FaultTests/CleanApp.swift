import BackgroundTasksTesting

/// An app without defects: a refresh, and uploads at night, some of which fail or are stopped.
enum CleanApp {
  static let app = BenchApp(
    identifier: "com.example.clean", permittedIdentifiers: [Fault.refresh, Fault.upload],
    launch: register,
    enterBackground: {
      let pending = await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
      for identifier in [Fault.refresh, Fault.upload] where !pending.contains(identifier) {
        submit(identifier)
      }
    })

  @Sendable private static func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: .main) {
      @Sendable task in
      submit(Fault.refresh)
      task.perform(.seconds(3))
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.upload, using: nil) { task in
      submit(Fault.upload)
      // Every third upload takes too long, and is stopped.
      let isLong = Bench.current.runs(of: Fault.upload).count % 3 == 2
      task.perform(.seconds(isLong ? 900 : 240))
    }
  }

  private static func submit(_ identifier: String) {
    let request: BGTaskRequest =
      identifier == Fault.refresh ? .refresh(after: 30) : .upload(power: true)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("\(identifier) was not submitted: \(error.localizedDescription)")
    }
  }
}
