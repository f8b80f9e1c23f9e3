import ChildProcesses
import Transfers

#if canImport(Glibc)
  import Glibc
#endif

/// A run of curl.
struct Curl {
  /// The result of the run.
  struct Result {
    /// The exit code, or the negated number of the signal that ended it.
    var code: Int32
    /// The first bytes of its output, and its message.
    var output: [UInt8]
    var message: String
    var sent: Int64
    /// The URL after redirections; `nil` if it is unknown.
    var url: String?
    /// The absolute URL of a redirection that curl has not followed; `nil` if there is none.
    var redirection: String?
    /// The status with which a proxy has answered the last request for a tunnel to a server; `nil` if there was none.
    var tunnelStatus: Int?
    /// Whether this program received a stop signal meanwhile.
    var wasStopped: Bool
  }

  static let program = "curl"
  /// The time for it to end without a signal, in milliseconds.
  private static let killDelayMilliseconds: Int32 = 1500
  /// The time within which the signal that ended it also reaches this program, in milliseconds.
  private static let signalLag: Int32 = 1000
  private static let longestMessage = 16_384
  /// The beginning of the line with the figures of a run.
  private static let mark = "rubato-transfer:"

  var configuration: CurlConfiguration
  /// The file that it reads as /dev/fd/3; `nil` for none.
  var file: Int32?

  /// Runs curl until it ends. If this program receives a stop signal meanwhile, ends curl.
  ///
  /// - Throws: The error of the system if curl could not be started.
  func run() throws(SystemError) -> Result {
    let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    let child = try spawn(input: input, output: output, errors: errors)
    // curl has its own copies. With copies in this program, the end of the output would not be seen.
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    // At its end, curl writes a marked line with figures to standard error.
    var configurationWithMark = configuration
    configurationWithMark.set(
      "write-out",
      "%{stderr}\n\(Self.mark)%{size_upload} %{http_connect} %{url_effective} %{redirect_url}\n")
    Self.write(Array(configurationWithMark.text.utf8), to: input.writing)
    close(input.writing)
    var streams = [
      Stream(output.reading, limit: TransferDirectory.longestBody),
      Stream(errors.reading, limit: Self.longestMessage),
    ]
    var wasStopped = Self.follow(&streams, child)
    for stream in streams { close(stream.descriptor) }
    let code = Self.wait(for: child)
    // A stop signals each process of the run, one after the other, and curl may be the first to end.
    if !wasStopped, [-SIGTERM, -SIGINT].contains(code) {
      wasStopped = StopSignal.comes(within: Self.signalLag)
    }
    return Self.result(streams, code: code, wasStopped: wasStopped)
  }

  // MARK: Starting it

  /// Starts curl, which reads its configuration from `input`, and returns its pid.
  private func spawn(input: Pipe, output: Pipe, errors: Pipe) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    if let file { posix_spawn_file_actions_adddup2(&actions, file, 3) }
    // .curlrc is ignored, since it is not part of the request.
    let arguments: [String] = [Self.program, "--disable", "--config", "-"]
    var words = arguments.map { strdup($0) } + [nil]
    var variables = Self.environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, Self.program, &actions, nil, &words, &variables)
    guard code == 0 else { throw SystemError(code: code) }
    return child
  }

  /// The variables for the search of programs and the trusted certificates.
  private static var environment: [String] {
    let names: [String] = ["PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"]
    return names.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }

  /// Writes all bytes to a pipe, or as many as curl reads before it ends.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // curl has ended, and its output contains the reason.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  // MARK: Following it

  /// Reads the output of curl until it closes both streams. After a stop signal ends curl with SIGTERM, and after
  /// `killDelayMilliseconds` kills it. Returns whether a stop signal came.
  private static func follow(_ streams: inout [Stream], _ child: pid_t) -> Bool {
    var wasStopped = false
    while streams.contains(where: \.isOpen) {
      // poll(2) ignores negative descriptors: those of closed streams, and of the stop signal after the first.
      var polls = streams.map { stream in
        pollfd(fd: stream.isOpen ? stream.descriptor : -1, events: Int16(POLLIN), revents: 0)
      }
      polls.append(
        pollfd(fd: wasStopped ? -1 : StopSignal.descriptor, events: Int16(POLLIN), revents: 0))
      let count = poll(&polls, nfds_t(polls.count), wasStopped ? killDelayMilliseconds : -1)
      if count < 0, errno == EINTR { continue }
      let killDelayHasPassed = count == 0
      if killDelayHasPassed {
        kill(child, SIGKILL)
        return true
      }
      for index in streams.indices where polls[index].revents != 0 { streams[index].read() }
      if polls[streams.count].revents != 0 {
        wasStopped = true
        kill(child, SIGTERM)
      }
    }
    return wasStopped
  }

  /// Waits for the end of curl, and returns its exit code, or the negated number of the signal that ended it.
  private static func wait(for child: pid_t) -> Int32 {
    let status = WaitStatus(ofChild: child)
    return status.signalNumber.map { -$0 } ?? status.shellCode
  }

  /// Returns the result of a run from its output and its errors. The marked line contains the number of sent bytes, the
  /// status of a tunnel, the URL and that of a redirection; the other lines are the message.
  private static func result(_ streams: [Stream], code: Int32, wasStopped: Bool) -> Result {
    let (output, errors) = (streams[0].bytes, streams[1].bytes)
    let lines = errors.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let marked = lines.last { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
    let parts = marked?.split(separator: " ", maxSplits: 3) ?? []
    let message = lines.filter { !$0.hasPrefix(mark) }.joined(separator: "; ")
    return Result(
      code: code, output: output, message: message,
      sent: parts.first.flatMap { Int64($0) } ?? 0,
      url: parts.count > 2 ? String(parts[2]) : nil,
      redirection: parts.count > 3 ? String(parts[3]) : nil,
      // curl writes 000 if there was no tunnel.
      tunnelStatus: parts.count > 1 ? Int(parts[1]).flatMap { $0 > 0 ? $0 : nil } : nil,
      wasStopped: wasStopped)
  }
}

/// The output of one end of a pipe, of which the first bytes are kept.
private struct Stream {
  let descriptor: Int32
  private let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true

  init(_ descriptor: Int32, limit: Int) { (self.descriptor, self.limit) = (descriptor, limit) }

  /// Reads once, and keeps at most `limit` bytes in total. At the end of the pipe, `isOpen` becomes `false`.
  mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      isOpen = false
      return
    }
    bytes += buffer[..<min(count, limit - bytes.count)]
  }
}

private struct Pipe {
  let reading: Int32
  let writing: Int32

  /// Creates a pipe whose ends are closed in curl, except those that `spawn` passes to it.
  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}

struct SystemError: Error {
  var code: Int32
}
