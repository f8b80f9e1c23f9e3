/// The parts of an http or https URL, as text.
package enum URLText {
  /// Returns scheme and host of a URL, such as `https://example.com:8443`.
  package static func origin(of url: String) -> String {
    let slash = UInt8(ascii: "/")
    let parts = url.utf8.split(separator: slash, maxSplits: 3, omittingEmptySubsequences: false)
      .map { Substring($0) }
    let host = (parts.count > 2 ? parts[2] : "").prefix { $0 != "?" && $0 != "#" }
    return "\(parts[0])//\(host)"
  }

  /// Returns path and query of a URL, as in the first line of a request.
  package static func target(of url: String) -> String {
    let rest = url.dropFirst(origin(of: url).count).prefix { $0 != "#" }
    return rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/\(rest)"
  }

  /// Returns the absolute URL of a Location (RFC 3986, section 5.2); `nil` if invalid, or on another host, which must
  /// not get the headers. Dot segments stay in it, since curl removes them.
  package static func resolve(_ location: String, from url: String) -> String? {
    let ownOrigin = origin(of: url)
    let ownTarget = target(of: url)
    let path = ownTarget.prefix { $0 != "?" }
    let resolved: String
    if beginsWithScheme(location) {
      resolved = location
    } else if location.hasPrefix("//") {
      resolved = "\(ownOrigin.prefix { $0 != "/" })\(location)"
    } else if location.utf8.first == UInt8(ascii: "/") {
      resolved = "\(ownOrigin)\(location)"
    } else if location.hasPrefix("?") {
      resolved = "\(ownOrigin)\(path)\(location)"
    } else if location.isEmpty || location.hasPrefix("#") {
      resolved = "\(ownOrigin)\(ownTarget)\(location)"
    } else {
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
      let directory = path[..<path.utf8.index(after: slash)]
      resolved = "\(ownOrigin)\(directory)\(location)"
    }
    guard origin(of: resolved).lowercased() == ownOrigin.lowercased(),
      (try? TransferCheck.url(resolved)) != nil
    else { return nil }
    return resolved
  }

  /// Whether a reference begins with a scheme and its colon. A colon after another delimiter is part of a path, a query
  /// or a fragment.
  private static func beginsWithScheme(_ reference: String) -> Bool {
    reference.first { ":/?#".contains($0) } == ":"
  }
}
