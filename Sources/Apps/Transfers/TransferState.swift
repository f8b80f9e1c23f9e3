import JSON

/// How far a transfer has come, and what came of it.
package struct TransferState: Hashable, JSONConvertible, Sendable {
  package enum Phase: String, Sendable {
    /// It waits for its first try, or for the next.
    case waiting
    /// A server has answered, whatever it said.
    case completed
    /// It is tried no more.
    case failed
  }

  /// Why it failed, for programs.
  package enum Code: String, Sendable {
    /// The file has changed or is gone.
    case file
    /// What was received cannot be written.
    case output
    /// Its time is over.
    case timedOut
    /// The request cannot be made, such as of a URL that curl does not take.
    case badRequest
    /// There is no end of redirections.
    case redirections
    /// The certificate of the server is not trusted.
    case certificate
    /// The server has answered with something else than was asked for.
    case badResponse
    /// curl is missing, or too old.
    case program
    /// Somebody cancelled it while it was carried.
    case cancelled
  }

  package var phase = Phase.waiting
  /// Runs so far.
  package var attempts = 0
  /// Of the last answer, final or not.
  package var status: Int?
  /// Of the last answer, names as they came.
  package var headers: [TransferOrder.Header] = []
  /// Where redirections led.
  package var url: String?
  /// What the last try, or all of it, failed of.
  package var error: String?
  package var code: Code?
  package var bytesSent: Int64 = 0
  package var bytesReceived: Int64 = 0
  /// The server has asked for no further try before this moment, in seconds since 1970.
  package var notBefore: Int64?
  /// Tells which version the first part of a download is of.
  package var validator: String?
  /// Where a server takes the rest of the upload.
  package var uploadResource: String?
  /// When it ended, in seconds since 1970.
  package var ended: Int64?

  package init() {}

  package var isFinal: Bool { phase != .waiting }
}

extension TransferState {
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
      validator = try members.optional("validator")
      uploadResource = try members.optional("uploadResource")
      ended = try members.optional("ended")
    } catch {
      return nil
    }
  }

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
    json.member("validator", ifThere: validator)
    json.member("uploadResource", ifThere: uploadResource)
    json.member("ended", ifThere: ended)
    json.endObject()
  }
}
