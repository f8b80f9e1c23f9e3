import JSON

/// The progress and the result of a transfer.
package struct TransferState: Hashable, JSONConvertible, Sendable {
  package enum Phase: String, Sendable {
    /// The transfer waits for its first or its next try.
    case waiting
    /// A server has responded, with any status.
    case completed
    /// The transfer has failed permanently.
    case failed
  }

  /// The cause of a failure, for programs.
  package enum Code: String, Sendable {
    /// The file has changed or no longer exists.
    case file
    /// The received data cannot be written.
    case output
    /// The time of the transfer has expired.
    case timedOut
    /// The request cannot be made, for example because curl does not accept its URL.
    case badRequest
    /// The server has redirected too often.
    case redirections
    /// The certificate of the server is not trusted.
    case certificate
    /// The proxy does not allow the connection to the server.
    case proxy
    /// The server's response does not match the request.
    case badResponse
    /// curl is missing, or too old.
    case program
    /// The transfer was cancelled while it was in progress.
    case cancelled
  }

  package var phase = Phase.waiting
  /// The number of runs so far.
  package var attempts = 0
  /// The status of the last response, final or not; `nil` before the first.
  package var status: Int?
  /// The headers of the last response, with their original names.
  package var headers: [TransferOrder.Header] = []
  /// The URL after redirections; `nil` if there were none.
  package var url: String?
  /// The error of the last try, or of the transfer; `nil` if there is none.
  package var error: String?
  package var code: Code?
  package var bytesSent: Int64 = 0
  package var bytesReceived: Int64 = 0
  /// The earliest time of the next try that the server allows, in seconds since 1970; `nil` if it set none.
  package private(set) var notBefore: Int64?
  /// The seconds to that time when the server has set it; `nil` also in a state of an earlier version.
  private var waitSeconds: Int64?
  /// The version of the partial download; `nil` if it is unknown.
  package var validator: String?
  /// The URL to which the rest of the upload is sent; `nil` if the server has not named one.
  package var uploadResource: String?
  /// The time at which it ended, in seconds since 1970; `nil` if it has not.
  package var ended: Int64?

  package init() {}

  package var isFinal: Bool { phase != .waiting }

  /// Sets the earliest time of the next try.
  ///
  /// - Parameters:
  ///   - seconds: The time from now on for which the server allows no try; `nil` if it allows one.
  ///   - now: The present time, in seconds since 1970.
  package mutating func setWait(_ seconds: Int64?, from now: Int64) {
    waitSeconds = seconds
    notBefore = seconds.map { now + $0 }
  }

  /// Returns the seconds for which the server allows no try yet; `nil` if it allows one. A wait that is longer than the
  /// server has set is from a clock that was set back since, and has no effect.
  ///
  /// - Parameter now: The present time, in seconds since 1970.
  package func secondsToNextTry(at now: Int64) -> Int64? {
    guard let notBefore, notBefore > now else { return nil }
    let (seconds, hasOverflow) = notBefore.subtractingReportingOverflow(now)
    if hasOverflow || seconds > waitSeconds ?? .max { return nil }
    return seconds
  }
}

extension TransferState {
  /// Reads a state from JSON; `nil` if a required member is missing, or a member is of another type.
  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    do throws(JSONMismatch) {
      guard let phase = Phase(rawValue: try members.required("phase")) else { return nil }
      self.phase = phase
      attempts = try members.required("attempts")
      status = try members.optional("status")
      headers = try members.optional("headers") ?? []
      url = try members.optional("url")
      error = try members.optional("error")
      code = (try members.optional("code") as String?).flatMap(Code.init)
      bytesSent = try members.required("bytesSent")
      bytesReceived = try members.required("bytesReceived")
      notBefore = try members.optional("notBefore")
      waitSeconds = try members.optional("waitSeconds")
      validator = try members.optional("validator")
      uploadResource = try members.optional("uploadResource")
      ended = try members.optional("ended")
    } catch {
      return nil
    }
  }

  /// Writes the state as a JSON object, without absent members.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("phase", phase.rawValue)
    json.member("attempts", attempts)
    json.member("status", ifThere: status)
    json.member("headers", headers)
    json.member("url", ifThere: url)
    json.member("error", ifThere: error)
    json.member("code", ifThere: code?.rawValue)
    json.member("bytesSent", bytesSent)
    json.member("bytesReceived", bytesReceived)
    json.member("notBefore", ifThere: notBefore)
    json.member("waitSeconds", ifThere: waitSeconds)
    json.member("validator", ifThere: validator)
    json.member("uploadResource", ifThere: uploadResource)
    json.member("ended", ifThere: ended)
    json.endObject()
  }
}
