import BackgroundTasks
import Control
import Foundation
import Testing
import Transfers

@testable import BackgroundTransfers

/// Sessions with real directories, and a daemon that ends the transfers that a test chooses.
final class SessionTests {
  private let directory: String
  private let process = FakeProcess()
  private let place: TransferPlace
  private let url = URL(string: "http://host/in")!

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/transfers-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    try Data("sent".utf8).write(to: URL(filePath: "\(directory)/a"))
    for name in ["curl", "carrier"] {
      let path = "\(directory)/\(name)"
      let modes: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
      _ = FileManager.default.createFile(atPath: path, contents: Data(), attributes: modes)
    }
    place = TransferPlace(environment: [
      "XDG_STATE_HOME": "\(directory)/home", "RUBATO_TRANSFER": "\(directory)/carrier",
      "PATH": directory,
    ])
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// A session that is created by one process after another.
  private func session(
    _ delegate: NotingDelegate?, in sessions: OpenSessions? = nil,
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) -> URLSession {
    let configuration = URLSessionConfiguration.background(withIdentifier: "films")
    change(configuration)
    return URLSession(configuration, delegate, nil, in: sessions ?? OpenSessions(process, place))
  }

  private func upload(_ session: URLSession, _ request: URLRequest? = nil) -> URLSessionUploadTask {
    session.uploadTask(
      with: request ?? URLRequest(url: url), fromFile: URL(filePath: "\(directory)/a"))
  }

  /// Waits until all pending calls of the delegate have been made.
  private func settle(_ session: URLSession) {
    session.work.sync {}
    session.delegateQueue.waitUntilAllOperationsAreFinished()
    session.work.sync {}
    session.delegateQueue.waitUntilAllOperationsAreFinished()
  }

  private var stored: [StoredTransfer] {
    StoredTransfer.all(of: "films", app: nil, in: "\(directory)/home/rubato/transfers")
  }

  // MARK: Submitting

