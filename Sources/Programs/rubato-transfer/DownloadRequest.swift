import Transfers

/// A request of a download: the first one, or one to which a server has redirected.
///
/// curl repeats a method that is set, even after 303. So it follows only the redirections of GET and HEAD.
struct DownloadRequest {
  private(set) var method: String
  private(set) var url: String
  private(set) var headers: [TransferOrder.Header]
  /// The number of redirections that precede this request.
  private(set) var redirections = 0

  /// The most redirections of a download.
  static let mostRedirections = 16

  init(_ order: TransferOrder) {
    (method, url, headers) = (order.method, order.url, order.headers)
  }

  /// Whether curl follows the redirections of this request.
  var isFollowedByCURL: Bool { ["GET", "HEAD"].contains(method) }

  /// The redirections that curl may follow. After one more, it ends with the URL of the next request.
  var redirectionsOfCURL: Int64 {
    isFollowedByCURL ? Int64(Self.mostRedirections - redirections) : 0
  }

  /// Returns the request that follows a redirection; `nil` if there were too many.
  ///
  /// - Parameters:
  ///   - status: The status of the redirection.
  ///   - location: Its absolute URL.
  func redirected(by status: Int, to location: String) -> DownloadRequest? {
    guard !isFollowedByCURL, redirections < Self.mostRedirections else { return nil }
    var next = self
    next.redirections += 1
    // RFC 9110, section 15.4: 303 is another resource, and all clients treat 301 and 302 of POST in the same way.
    if status == 303 || method == "POST" && [301, 302].contains(status) {
      next.method = "GET"
      next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    let (present, target) = (Origin(url), Origin(location))
    next.url = location
    if target.isSame(as: present) {
      // curl also keeps them on the same server.
      if let user = present.user, target.user == nil {
        next.url = "\(target.scheme)://\(user)@\(location.dropFirst(target.scheme.count + 3))"
      }
    } else {
      next.headers.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
    }
    return next
  }

  /// The server of a URL, and the user there.
  private struct Origin {
    var scheme: Substring
    /// User and password, as in the URL; `nil` if it has none.
    var user: Substring?
    var host: String

    init(_ url: String) {
      let origin = URLText.origin(of: url)
      scheme = origin.prefix { $0 != ":" }
      let authority = origin.dropFirst(scheme.count + 3)
      let end = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
      user = end.map { authority[..<$0] }
      host = authority[(end.map { authority.utf8.index(after: $0) } ?? authority.startIndex)...]
        .lowercased()
      let usualPort = scheme.lowercased() == "https" ? ":443" : ":80"
      if host.hasSuffix(usualPort) { host.removeLast(usualPort.count) }
    }

    func isSame(as other: Origin) -> Bool {
      scheme.lowercased() == other.scheme.lowercased() && host == other.host
    }
  }
}
