import Transfers

#if canImport(Glibc)
  import Glibc
#endif

// Uploads the file as it was when it was queued. The upload continues where the server has stopped, if it keeps the
// first part (draft-ietf-httpbis-resumable-upload-10, "Resumable Uploads for HTTP").
extension Carrier {
  /// The draft's header fields, which change from one version to another.
  private static let draft = TransferOrder.Header("Upload-Draft-Interop-Version", "8")
  private static let complete = TransferOrder.Header("Upload-Complete", "?1")

  /// Sends the file, or only its rest if the server has kept a first part. Ends the transfer as failed if no file is
  /// named, or if it cannot be opened unchanged.
  mutating func upload() throws(TransferError) {
    // The answer to an earlier run, which may have ended before it could record the server's URL for the rest.
    noteResource(received())
    guard let identity = order.file else { return try end(.failed, .file, "no file is named") }
    let file: Int32
    do throws(TransferError) {
      file = try identity.reopen()
    } catch {
      return try end(.failed, .file, "\(error)")
    }
    defer { close(file) }
    if state.uploadResource != nil {
      // Without an offset, the question has ended this run.
      guard let offset = try askOffset() else { return }
      // `askOffset` has removed a resource that no longer exists: then the whole file is sent.
      let resourceExists = state.uploadResource != nil
      if resourceExists { return try send(file, identity, from: offset) }
    }
    try send(file, identity, from: nil)
  }

  /// Sends the file, or the rest of it, in one request.
  ///
  /// - Parameter offset: The number of bytes that the server has; `nil` if the upload begins.
  private mutating func send(
    _ file: Int32, _ identity: FileIdentity, from offset: Int64?
  ) throws(TransferError) {
    let url = offset == nil ? order.url : state.uploadResource ?? order.url
    var configuration =
      offset == nil
      ? makeConfiguration(method: order.method, url: url)
      : makeConfiguration(method: "PATCH", url: url, headers: headersForRest)
    configuration.add(Self.draft)
    configuration.add(Self.complete)
    if let offset {
      configuration.add(TransferOrder.Header("Upload-Offset", "\(offset)"))
      configuration.add(TransferOrder.Header("Content-Type", "application/partial-upload"))
    }
    // Otherwise curl appends the name of the file.
    if let target = directoryTarget(of: url) { configuration.set("request-target", target) }
    let rest = identity.size - (offset ?? 0)
    if let offset, offset == identity.size {
      // A body of no bytes: curl refuses to continue a file at its end.
      configuration.set("data", "")
    } else {
      // curl inherits the open file as descriptor 3, and sends its size, also that of an empty file.
      configuration.set("upload-file", "/dev/fd/3")
    }
    if let offset, offset > 0, rest > 0 {
      configuration.set("continue-at", offset)
      // curl adds this header for a rest. The server gets `Upload-Offset` in its place.
      configuration.remove(header: "Content-Range")
    }
    // If curl cannot be started, the transfer has ended.
    guard let (result, heads) = try run(configuration, file: file) else { return }
    try handleEnd(result, heads, file, identity, from: offset)
  }

  /// Handles the end of a request that has sent the file or its rest: ends the transfer, or lets it be repeated.
  private mutating func handleEnd(
    _ result: Curl.Result, _ heads: [ResponseHead], _ file: Int32, _ identity: FileIdentity,
    from offset: Int64?
  ) throws(TransferError) {
    state.bytesSent = min(identity.size, (offset ?? 0) + result.sent)
    // A request for the whole file can get a URL for the rest, in an interim answer.
    if offset == nil { noteResource(heads) }
    guard identity.isUnchanged(file) else {
      return try end(.failed, .file, "\(identity.path) has changed while it was sent")
    }
    // Answers below 200 are interim ones, after which the server sends the final answer.
    guard result.code == 0, let head = heads.last(where: { $0.status >= 200 }) else {
      return try handleFailure(result)
    }
    // The server has received another part than it reported.
    if offset != nil, head.status == 409 { return try tryLater("the server answered 409") }
    try handleHead(head, result.output)
  }

  // MARK: Resuming

  /// Records the URL to which the rest of the file can be sent. A server that keeps a first part sends it in an interim
  /// answer (104).
  private mutating func noteResource(_ heads: [ResponseHead]) {
    guard state.uploadResource == nil,
      let location = heads.last(where: { $0.status == 104 })?["location"]
    else { return }
    state.uploadResource = URLText.resolve(location, from: order.url)
  }

  /// The headers of requests to the URL for the rest: those of the order, except conditions and descriptions of the
  /// whole file, such as its type.
  private var headersForRest: [TransferOrder.Header] {
    order.headers.filter { header in
      let name = header.name.lowercased()
      return !name.hasPrefix("content-") && !name.hasPrefix("if-")
    }
  }

  /// Requests the number of bytes that the server has. Returns `nil` if the request ends this run, and 0 if the server
  /// no longer has the upload, whose resource is then removed.
  private mutating func askOffset() throws(TransferError) -> Int64? {
    var configuration = makeConfiguration(
      method: nil, url: state.uploadResource ?? "", headers: headersForRest)
    configuration.set("head")
    configuration.add(Self.draft)
    // If curl cannot be started, the transfer has ended.
    guard let (result, heads) = try run(configuration) else { return nil }
    guard result.code == 0, let head = heads.last else {
      try handleFailure(result)
      return nil
    }
    if head.isTransient {
      try handleHead(head, [])
      return nil
    }
    let offset = head["upload-offset"].flatMap { Int64($0) } ?? -1
    guard (200...299).contains(head.status), (0...(order.file?.size ?? 0)).contains(offset) else {
      // The resource no longer exists: the upload starts from the beginning.
      state.uploadResource = nil
      return 0
    }
    if head["upload-complete"] == "?1" {
      // All bytes had arrived, and the answer was lost.
      state.bytesSent = order.file?.size ?? 0
      try handleHead(head, [])
      return nil
    }
    return offset
  }

  /// Returns the request target of a URL whose path ends with a slash; `nil` for others. A proxy of http requires the
  /// host in it, and other servers accept that.
  private func directoryTarget(of url: String) -> String? {
    let target = URLText.target(of: url)
    let path = target.prefix { $0 != "?" }
    guard path.hasSuffix("/") else { return nil }
    // A proxy of SOCKS is not one of http.
    guard let proxy = order.proxy?.lowercased(), !proxy.hasPrefix("socks"), !order.isSecure
    else { return target }
    // Without a user and a password, which curl sends in a header.
    let parts = URLText.origin(of: url).split(separator: "@")
    return "\(parts.count > 1 ? "http://" : "")\(parts.last ?? "")\(target)"
  }
}
