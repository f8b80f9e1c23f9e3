import ArgumentParser
import AtomicFiles
import Terminal
import Transfers
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The transfer and its terms.
struct TransferOptions: ParsableArguments {
  @Flag(help: "Send a file: transfer --upload FILE URL.")
  var upload = false

  @Flag(help: "Fetch a file: transfer --download URL.")
  var download = false

  @Argument(
    help: ArgumentHelp("File to send, with --upload, and URL.", valueName: "file> <url"),
    completion: .file())
  var words: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Target file of a download (default: the last part of the URL, in the current directory).",
      valueName: "path"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Method (default: PUT for uploads, else GET).", valueName: "name"))
  var method: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Header; other users see it in the list of processes, so use --header-file for secrets.",
      valueName: "Name: value"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read headers from a file, one per line; - is standard input.", valueName: "path"),
    completion: .file())
  var headerFile: [String] = []

  @Flag(help: "Wait for an unmetered network and power.")
  var discretionary = false

  @Option(
    help: ArgumentHelp("Time limit of the transfer (default: 7d).", valueName: "duration"))
  var timeout: String?

  /// The largest allowed size of a header file, in bytes.
  private static let longestHeaders = 262_144
}

extension TransferOptions {
  /// Returns the transfer that the options describe. Throws if a value is not allowed or a file cannot be accessed.
  ///
  /// - Parameter now: The present time, in seconds since 1970.
  func order(now: Int64) throws(Failure) -> TransferOrder {
    let time =
      try OptionValue.seconds(timeout, of: "--timeout") ?? TransferOrder.usualTime.seconds
    guard (1...366 * 86_400).contains(time) else {
      throw .notAllowed("--timeout", timeout ?? "", allowed: "1s to 366d")
    }
    do {
      let deadline = now + Int64(bounded: time)
      var order = try upload ? uploadOrder(now, deadline) : downloadOrder(now, deadline)
      if let method {
        try TransferCheck.method(method)
        order.method = method
      }
      order.headers = try headers()
      order.readProxy(Process.environment)
      return order
    } catch let error as TransferError {
      throw Failure(error)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .refused("\(error)")
    }
  }

  /// Throws a usage error if the options and words do not describe one transfer. It is not part of `validate()`,
  /// which would precede the error about an unknown option.
  func check() throws(Failure) {
    guard upload != download else {
      throw .usage("use one of --upload FILE URL and --download URL")
    }
    guard words.count == (upload ? 2 : 1) else {
      throw .usage(
        upload
          ? "--upload takes a file and a URL"
          : "--download takes a URL; name the target with --output"
      )
    }
    if upload, output != nil { throw .usage("--output goes with --download") }
  }

  /// Returns the order of an upload, with the present identity of the file. Throws if the URL is not allowed or the
  /// file cannot be read.
  private func uploadOrder(_ now: Int64, _ deadline: Int64) throws -> TransferOrder {
    let (file, url) = (words[0], words[1])
    try TransferCheck.url(url)
    let (descriptor, identity) = try FileIdentity.open(Self.absolutePath(file))
    close(descriptor)
    return TransferOrder(
      .upload, method: "PUT", url: url, file: identity, submitted: now, deadline: deadline)
  }

  /// Returns the order of a download. Throws if the URL is not allowed, the target is not a regular file, or its
  /// directory cannot be written.
  private func downloadOrder(_ now: Int64, _ deadline: Int64) throws -> TransferOrder {
    let url = words[0]
    try TransferCheck.url(url)
    let path = try OutputFile.regularFile(
      at: Self.absolutePath(try output ?? Self.fileName(in: url)))
    guard access(TransferFile.parent(of: path), W_OK) == 0 else {
      throw Failure.refused(
        "\(TransferFile.parent(of: path)) cannot be written: \(TransferError.system())")
    }
    return TransferOrder(
      .download, method: "GET", url: url, output: path, submitted: now, deadline: deadline)
  }

  /// Returns the last part of a URL's path. Throws if it cannot be the name of a file.
  private static func fileName(in url: String) throws(Failure) -> String {
    let path = URLText.target(of: url).prefix { $0 != "?" }
    guard let name = AtomicFile.names(in: String(path)).last, name != ".", name != "..",
      !path.hasSuffix("/")
    else { throw .refused("\(url) does not end in a file name; name the target with --output") }
    return name
  }

  /// Returns an absolute path; a relative one begins at the current directory.
  private static func absolutePath(_ path: String) throws(Failure) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "\(try Process.directory())/\(path)"
  }

  /// Returns the headers from the command line and from the header files. Throws if one is not allowed.
  private func headers() throws -> [TransferOrder.Header] {
    var lines = header
    for path in headerFile {
      let text = try TextFile.read(path, limit: Self.longestHeaders)
      lines += text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        .map { String(Substring($0)) }
    }
    return try lines.map { try TransferCheck.header(parsing: $0) }
  }
}

extension Failure {
  /// Converts an error of a transfer to a refusal.
  init(_ error: TransferError) {
    switch error {
    case .notAllowed(let field, let value, let allowed):
      self = .notAllowed(field, value, allowed: allowed)
    case .file, .directory, .tooLarge: self = .refused("\(error)")
    }
  }
}
