#if canImport(Glibc)
  import Glibc
#endif

/// The address of a Unix socket: a path in the file system, or a name in Linux's abstract namespace.
package struct UnixAddress: Sendable, Equatable {
  /// The longest path the kernel accepts, in bytes: `sun_path` less its terminating NUL (unix(7)).
  package static let maximumPathBytes = 107

  /// The path; for an abstract address its name, without the leading `@`.
  package let path: String
  package let isAbstract: Bool

  /// Reads `unix:/path`, `unix:@name` or a bare path.
  ///
  /// After `unix:`, the text behind a `;` contains properties; unknown ones are ignored, as UAPI.20 requires. A bare
  /// path is taken whole.
  package init(_ text: String) throws(AddressError) {
    let address = try Self.location(in: text)
    isAbstract = address.hasPrefix("@") && text.hasPrefix("unix:")
    path = isAbstract ? String(address.dropFirst()) : address
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .malformed(text) }
    guard path.utf8.count <= Self.maximumPathBytes else {
      throw .tooLong(path: path, bytes: path.utf8.count, limit: Self.maximumPathBytes)
    }
  }

  /// Returns the path in the text of an address, or the abstract name with its `@`. Throws `unsupportedScheme` if the
  /// address is not of a Unix socket.
  private static func location(in text: String) throws(AddressError) -> String {
    if text.hasPrefix("unix:") {
      return String(text.dropFirst("unix:".count).prefix { $0 != ";" })
    }
    for scheme in ["tcp:", "exec:", "ssh:", "ssh-unix:", "ssh-exec:", "vsock:"]
    where text.hasPrefix(scheme) {
      throw .unsupportedScheme(text)
    }
    return text
  }

  /// Calls `body` with the address in the kernel's form and its length, and returns the result.
  package func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
  ) rethrows -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { target in
      // An abstract name follows a NUL; a path ends with the zeroes that are already there.
      let name = target.dropFirst(isAbstract ? 1 : 0)
      UnsafeMutableRawBufferPointer(rebasing: name).copyBytes(from: path.utf8)
    }
    // One more for the NUL before or after. An abstract name is as long as the length says, NULs included, so that
    // length must be exact (unix(7)).
    let used = MemoryLayout.size(ofValue: address.sun_family) + path.utf8.count + 1
    return try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body($0, socklen_t(used))
      }
    }
  }
}

extension UnixAddress: CustomStringConvertible {
  /// The text for people: the bare path, or `unix:@name`.
  package var description: String { isAbstract ? "unix:@" + path : path }
}

/// The reason why an address cannot be used.
package enum AddressError: Error, Sendable, Equatable {
  case malformed(String)
  case unsupportedScheme(String)
  case tooLong(path: String, bytes: Int, limit: Int)
}

extension AddressError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let text):
      "\"\(text)\" is not a socket address; use a path, unix:PATH or unix:@NAME"
    case .unsupportedScheme(let text):
      "\"\(text)\" is not a Unix socket; use a path, unix:PATH or unix:@NAME"
    case .tooLong(let path, let bytes, let limit):
      "the socket path \(path) has \(bytes) bytes, but the kernel allows \(limit); use a shorter path"
    }
  }
}
