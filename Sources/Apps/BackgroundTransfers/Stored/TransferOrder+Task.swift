import Foundation
import Transfers

#if canImport(Glibc)
  import Glibc
#endif

extension TransferOrder {
  /// The longest time for which the daemon keeps a request, in seconds: 366 days.
  static let longestTime = 366 * 86_400.0

  /// Creates the order of a task.
  ///
  /// - Throws: A `URLError` if a value is not allowed.
  init(
    _ task: URLSessionTask, _ configuration: URLSessionConfiguration, app: String, now: Int64
  ) throws(URLError) {
    let request = task.originalRequest
    let url = request?.url?.absoluteString ?? ""
    do throws(TransferError) {
      try TransferCheck.url(url)
      try self.init(task, request?.method, url, now)
      headers = try Self.headers(request, configuration)
    } catch {
      throw URLError(error, url)
    }
    guard request?.httpBody == nil else {
      throw URLError(
        .unsupportedURL, "httpBody is not sent by background sessions; upload a file", url)
    }
    deadline =
      now + configuration.timeoutIntervalForResource.wholeSeconds(atMost: Self.longestTime)
    stallSeconds = Self.stallSeconds(request, configuration)
    session = configuration.identifier
    self.app = app
    number = task.taskIdentifier
    note = task.taskDescription
    readProxy(ProcessInfo.processInfo.environment)
  }

  /// Creates an upload if the task has a file, else a download. The caller sets its deadline. Throws if the method is
  /// not allowed, or the file cannot be read.
  private init(
    _ task: URLSessionTask, _ method: String?, _ url: String, _ now: Int64
  ) throws(TransferError) {
    if let method { try TransferCheck.method(method) }
    guard let file = task.file else {
      self.init(.download, method: method ?? "GET", url: url, submitted: now, deadline: now)
      return
    }
    guard file.isFileURL else {
      throw .notAllowed(
        field: "file", value: file.absoluteString, allowed: "the URL of a file: URL(filePath:)")
    }
    // Opened only for its identity: the transfer opens it again, and fails if it has changed.
    let (descriptor, identity) = try FileIdentity.open(file.standardizedFileURL.path)
    close(descriptor)
    self.init(
      .upload, method: method ?? "PUT", url: url, file: identity, submitted: now, deadline: now)
  }

  /// The headers that are ignored in a request, as on a phone: the transfer sets them itself. A Transfer-Encoding is
  /// refused, since it can describe an encoding of the file.
  private static let ignored = ["connection", "content-length"]

  /// Returns the headers of the request, and those of the configuration that the request does not set.
  private static func headers(
    _ request: URLRequest?, _ configuration: URLSessionConfiguration
  ) throws(TransferError) -> [Header] {
    var merged = request ?? URLRequest(url: URL(filePath: "/"))
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      let headerName = "\(name)"
      if merged.value(forHTTPHeaderField: headerName) == nil {
        merged.setValue("\(value)", forHTTPHeaderField: headerName)
      }
    }
    let headers = (merged.allHTTPHeaderFields ?? [:])
      .filter { !ignored.contains($0.key.lowercased()) }
      .sorted { $0.key < $1.key }.map { Header($0.key, $0.value) }
    for header in headers { try TransferCheck.check(header) }
    return headers
  }

  /// Returns the seconds without data after which a try ends, at most a day. The session's value applies unless the
  /// request has one of its own.
  private static func stallSeconds(
    _ request: URLRequest?, _ configuration: URLSessionConfiguration
  ) -> Int {
    // 60 is the default of a URLRequest, so that it means no value of its own.
    let requestSeconds = request?.timeoutInterval ?? 60
    let seconds = requestSeconds == 60 ? configuration.timeoutIntervalForRequest : requestSeconds
    return Int(seconds.wholeSeconds(atMost: 86_400))
  }
}

extension TransferTerms {
  /// Creates the terms of a task. Expensive networks are excluded if the session or the request excludes cellular,
  /// expensive or constrained networks.
  init(_ task: URLSessionTask, _ configuration: URLSessionConfiguration) {
    let request = task.originalRequest
    let isAllowed = [
      configuration.allowsCellularAccess, configuration.allowsExpensiveNetworkAccess,
      configuration.allowsConstrainedNetworkAccess, request?.allowsCellularAccess ?? true,
      request?.allowsExpensiveNetworkAccess ?? true,
      request?.allowsConstrainedNetworkAccess ?? true,
    ]
    self.init(
      isDiscretionary: configuration.isDiscretionary, allowsExpensive: !isAllowed.contains(false))
  }
}

extension URLError {
  /// Creates the error for a transfer that cannot be queued.
  init(_ error: TransferError, _ url: String?) {
    let code: Code =
      switch error {
      case .notAllowed: .unsupportedURL
      case .file: .cannotOpenFile
      case .directory: .cannotCreateFile
      case .tooLarge: .dataLengthExceedsMaximum
      }
    self.init(code, "\(error)", url)
  }
}

extension TimeInterval {
  /// Returns whole seconds, rounded up, from one to `most`; one if the interval is not a number.
  func wholeSeconds(atMost most: Double) -> Int64 {
    Int64(exactly: Swift.min(Swift.max(1, self), most).rounded(.up)) ?? 1
  }
}

extension Date {
  /// The seconds since 1970.
  var secondsOfEpoch: Int64 { Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }
}
