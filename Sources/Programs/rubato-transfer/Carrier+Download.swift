import Transfers

#if canImport(Glibc)
  import Glibc
#endif

// Downloads into a file next to the target, which is renamed when it is complete.
extension Carrier {
  private var target: String { order.output ?? directory.download }

  private var part: String { directory.part(of: order) }

  /// Fetches the rest of the file after the part from earlier runs, or the whole file.
  mutating func download() throws(TransferError) {
    noteReceived()
    // If the version differs from the first part's, the file is fetched from its beginning.
    if try fetch() { return }
    try forgetPart()
    // Without a part, this does not return `false`.
    _ = try fetch()
  }

  /// Records the version of the part that an interrupted run has fetched, from the answer to that run. A run that
  /// requested the rest had recorded it before.
  private mutating func noteReceived() {
    guard state.validator == nil, let head = received().last, head.status == 200 else { return }
    state.validator = head.validator
  }

  /// Deletes the part, and records that nothing is received.
  private mutating func forgetPart() throws(TransferError) {
    unlink(part)
    (state.validator, state.bytesReceived) = (nil, 0)
    try directory.put(state)
  }

  /// Requests the rest of the file after the part, or the whole file if there is no part with a known version. Returns
  /// `false` if the part is useless, so that the file must be fetched from its beginning.
  private mutating func fetch() throws(TransferError) -> Bool {
    let offset = state.validator == nil ? 0 : size(of: part)
    if offset == 0 {
      unlink(part)
      state.validator = nil
    }
    try directory.put(state)
    unlink(cookies)
    defer { unlink(cookies) }
    var request = DownloadRequest(order)
    while true {
      // If curl cannot be started, the transfer has ended.
      guard let (result, heads) = try run(makeConfiguration(request, offset: offset)) else {
        return true
      }
      state.url = result.url
      guard !result.wasStopped, let status = heads.last?.status,
        let location = result.redirection,
        let next = request.redirected(by: status, to: location)
      else { return try handleEnd(result, heads.last, offset: offset) }
      request = next
    }
  }

  /// The cookies of redirections that curl does not follow, for the next request.
  private var cookies: String { "\(directory.path)/cookies" }

  /// Returns the configuration for a request of the rest of the file after `offset` bytes.
  private func makeConfiguration(_ request: DownloadRequest, offset: Int64) -> CurlConfiguration {
    var configuration = makeConfiguration(
      method: request.method == "GET" ? nil : request.method, url: request.url,
      headers: request.headers)
    // Follows redirections; those of an https URL lead only to https. For an http URL, curl cannot be limited after a
    // redirection to https.
    configuration.set("location")
    if order.isSecure { configuration.set("proto", "=https") }
    // Keeps the cookies of redirections: without them some servers redirect again and again.
    // With a cookie of the order, curl would send two headers.
    if !order.headers.contains(where: { $0.name.lowercased() == "cookie" }) {
      // A relative path, since curl reads a text with an equals sign as a cookie.
      configuration.set("cookie", request.redirections > 0 ? "cookies" : "")
      if !request.isFollowedByCURL { configuration.set("cookie-jar", cookies) }
    }
    configuration.set("max-redirs", request.redirectionsOfCURL)
    configuration.set("proto-redir", order.isSecure ? "=https" : "=http,https")
    configuration.set("output", part)
    if offset > 0, let validator = state.validator {
      configuration.set("continue-at", offset)
      configuration.add(TransferOrder.Header("If-Range", validator))
    }
    return configuration
  }

  /// Handles the end of a request whose last answer is `head`; `nil` if there was none. Ends the transfer or lets it be
  /// repeated; returns `false` if the file must be fetched from its beginning. `offset` is the size of the part before
  /// the request.
  private mutating func handleEnd(
    _ result: Curl.Result, _ head: ResponseHead?, offset: Int64
  ) throws(TransferError) -> Bool {
    state.bytesReceived = size(of: part)
    guard let head else {
      try handleFailure(result)
      if state.phase == .failed { unlink(part) }
      return true
    }
    // The status of an answer with a part of the file.
    let partialContent = 206
    let isNotRest = head.status != partialContent || result.code == Self.curlRangeError
    if offset > 0, isNotRest { return try handleAnswerWithoutRest(result, head) }
    let isContent = (200...299).contains(head.status)
    if head.status == partialContent, !isUsable(head, result, offset: offset) {
      return try handleUselessRest(result, head, offset: offset)
    }
    // Later runs request the rest of this version of the file only.
    if isContent, offset == 0 { state.validator = head.validator }
    guard result.code == 0 else {
      try handleFailure(result)
      if state.phase == .failed || !isContent { unlink(part) }
      return true
    }
    if head.status == partialContent, let end = head.contentRange?.end, state.bytesReceived < end {
      try tryLater("the server has sent \(state.bytesReceived) of \(end) bytes")
      return true
    }
    return try isContent ? completeFile(head) : refuse(head)
  }