  @Test func whatIsResumedIsOnDiskAndQueued() throws {
    let session = session(nil) { configuration in
      configuration.isDiscretionary = true
      configuration.timeoutIntervalForResource = 3600
      configuration.timeoutIntervalForRequest = 7
      configuration.httpAdditionalHeaders = ["X-App": "feed", "Accept": "no"]
    }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
    request.setValue("text/html", forHTTPHeaderField: "accept")
    // Apps often set it, and a phone ignores it.
    request.setValue("4", forHTTPHeaderField: "Content-Length")
    let task = upload(session, request)
    task.taskDescription = "the first"
    #expect(task.state == .suspended && stored.isEmpty)
    task.resume()
    #expect(task.state == .running)
    let order = try #require(stored.first).order
    #expect(order.method == "POST" && order.url == "http://host/in")
    #expect(
      order.headers.map { "\($0.name): \($0.value)" } == [
        "Authorization: Bearer 1", "X-App: feed", "accept: text/html",
      ])
    #expect(order.file?.size == 4 && order.deadline - order.submitted == 3600)
    #expect(order.stallSeconds == 7 && order.note == "the first" && order.number == 1)
    #expect(order.daemon == "/run/one/socket")
    let submit = try #require(process.submitted.first)
    #expect(submit.kind == "utility" && submit.requires == ["network", "unmetered", "power"])
    #expect(submit.task?.category == "transfer" && submit.task?.session == "films")
    #expect(submit.task?.launchEvents == nil)
    #expect(submit.retries == TransferTerms.retries && submit.retryOn == "abnormal")
    #expect(submit.app == "com.example.feed" && submit.latest == "3600s")
    #expect(submit.command?.arguments.first == "\(directory)/carrier")
  }

  @Test func metersAndDatesAreTheRequests() throws {
    let session = session(nil)
    var request = URLRequest(url: url)
    request.allowsExpensiveNetworkAccess = false
    let task = session.downloadTask(with: request)
    task.earliestBeginDate = Date(timeIntervalSinceNow: 600)
    task.resume()
    let submit = try #require(process.submitted.first)
    #expect(submit.kind == "userInitiated" && submit.requires == ["network", "unmetered"])
    #expect(submit.earliest == "600s")
  }

  @Test func whatCannotBeQueuedEndsWithAnError() {
    let delegate = NotingDelegate()
    let session = session(delegate)
    session.downloadTask(with: URL(string: "ftp://host/a")!).resume()
    session.uploadTask(
      with: URLRequest(url: url), fromFile: URL(filePath: "\(directory)/none")
    ).resume()
    var request = URLRequest(url: url)
    request.httpBody = Data()
    upload(session, request).resume()
    process.refuse(BGTaskScheduler.Error(.unavailable))
    upload(session).resume()
    process.refuse(BGTaskScheduler.Error(.notPermitted))
    upload(session).resume()
    request.httpBody = nil
    request.setValue("gzip", forHTTPHeaderField: "Transfer-Encoding")
    upload(session, request).resume()
    settle(session)
    #expect(
      delegate.lines == [
        "1 ends: \(NSURLErrorUnsupportedURL)", "2 ends: \(NSURLErrorCannotOpenFile)",
        "3 ends: \(NSURLErrorUnsupportedURL)",
        "4 ends: \(NSURLErrorBackgroundSessionWasDisconnected)", "5 ends: \(NSURLErrorUnknown)",
        "6 ends: \(NSURLErrorUnsupportedURL)",
      ])
    #expect(stored.isEmpty)
  }

  // MARK: Ends

  @Test func anEndIsToldOnceAndThenForgotten() throws {
    let root = "\(directory)/home/rubato/transfers"
    let delegate = NotingDelegate { task in
      #expect(task.state == .completed && TransferDirectory.all(in: root).count == 1)
    }
    let session = session(delegate)
    let task = upload(session)
    task.resume()
    try process.end(process.submitted[0], status: 201, body: "thanks") { state in
      state.headers = [TransferOrder.Header("X-Id", "7")]
    }
    session.checkTransfers()
    settle(session)
    #expect(delegate.lines == ["1: thanks", "1 ends: 201"])
    #expect(stored.isEmpty && task.error == nil)
    let response = try #require(task.response as? HTTPURLResponse)
    #expect(response.value(forHTTPHeaderField: "x-id") == "7" && response.url == url)
  }

  @Test func aLaterProcessHearsInTheOrderOfEnds() throws {
    let first = session(nil)
    for _ in 0..<3 { upload(first).resume() }
    let submitted = process.submitted
    // The first process has ended, and follows its transfers no longer.
    process.followEnds {}
    try process.end(submitted[1]) { $0.ended = 50 }
    try process.end(submitted[0], status: 403, body: "no") { $0.ended = 60 }
    let delegate = NotingDelegate()
    let second = session(delegate)
    settle(second)
    #expect(delegate.lines == ["2 ends: 200", "1: no", "1 ends: 403"])
    // The third transfer continues, and so do the numbers.
    #expect(upload(second).taskIdentifier == 4)
    process.wake("films")
    settle(second)
    #expect(delegate.lines.last == "finished")
    #expect(stored.map(\.number) == [3])
  }

  @Test func aWakeBeforeTheSessionIsToldOnceItIsMade() {
    let sessions = OpenSessions(process, place)
    let other = URLSession(.background(withIdentifier: "others"), nil, nil, in: sessions)
    process.wake("films")
    let delegate = NotingDelegate()
    let session = session(delegate, in: sessions)
    settle(session)
    session.checkTransfers()
    settle(session)
    #expect(delegate.lines == ["finished"])
    settle(other)
  }

  @Test func whatEndsWithoutAnAnswerHasAnError() throws {
    let delegate = NotingDelegate()
    let session = session(delegate) { $0.timeoutIntervalForResource = 1 }
    for _ in 0..<4 { upload(session).resume() }
    let submitted = process.submitted
    let codes: [TransferState.Code] = [.file, .certificate, .timedOut, .proxy]
    for (submit, code) in zip(submitted, codes) {
      try process.end(submit) { ($0.phase, $0.code, $0.status) = (.failed, code, nil) }
    }
    settle(session)
    #expect(
      delegate.lines == [
        "1 ends: \(NSURLErrorCannotOpenFile)",
        "2 ends: \(URLError.Code.serverCertificateUntrusted.rawValue)",
        "3 ends: \(NSURLErrorTimedOut)", "4 ends: \(NSURLErrorCannotConnectToHost)",
      ])
  }

  @Test func whatIsNoLongerQueuedWasCancelledOrIsTooLate() throws {
    upload(session(nil)).resume()
    let one = try #require(stored.first)
    #expect(!one.hasEnded(isQueued: true) && one.hasEnded(isQueued: false))
    let (deadline, boot) = (one.order.deadline, try #require(one.order.boot))
    #expect(one.error(at: TransferTime(wall: deadline - 1, boot: boot))?.code == .cancelled)
    #expect(one.error(at: TransferTime(wall: deadline, boot: boot))?.code == .timedOut)
    // The run of the transfer is about to stop.
    let lock = open(one.directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(lock, LOCK_EX) == 0 && !one.hasEnded(isQueued: false))
    close(lock)
    #expect(one.hasEnded(isQueued: false))
  }

  @Test func whoeverCancelsHearsOfIt() {
    let delegate = NotingDelegate()
    let session = session(delegate)
    let (queued, unbegun) = (upload(session), upload(session))
    queued.resume()
    queued.cancel()
    unbegun.cancel()
    unbegun.resume()
    settle(session)
    session.checkTransfers()
    settle(session)
    #expect(
      Set(delegate.lines) == [
        "1 ends: \(NSURLErrorCancelled)", "2 ends: \(NSURLErrorCancelled)",
      ])
    #expect(delegate.lines.count == 2 && stored.isEmpty && process.submitted.count == 1)
  }

  @Test func aDownloadIsAFileUntilTheCallReturns() throws {
    let delegate = NotingDelegate()
    let session = session(delegate)
    for _ in 0..<3 { session.downloadTask(with: url).resume() }
    let submitted = process.submitted
    for (submit, status) in zip(submitted, [200, 404, 200]) {
      let directory = TransferDirectory(path: try #require(submit.command).arguments[1])
      // The file of the third transfer was moved away, by a process that was killed afterwards.
      if submit.id == submitted[0].id {
        try Data("film".utf8).write(to: URL(filePath: directory.download))
      }
      try process.end(submit, status: status, body: "gone")
    }
    settle(session)
    #expect(
      delegate.lines == [
        "1 has film", "1 ends: 200", "2 has gone", "2 ends: 404", "3 ends: 200",
      ])
    #expect(stored.isEmpty)
  }

  // MARK: Sessions

  @Test func aSecondSessionOfAnIdentifierIsNone() {
    let sessions = OpenSessions(process, place)
    let (delegate, other) = (NotingDelegate(), NotingDelegate())
    let (first, second) = (session(delegate, in: sessions), session(other, in: sessions))
    upload(second).resume()
    settle(second)
    #expect(other.lines == ["1 ends: \(NSURLErrorBackgroundSessionInUseByAnotherProcess)"])
    upload(first).resume()
    settle(first)
    #expect(process.submitted.count == 1 && delegate.lines.isEmpty)
  }

  @Test func aSessionEndsWithItsTransfers() async throws {
    let sessions = OpenSessions(process, place)
    let delegate = NotingDelegate()
    let session = session(delegate, in: sessions)
    upload(session).resume()
    session.downloadTask(with: url).resume()
    let (_, uploads, downloads) = await session.tasks
    #expect(uploads.map(\.taskIdentifier) == [1] && downloads.map(\.taskIdentifier) == [2])
    session.finishTasksAndInvalidate()
    settle(session)
    #expect(delegate.lines.isEmpty)
    try process.end(process.submitted[0])
    process.remove(try #require(process.submitted[1].id))
    settle(session)
    #expect(delegate.lines == ["1 ends: 200", "2 ends: \(NSURLErrorCancelled)", "invalid"])
    // The identifier of the session is free again.
    let (next, nextDelegate) = (NotingDelegate(), NotingDelegate())
    let made = self.session(next, in: sessions)
    made.invalidateAndCancel()
    settle(made)
    #expect(next.lines == ["invalid"] && nextDelegate.lines.isEmpty && made.delegate == nil)
  }

  @Test func anotherDirectoryOfTheDaemonIsNamed() {
    var place = place
    place.environment["HOME"] = "/home/ann"
    let sessions = OpenSessions(process, place)
    // The app is not installed.
    #expect(sessions.differenceFromDaemon() == nil)
    process.start(StartedProcess(stateHome: "\(directory)/home"))
    #expect(sessions.differenceFromDaemon() == nil)
    process.start(StartedProcess(stateHome: "/srv/state"))
    #expect(sessions.differenceFromDaemon()?.contains("read /srv/state/rubato/transfers") == true)
    process.start(StartedProcess(stateHome: nil))
    let text = sessions.differenceFromDaemon()
    #expect(text?.contains("read /home/ann/.local/state/rubato/transfers") == true)
    process.refuse(BGTaskScheduler.Error(.unavailable))
    #expect(sessions.differenceFromDaemon() == nil)
  }
}
