import AppLifecycle
import BackgroundTransfers

/// A delegate whose files are uploaded to SERVER by a background session. WORK is its action when it is opened:
/// `upload`, or anything else to create the session again.
final class SyncDelegate: UIResponder, UIApplicationDelegate {
  var backgroundCompletionHandler: (() -> Void)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    switch ProcessInfo.processInfo.environment["WORK"] {
    case "upload": SyncManager.shared.upload(["one", "two"])
    case "download": SyncManager.shared.download("film")
    case "reconnect": _ = SyncManager.shared.reconnectBackgroundSession()
    default: break
    }
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    say("events of \(identifier)")
    backgroundCompletionHandler = completionHandler
    _ = SyncManager.shared.reconnectBackgroundSession()
  }
}

@MainActor
final class SyncManager: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  static let shared = SyncManager()

  private let server = ProcessInfo.processInfo.environment["SERVER"] ?? ""

  private lazy var backgroundSession: URLSession = {
    let config = URLSessionConfiguration.background(withIdentifier: "com.example.feed.background")
    config.isDiscretionary = false
    config.sessionSendsLaunchEvents = true
    return URLSession(configuration: config, delegate: self, delegateQueue: nil)
  }()

  func reconnectBackgroundSession() -> URLSession { backgroundSession }

  func upload(_ names: [String]) {
    for name in names {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(name)-\(UUID().uuidString)")
      try? Data(name.utf8).write(to: file)
      var request = URLRequest(url: URL(string: "\(server)/\(name)")!)
      request.httpMethod = "POST"
      request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
      let task = backgroundSession.uploadTask(with: request, fromFile: file)
      task.taskDescription = name
      task.resume()
    }
    say("queued")
  }

  func download(_ name: String) {
    backgroundSession.downloadTask(with: URL(string: "\(server)/\(name)")!).resume()
    say("queued")
  }

  nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    say("all told")
    Task { @MainActor in
      if let appDelegate = UIApplication.shared.delegate as? SyncDelegate {
        appDelegate.backgroundCompletionHandler?()
        appDelegate.backgroundCompletionHandler = nil
      }
    }
  }

  nonisolated func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    say("\(dataTask.taskDescription ?? "") is answered \(String(decoding: data, as: UTF8.self))")
  }

  nonisolated func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let content = try? String(contentsOf: location, encoding: .utf8)
    say("receives \(content ?? "nothing")")
  }

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
    let result = error.map { "error \(($0 as NSError).code)" } ?? "\(status)"
    say("\(task.taskDescription ?? "task") ends: \(result)")
  }
}
