import AtomicFiles
import JSON

#if canImport(Glibc)
  import Glibc
#endif

/// The order of a transfer, as stored in its owner's directory. It is written once, before the transfer is queued.
package struct TransferOrder: Hashable, JSONConvertible, Sendable {
  package enum Direction: String, Sendable {
    case upload, download
  }

  /// A header of the request.
  package struct Header: Hashable, JSONConvertible, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package var direction: Direction
  package var method: String
  package var url: String
  package var headers: [Header]
  /// The file to upload; `nil` for downloads.
  package var file: FileIdentity?
  /// The target of a download; `nil` for a file in the transfer's own directory.
  package var output: String?
  /// The time at which the transfer is given up, in seconds since 1970, if no clock is corrected: see `secondsLeft`.
  package var deadline: Int64
  /// The seconds without data after which a try ends.
  package var stallSeconds: Int
  /// The proxy and the hosts without one, as in the variables https_proxy and no_proxy; `nil` if not set.
  package var proxy: String?
  package var noProxy: String?
  /// The app's session and the app of the transfer; `nil` outside a session.
  package var session: String?
  package var app: String?
  /// The number of the task in its session; `nil` outside a session.
  package var number: Int?
  /// The owner's description; `nil` if it is not set.
  package var note: String?
  /// The daemon that has the request, as the absolute path of its socket. An order without it counts as one of each
  /// daemon.
  package private(set) var daemon: String?
  /// The time at which it was queued, in seconds since 1970.
  package var submitted: Int64
  /// The same time since the boot; `nil` if it is unknown, as in orders of earlier versions.
  package var boot: TransferTime.BootTime?

  /// Creates an order, submitted now, with 60 seconds for a try without data, as URLRequest's timeoutInterval, and
  /// without a proxy or a session.
  package init(
    _ direction: Direction, method: String, url: String, headers: [Header] = [],
    file: FileIdentity? = nil, output: String? = nil, submitted: Int64, deadline: Int64
  ) {
    self.direction = direction
    self.method = method
    self.url = url
    self.headers = headers
    self.file = file
    self.output = output
    self.submitted = submitted
    self.deadline = deadline
    stallSeconds = 60
    boot = .present()
  }

  /// The default time for a transfer, as URLSessionConfiguration's timeoutIntervalForResource.
  package static let usualTime = Duration.seconds(7 * 24 * 3600)

  /// Whether the scheme of the URL is https, in any case of its letters.
  package var isSecure: Bool { url.prefix(6).lowercased() == "https:" }
}

extension TransferOrder {
  /// Stores the daemon that has the request.
  ///
  /// - Parameter socket: The path of its socket; `nil` for none.
  package mutating func setDaemon(socket: String?) {
    daemon = socket.map(Self.absolutePath)
  }

  /// Whether the request is in the daemon with this socket, as far as that is stored.
  package func isOfDaemon(socket: String?) -> Bool {
    guard let daemon, let socket else { return true }
    return daemon == Self.absolutePath(ofSocket: socket)
  }

  /// Returns the path of a socket without symbolic links, so that all paths of a socket are equal. A daemon that was
  /// started again has the same.
  private static func absolutePath(ofSocket socket: String) -> String {
    RealPath.resolve(socket) ?? socket
  }
}

extension TransferOrder {
  /// Reads an order from JSON; `nil` if a required member is missing, or a member is of another type.
  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    do throws(JSONMismatch) {
      guard let direction = Direction(rawValue: try members.required("direction")) else {
        return nil
      }
      self.direction = direction
      method = try members.required("method")
      url = try members.required("url")
      headers = try members.required("headers")
      file = try members.optional("file")
      output = try members.optional("output")
      deadline = try members.required("deadline")
      stallSeconds = try members.required("stallSeconds")
      proxy = try members.optional("proxy")
      noProxy = try members.optional("noProxy")
      session = try members.optional("session")
      app = try members.optional("app")
      number = try members.optional("number")
      note = try members.optional("note")
      daemon = try members.optional("daemon")
      submitted = try members.required("submitted")
      boot = try members.optional("boot")
    } catch {
      return nil
    }
  }

  /// Writes the order as a JSON object, without absent members.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("direction", direction.rawValue)
    json.member("method", method)
    json.member("url", url)
    json.member("headers", headers)
    json.member("file", ifThere: file)
    json.member("output", ifThere: output)
    json.member("deadline", deadline)
    json.member("stallSeconds", stallSeconds)
    json.member("proxy", ifThere: proxy)
    json.member("noProxy", ifThere: noProxy)
    json.member("session", ifThere: session)
    json.member("app", ifThere: app)
    json.member("number", ifThere: number)
    json.member("note", ifThere: note)
    json.member("daemon", ifThere: daemon)
    json.member("submitted", submitted)
    json.member("boot", ifThere: boot)
    json.endObject()
  }
}

extension TransferOrder.Header {
  /// Reads a header from a JSON list of a name and a value; `nil` for any other JSON.
  package init?(json: JSONElement) {
    guard let parts = [String](json: json), parts.count == 2 else { return nil }
    self.init(parts[0], parts[1])
  }

  package func write(to json: inout JSONWriter) { [name, value].write(to: &json) }
}
