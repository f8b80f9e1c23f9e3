#if canImport(Glibc)
  import Glibc
#endif

/// How a transfer is queued: as a command of its owner, which the daemon starts when it may.
package struct TransferTerms: Hashable, Sendable {
  /// It has time, as isDiscretionary of URLSessionConfiguration says.
  package var isDiscretionary: Bool
  /// Also over networks that cost.
  package var allowsExpensive: Bool

  package init(isDiscretionary: Bool = false, allowsExpensive: Bool = true) {
    (self.isDiscretionary, self.allowsExpensive) = (isDiscretionary, allowsExpensive)
  }

  /// An ordinary one starts as soon as there is a network, whatever else the device does, as what its user has asked for;
  /// one that has time is held in low-power mode, by heat and by an empty battery, and gives way to others.
  package var kind: String { isDiscretionary ? "utility" : "userInitiated" }

  package var requires: [String] {
    if isDiscretionary { return ["network", "unmetered", "power"] }
    return allowsExpensive ? ["network"] : ["network", "unmetered"]
  }

  /// The longest that the kind may ask for, in seconds. What is cut off goes on from there with the next run.
  package var budget: Double { isDiscretionary ? 3600 : 6 * 3600 }

  /// Those after a signal that ended it, such as for want of memory, and others that it had no part in: as many as its time
  /// allows. What it asks to try again is none of them.
  package static let retries: Int64 = 1000
  /// A failure that it reports itself is final.
  package static let retryOn = "abnormal"
  /// The first delay between two tries, in seconds.
  package static let backoffDelay = 10.0

  // MARK: The program

  package static let programName = "rubato-transfer"
  /// The environment variable that names another one.
  private static let variable = "RUBATO_TRANSFER"

  /// The program that carries transfers: the one that `RUBATO_TRANSFER` names, one in the directory of this program, or
  /// the installed one.
  ///
  /// - Throws: If it is missing.
  package static func program(_ environment: [String: String]) throws(TransferError) -> String {
    if let path = environment[variable] {
      guard path.hasPrefix("/"), access(path, X_OK) == 0 else {
        throw .notAllowed(
          field: variable, value: path, allowed: "the absolute path of \(programName)")
      }
      return path
    }
    let directories =
      (ownDirectory.map { [$0, "\($0)/../libexec"] } ?? []) + [
        "/usr/libexec", "/usr/local/libexec",
      ]
    let places = directories.map { "\($0)/\(programName)" }
    for place in places where access(place, X_OK) == 0 {
      guard let path = realpath(place, nil) else { continue }
      defer { free(path) }
      return String(cString: path)
    }
    throw .file(
      programName,
      "not found in \(directories.joined(separator: ", ")); install the package rubato, or set RUBATO_TRANSFER"
        + " to its absolute path, such as that of a build (.build/debug/\(programName))")
  }

  private static var ownDirectory: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return TransferFile.parent(of: String(cString: path))
  }

  /// - Throws: Where curl, which the program runs, is missing.
  package static func checkCurl(_ environment: [String: String]) throws(TransferError) {
    let path = environment["PATH"] ?? "/usr/bin:/bin"
    let isThere = path.split(separator: ":").contains { access("\($0)/curl", X_OK) == 0 }
    if !isThere {
      throw .file("curl", "is missing; install Debian's package curl, which carries transfers")
    }
  }

  /// What the program finds of the environment; no proxy, whose password would be seen there.
  package static func environment(_ environment: [String: String]) -> [String: String] {
    let names = ["PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"]
    var kept = environment.filter { names.contains($0.key) }
    kept["PATH"] = kept["PATH"] ?? "/usr/bin:/bin"
    return kept
  }
}

extension TransferOrder {
  /// Takes the proxy for its URL from the variables that curl knows.
  package mutating func takeProxy(_ environment: [String: String]) {
    let isSecure = url.lowercased().hasPrefix("https:")
    // HTTP_PROXY is not among them: of a CGI program a client may set it.
    let own = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let names = own + ["all_proxy", "ALL_PROXY"]
    proxy = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    noProxy = proxy == nil ? nil : environment["no_proxy"] ?? environment["NO_PROXY"]
  }
}