  /// Handles another answer than the requested rest of the file. Such an answer leaves the part unchanged. Returns
  /// `false` if the file must be fetched from its beginning.
  private mutating func handleAnswerWithoutRest(
    _ result: Curl.Result, _ head: ResponseHead
  ) throws(TransferError) -> Bool {
    // The head can be a redirection to a server that curl could not reach, or the answer of a proxy.
    let hasAnswer = result.code == 0 || result.code == Self.curlRangeError || head.isTransient
    if result.wasStopped || !hasAnswer {
      try handleFailure(result)
      if state.phase == .failed { unlink(part) }
    } else if head.isTransient {
      try handleHead(head, [])
    } else {
      return false
    }
    return true
  }

  /// The exit code of curl after an answer that is not the requested rest (CURLE_RANGE_ERROR).
  private static let curlRangeError: Int32 = 33

  /// Handles a part of the file that does not continue the part from before the request. Returns `false` if the file
  /// must be fetched from its beginning.
  private mutating func handleUselessRest(
    _ result: Curl.Result, _ head: ResponseHead, offset: Int64
  ) throws(TransferError) -> Bool {
    if offset == 0 {
      // No part was requested, so a repetition would get the same answer.
      try endWithPart(head)
    } else if result.wasStopped {
      try forgetPart()
      try handleFailure(result)
    } else {
      return false
    }
    return true
  }

  /// Whether an answer with a part (206) continues the received part. If nothing had been received, no part was
  /// requested, and the answer is useful only if its part is complete.
  private func isUsable(_ head: ResponseHead, _ result: Curl.Result, offset: Int64) -> Bool {
    guard let range = head.contentRange, range.first == offset, state.bytesReceived <= range.end
    else { return false }
    let isComplete = result.code == 0
    if offset == 0 { return !isComplete || range.end == state.bytesReceived }
    // A server without support for If-Range sends the rest of any version.
    return head.isOfVersion(state.validator) && (!isComplete || state.bytesReceived > offset)
  }

  /// Ends the transfer as failed: the server sent a part that was not requested.
  private mutating func endWithPart(_ head: ResponseHead) throws(TransferError) {
    unlink(part)
    state.status = head.status
    state.headers = head.headers
    state.bytesReceived = 0
    let range = head["content-range"].map { "Content-Range: \($0)" } ?? "without Content-Range"
    try end(
      .failed, .badResponse,
      "the server answered with a part (206, \(range)), though the whole file was requested;"
        + " report it to the server's operator")
  }

  /// Renames the fetched file to its target, and ends the transfer as completed, or as failed if the target cannot be
  /// written. Returns `true` in both cases, since the transfer then has ended.
  private mutating func completeFile(_ head: ResponseHead) throws(TransferError) -> Bool {
    state.status = head.status
    state.headers = head.headers
    do throws(TransferError) {
      try settlePart()
      try TransferFile.move(part, to: target)
    } catch {
      unlink(part)
      try end(.failed, .output, "\(error)")
      return true
    }
    try end(.completed)
    return true
  }

  /// Writes the part from memory to disk. First creates an empty part if none exists: curl makes no file for an empty
  /// answer.
  private func settlePart() throws(TransferError) {
    let descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else {
      throw .file(target, "cannot be written: \(TransferError.system())")
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw .file(target, "cannot be written: \(TransferError.system())")
    }
  }

  /// Deletes the part, which contains an answer that is not the file, such as an error page, and handles that answer.
  /// Returns `true`.
  private mutating func refuse(_ head: ResponseHead) throws(TransferError) -> Bool {
    let body = firstBytes(of: part)
    unlink(part)
    state.validator = nil
    state.bytesReceived = 0
    try handleHead(head, body)
    return true
  }

  /// Returns the beginning of a file, at most `longestBody` bytes; empty if the file cannot be read.
  private func firstBytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: TransferDirectory.longestBody)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer[..<max(0, count)])
  }

  /// Returns the size of a file in bytes; 0 if it does not exist.
  private func size(of path: String) -> Int64 {
    var status = stat()
    return lstat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}
