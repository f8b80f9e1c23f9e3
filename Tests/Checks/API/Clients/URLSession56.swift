// Uploads and downloads of an app by a background session, as in Swift 5 and in Swift 6 mode.
import BackgroundTransfers

final class Films: NSObject, URLSessionDownloadDelegate, URLSessionDataDelegate, @unchecked Sendable
{
  static let shared = Films()

  /// The handler of `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, on the main queue.
  var finished: (() -> Void)?

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.films")
    configuration.isDiscretionary = true
    configuration.sessionSendsLaunchEvents = true
    configuration.allowsCellularAccess = false
    configuration.allowsExpensiveNetworkAccess = false
    configuration.allowsConstrainedNetworkAccess = false
    configuration.timeoutIntervalForResource = 24 * 3600
    configuration.timeoutIntervalForRequest = 120
    configuration.httpMaximumConnectionsPerHost = 2
    configuration.sharedContainerIdentifier = "group.com.example.films"
    configuration.httpAdditionalHeaders = ["Accept": "video/*"]
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func upload(_ file: URL, to url: URL) {
    var request = URLRequest(url: url, timeoutInterval: 60)
    request.httpMethod = "POST"
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    request.addValue("1", forHTTPHeaderField: "X-Part")
    request.allowsCellularAccess = false
    let task = session.uploadTask(with: request, fromFile: file)
    task.taskDescription = file.lastPathComponent
    task.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    task.resume()
  }

  func download(_ url: URL) -> Int {
    let task: URLSessionDownloadTask = session.downloadTask(with: url)
    task.countOfBytesClientExpectsToSend = 200
    task.countOfBytesClientExpectsToReceive = 500 * 1024
    task.priority = URLSessionTask.highPriority
    task.resume()
    return task.taskIdentifier
  }

  func waiting() async -> [String] {
    let (_, uploads, downloads) = await session.tasks
    return uploads.compactMap(\.taskDescription)
      + downloads.compactMap { $0.originalRequest?.url?.path }
  }

  func cancel(_ number: Int) {
    session.getAllTasks { tasks in
      for task in tasks where task.taskIdentifier == number && task.state == .running {
        task.cancel()
      }
    }
  }

  func close(immediately: Bool) {
    if immediately { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
  }

  // MARK: Events

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: Error?) {}

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    guard let response = downloadTask.response as? HTTPURLResponse, response.statusCode == 200
    else { return }
    let name = response.value(forHTTPHeaderField: "ETag") ?? "film"
    try? FileManager.default.moveItem(at: location, to: URL(fileURLWithPath: "/films/" + name))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    guard let error = error as? URLError else { return }
    switch error.code {
    case .cancelled, .timedOut: break
    default:
      print(error.localizedDescription, task.countOfBytesSent, task.countOfBytesExpectedToSend)
    }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async {
      Films.shared.finished?()
      Films.shared.finished = nil
    }
  }
}
