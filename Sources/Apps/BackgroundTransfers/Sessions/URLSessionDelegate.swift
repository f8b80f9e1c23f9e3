import Foundation

/// What a session tells of itself, with the names of Foundation's protocol. All of it may be left out.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  /// It was invalidated, and nothing more will be told.
  ///
  /// - Parameters:
  ///   - session: This one.
  ///   - error: Nil, since sessions are invalidated by nobody but the app.
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)

  /// All that the app was woken for has been told. Now call the completion handler of
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
  /// Does nothing.
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}

  /// Does nothing.
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

/// What a session tells of all its transfers, with the name of Foundation's protocol.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  /// A transfer has ended. When this has returned, nothing of it is kept.
  ///
  /// - Parameters:
  ///   - session: Whose it is.
  ///   - task: The transfer.
  ///   - error: Nil where a server has answered, whatever it said: see `response`. Else a `URLError`.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {}
}

/// What a session tells of uploads, with the name of Foundation's protocol.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// A server has answered an upload with a body. It comes at once, before the end of the transfer is told.
  ///
  /// - Parameters:
  ///   - session: Whose it is.
  ///   - dataTask: The transfer.
  ///   - data: At most the first 1,048,576 bytes of it.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionDataDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {}
}

/// What a session tells of downloads, with the name of Foundation's protocol.
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  /// A server has answered a download: also one with a status that is no success, whose body is then the file.
  ///
  /// - Parameters:
  ///   - session: Whose it is.
  ///   - downloadTask: The transfer.
  ///   - location: A file that is removed when this has returned: move it.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL)
}
