import Foundation

/// The events of a session, with the names of Foundation's protocol. Each method is optional.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  /// Called when the session was invalidated. No more events follow.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - error: Always `nil`, since only the app invalidates sessions.
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)

  /// Called when all events that the app was woken for have been delivered. Now call the completion handler of
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
  /// Does nothing.
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}

  /// Does nothing.
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

/// The events of all transfers of a session, with the name of Foundation's protocol.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  /// Called when a transfer has ended. When this method has returned, its stored files are removed.
  ///
  /// - Parameters:
  ///   - session: The session of the transfer.
  ///   - task: The transfer.
  ///   - error: A `URLError`; `nil` if a server has responded, with any status: see `response`.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {}
}

/// The events of a session's uploads, with the name of Foundation's protocol.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// Called once with the body of a response to an upload, before the end of the transfer is reported.
  ///
  /// - Parameters:
  ///   - session: The session of the transfer.
  ///   - dataTask: The transfer.
  ///   - data: The first 1,048,576 bytes of the body at most.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionDataDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {}
}

/// The events of a session's downloads, with the name of Foundation's protocol.
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  /// Called when a server has responded to a download. Without a success status, the file is the response's body.
  ///
  /// - Parameters:
  ///   - session: The session of the transfer.
  ///   - downloadTask: The transfer.
  ///   - location: A file that is removed when this method has returned: move it.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL)
}
