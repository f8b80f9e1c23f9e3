import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// The terms of a transfer's request: a command of its owner, which the daemon starts.
package struct TransferTerms: Hashable, Sendable {
  /// Whether the transfer can be delayed, as isDiscretionary of URLSessionConfiguration.
  package var isDiscretionary: Bool
  /// Whether the transfer may use networks that cost money.
  package var allowsExpensive: Bool

  package init(isDiscretionary: Bool = false, allowsExpensive: Bool = true) {
    (self.isDiscretionary, self.allowsExpensive) = (isDiscretionary, allowsExpensive)
  }

  /// The kind of the request. An ordinary transfer starts as soon as there is a network, regardless of the device's
  /// other work. A discretionary one is held in low-power mode, by heat and by an empty battery, and gives way to
  /// others.
  package var kind: String { isDiscretionary ? "utility" : "userInitiated" }

  /// The conditions that the device must meet, in the words of `rubatoctl submit --requires`.
  package var requires: [String] {
    if isDiscretionary { return ["network", "unmetered", "power"] }
    return allowsExpensive ? ["network"] : ["network", "unmetered"]
  }

  /// The budget of a run, in seconds. The next run continues an interrupted transfer.
  package var budget: Double { isDiscretionary ? 3600 : 6 * 3600 }

  /// The retries after abnormal ends, such as a signal for lack of memory: practically only limited by the transfer's
  /// time. Tries that the transfer itself requests are not included.
  package static let retries: Int64 = 1000
  /// A failure that the program itself reports is final.
  package static let retryOn = "abnormal"
  /// The first delay between two tries, in seconds.
  package static let backoffDelay = 10.0

  // MARK: The program

  package static let programName = "rubato-transfer"
  /// The environment variable with the path of another program.
  private static let variable = "RUBATO_TRANSFER"

  /// Returns the program that performs transfers: the one in `RUBATO_TRANSFER`, one in the directory of this program,
  /// or the installed one.
  ///
  /// - Throws: If it is missing.
  package static func program(_ environment: [String: String]) throws(TransferError) -> String {
    if let path = environment[variable] {
      guard path.utf8.first == UInt8(ascii: "/"), access(path, X_OK) == 0 else {
        throw .notAllowed(
          field: variable, value: path, allowed: "the absolute path of \(programName)")
      }
      return path
    }
    let nearThisProgram = ownDirectory.map { [$0, "\($0)/../libexec"] } ?? []
    let directories = nearThisProgram + ["/usr/libexec", "/usr/local/libexec"]
    let places = directories.map { "\($0)/\(programName)" }
    for place in places where access(place, X_OK) == 0 {
      if let path = RealPath.resolve(place) { return path }
    }
    throw .file(
      programName,
      "not found in \(directories.joined(separator: ", ")); install the package rubato, or set RUBATO_TRANSFER"
        + " to its absolute path, such as a build's .build/debug/\(programName)")
  }

  /// The directory of the program that this process runs; `nil` if it is unknown.
  private static var ownDirectory: String? {
    RealPath.resolve("/proc/self/exe").map { TransferFile.parent(of: $0) }
  }

  /// Throws if curl, which the program for transfers runs, is not in the PATH of this environment.
  package static func checkCurl(_ environment: [String: String]) throws(TransferError) {
    let path = environment["PATH"] ?? "/usr/bin:/bin"
    let isThere = path.utf8.split(separator: UInt8(ascii: ":")).contains { directory in
      access("\(Substring(directory))/curl", X_OK) == 0
    }
    if !isThere {
      throw .file("curl", "not found, but transfers require it; install Debian's package curl")
    }
  }

  /// Returns the environment variables for the program that performs transfers. They contain no proxy, whose password
  /// would be visible there.
  package static func environment(_ environment: [String: String]) -> [String: String] {
    let names = ["PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"]
    var kept = environment.filter { names.contains($0.key) }
    kept["PATH"] = kept["PATH"] ?? "/usr/bin:/bin"
    return kept
  }
}

extension TransferOrder {
  /// Stores the proxy for the order's URL, and the hosts without a proxy, from curl's environment variables.
  package mutating func readProxy(_ environment: [String: String]) {
    // HTTP_PROXY is ignored, since a client can set it for a CGI program.
    let schemeNames = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let names = schemeNames + ["all_proxy", "ALL_PROXY"]
    proxy = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let hostsWithoutProxy = environment["no_proxy"] ?? environment["NO_PROXY"]
    noProxy = proxy == nil ? nil : hostsWithoutProxy
  }
}
