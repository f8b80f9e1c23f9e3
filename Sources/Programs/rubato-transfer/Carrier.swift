import Transfers

#if canImport(Glibc)
  import Glibc
#endif

/// Carries one transfer as far as possible in one run, and records its progress.
struct Carrier {
  let directory: TransferDirectory
  let order: TransferOrder
  var state: TransferState

  /// The exit code of a run for the daemon.
  enum Exit: Int32 {
    case done = 0
    case failed = 1
    /// EX_TEMPFAIL: the run must be repeated.
    case later = 75
  }

  /// - Throws: If there is no transfer, or other users than its owner may change it.
  init(_ directory: TransferDirectory) throws(TransferError) {
    try directory.checkOwner()
    guard let order = directory.order(), let state = directory.state() else {
      throw .directory(directory.path, "contains no readable transfer")
    }
    (self.directory, self.order, self.state) = (directory, order, state)
  }

  static var now: Int64 { Int64(time(nil)) }

  /// The seconds that are left for the transfer; 0 or less if its time limit has passed.
  private var secondsLeft: Int64 { order.secondsLeft(at: .present()) }

  /// Makes one try of the transfer and returns the exit code. Makes no try if the transfer has ended, another process
  /// performs it, or the server allows none yet.
  mutating func carry() throws(TransferError) -> Exit {
    guard !state.isFinal else { return exit }
    // The lock is held until this process ends.
    let lock = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      Log.write("the transfer is already in progress, or its lock is not available")
      return .later
    }
    if secondsLeft <= 0 {
      try end(.failed, .timedOut, state.error ?? "the time limit has passed")
      return exit
    }
    if let seconds = state.secondsToNextTry(at: Self.now) {
      Log.write("the server allows no retry in the next \(seconds) s")
      return .later
    }
    state.attempts += 1
    try directory.put(state)
    // curl reads cookies by a relative path.
    _ = chdir(directory.path)
    switch order.direction {
    case .upload: try upload()
    case .download: try download()
    }
    return exit
  }

  /// The exit code of this run, by the phase of the transfer.
  private var exit: Exit {
    switch state.phase {
    case .completed: .done
    case .failed: .failed
    case .waiting: .later
    }
  }

  // MARK: Ends

  /// Records the end of the transfer, and writes `error` to the output of the run. `code` and `error` describe a
  /// failure.
  mutating func end(
    _ phase: TransferState.Phase, _ code: TransferState.Code? = nil, _ error: String? = nil
  ) throws(TransferError) {
    state.phase = phase
    state.code = code
    state.error = error
    state.ended = Self.now
    state.setWait(nil, from: Self.now)
    try directory.put(state)
    if let error { Log.write(error) }
  }

  /// Records that the transfer must be repeated because of `error`, after `seconds` at the earliest. If its deadline
  /// comes first, ends the transfer as failed.
  mutating func tryLater(_ error: String, after seconds: Int64? = nil) throws(TransferError) {
    state.error = error
    let left = secondsLeft
    if left <= (seconds ?? 0) { return try end(.failed, .timedOut, error) }
    state.setWait(seconds, from: Self.now)
    try directory.put(state)
    Log.write(error)
  }

  /// Handles the last answer of the server. After a transient status, such as 503, the transfer is repeated; with every
  /// other status it is completed.
  ///
  /// - Parameter body: The first bytes of the answer.
  mutating func handleHead(_ head: ResponseHead, _ body: [UInt8]) throws(TransferError) {
    state.status = head.status
    state.headers = head.headers
    try TransferFile.write(body, to: directory.body)
    if head.isTransient {
      let wait = head["retry-after"].flatMap { RetryAfter.seconds($0, now: Self.now) }
      return try tryLater("the server answered \(head.status)", after: wait)
    }
    Log.write("the server answered \(head.status)")
    try end(.completed)
  }

  /// Handles a run of curl that was stopped or got no complete answer. Ends the transfer as failed if it was cancelled
  /// or a repetition is useless; otherwise the transfer is repeated.
  mutating func handleFailure(_ result: Curl.Result) throws(TransferError) {
    if result.wasStopped {
      if StopSignal.endsTransfer { return try end(.failed, .cancelled, "it was cancelled") }
      return try tryLater("it was stopped")
    }
    if let status = result.tunnelStatus, (300...499).contains(status),
      !ResponseHead.isTransient(status)
    {
      return try endWithoutTunnel(status)
    }
    let ending = result.code < 0 ? "signal \(-result.code)" : "exit code \(result.code)"
    let message = result.message.isEmpty ? "curl ended with \(ending)" : result.message
    switch result.code {
    // CURLE_WRITE_ERROR
    case 23: try end(.failed, .output, message)
    // CURLE_READ_ERROR
    case 26: try end(.failed, .file, message)
    // CURLE_UNSUPPORTED_PROTOCOL, _FAILED_INIT, _URL_MALFORMAT
    case 1, 2, 3: try end(.failed, .badRequest, message)
    // CURLE_TOO_MANY_REDIRECTS
    case 47:
      let most = DownloadRequest.mostRedirections
      try end(.failed, .redirections, "the server has redirected more than \(most) times")
    // CURLE_PEER_FAILED_VERIFICATION
    case 60: try end(.failed, .certificate, message)
    default: try tryLater(message)
    }
  }

  /// Ends the transfer as failed: the proxy has refused the connection to the server, with this status.
  private mutating func endWithoutTunnel(_ status: Int) throws(TransferError) {
    // RFC 9110, section 15.5.8.
    let remedy =
      status == 407
      ? ", since it requires a user and a password; set them in https_proxy, and queue the"
        + " transfer again"
      : "; queue the transfer again with another proxy"
    try end(
      .failed, .proxy, "the proxy has refused the connection with status \(status)\(remedy)")
  }

  // MARK: Requests

  /// Returns the configuration of curl that all requests have in common. Without `method`, curl chooses the method;
  /// without `headers`, those of the order are sent.
  func makeConfiguration(
    method: String?, url: String, headers: [TransferOrder.Header]? = nil
  ) -> CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.set("silent")
    configuration.set("show-error")
    // Brackets and braces in the URL are characters, not patterns of several URLs.
    configuration.set("globoff")
    configuration.set("proto", "=http,https")
    configuration.set("url", url)
    if let method { configuration.set("request", method) }
    if let proxy = order.proxy { configuration.set("proxy", proxy) }
    if let hosts = order.noProxy { configuration.set("noproxy", hosts) }
    for header in headers ?? order.headers { configuration.add(header) }
    configuration.set("dump-header", directory.received)
    configuration.set("connect-timeout", Int64(order.stallSeconds))
    // curl ends if it transfers less than a byte a second for this time.
    configuration.set("speed-limit", 1)
    configuration.set("speed-time", Int64(order.stallSeconds))
    configuration.set("max-time", max(1, secondsLeft))
    return configuration
  }

  /// Runs curl, and returns its result with the heads of all answers. If curl cannot be started, ends the transfer as
  /// failed and returns `nil`. `file` is the descriptor of the file to send.
  mutating func run(
    _ configuration: CurlConfiguration, file: Int32? = nil
  ) throws(TransferError) -> (result: Curl.Result, heads: [ResponseHead])? {
    unlink(directory.received)
    do throws(SystemError) {
      let result = try Curl(configuration: configuration, file: file).run()
      return (result, received())
    } catch {
      let problem =
        error.code == ENOENT
        ? "is missing; install Debian's package curl"
        : "cannot be run: \(TransferError.system(error.code))"
      try end(.failed, .program, "curl \(problem)")
      return nil
    }
  }

  /// Returns the heads of the answers to the last request, which may be from an earlier run.
  func received() -> [ResponseHead] {
    ResponseHead.all(in: TransferFile.read(directory.received, limit: 4_194_304) ?? [])
  }
}
