/// The parts of an http or https URL, as text.
package enum URLText {
  /// Returns scheme and host of a URL, such as `https://example.com:8443`.
  package static func origin(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let host = (parts.count > 2 ? parts[2] : "").prefix { $0 != "?" && $0 != "#" }
    return "\(parts[0])//\(host)"
  }

  /// Returns path and query of a URL, as in the first line of a request.
  package static func target(of url: String) -> String {
    let rest = url.dropFirst(origin(of: url).count).prefix { $0 != "#" }
    return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
  }

  /// Returns the absolute URL of a Location; `nil` if invalid, or on another host, which must not get the headers.
  package static func resolve(_ location: String, from url: String) -> String? {
    let ownOrigin = origin(of: url)
    let resolved: String
    if location.contains("://") {
      resolved = location
    } else if location.hasPrefix("//") {
      resolved = "\(ownOrigin.prefix { $0 != "/" })\(location)"
    } else if location.hasPrefix("/") {
      resolved = ownOrigin + location
    } else {
      let path = target(of: url).prefix { $0 != "?" }
      let directory = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
      resolved = ownOrigin + directory + location
    }
    guard origin(of: resolved).lowercased() == ownOrigin.lowercased(),
      (try? TransferCheck.url(resolved)) != nil
    else { return nil }
    return resolved
  }
}
