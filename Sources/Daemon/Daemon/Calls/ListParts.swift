import Scheduling
import Varlink
import VarlinkServer

/// The number of requests that a list describes without a pause.
struct ListPace {
  /// The number in one piece of a read; together they must not delay other work for too long.
  var visitsPerPiece = 1
  /// The number in one of several replies. Together they should have less than 32 KiB, since a reply is encoded on the
  /// engine's loop.
  var requestsPerReply: Int
}

/// A list of requests that is sent in several replies, since a client accepts only a limited length of one.
///
/// Between two replies, the daemon keeps only the keys of the requests. It describes the requests of a reply after the
/// kernel has taken the reply before, so a slow client costs little memory and delays no other call of its user.
struct ListParts<Info: Sendable, Reply: DirectlyEncodable & Sendable>: Sendable {
  private let call: ServerCall
  private let user: UInt32
  private let keys: [RequestKey]
  private let pace: ListPace
  private let describe: @Sendable (RequestKey, any EngineView) -> Info?
  private let makeReply: @Sendable ([Info]) -> Reply

  /// The bytes of text after which no request is added to a reply. With one more request of the greatest size that a
  /// policy allows, and six bytes of JSON for each byte, the reply is shorter than the limit of a client.
  private static var mostTextBytes: Int { 65_536 }

  /// Prepares the replies to `call`, which must accept several.
  ///
  /// - Parameters:
  ///   - user: The caller, whose reads take turns with those of other users.
  ///   - keys: The requests in the order of the list. A request that ends before its description is left out.
  ///   - describe: Returns the description of a request; `nil` if it no longer exists.
  ///   - makeReply: Makes a reply of some of the descriptions.
  init(
    _ call: ServerCall, of user: UInt32, _ keys: [RequestKey], _ pace: ListPace,
    describe: @escaping @Sendable (RequestKey, any EngineView) -> Info?,
    makeReply: @escaping @Sendable ([Info]) -> Reply
  ) {
    (self.call, self.user, self.keys, self.pace) = (call, user, keys, pace)
    self.describe = describe
    self.makeReply = makeReply
  }

  /// Queues the read for the reply that begins with the key at `start`. The other replies follow it.
  func send(from start: Int = 0, _ engine: Engine) {
    engine.read(for: user) { engine in
      var part = Part(next: start)
      return { [unowned engine] in
        // Nothing is read for a client that has disconnected.
        if call.isAbandoned { return .finished }
        for _ in 0..<pace.visitsPerPiece where !isComplete(part) { visitNext(of: &part, engine) }
        if !isComplete(part) { return .more }
        reply(with: part, engine)
        return .finished
      }
    }
  }

  /// The content of one reply.
  private struct Part {
    /// The position of the next key.
    var next: Int
    var infos: [Info] = []
    var textBytes = 0
  }

  /// Whether no request is added to `part`: no key is left, or the reply is long.
  private func isComplete(_ part: Part) -> Bool {
    part.next == keys.count || part.infos.count >= pace.requestsPerReply
      || part.textBytes >= Self.mostTextBytes
  }

  /// Adds the description of the next request to `part`, if the request still exists.
  private func visitNext(of part: inout Part, _ view: any EngineView) {
    let key = keys[part.next]
    part.next += 1
    guard let info = describe(key, view) else { return }
    part.infos.append(info)
    part.textBytes += view.read { $0.describedTextSize(of: key) }
  }

  /// Sends `part` as the last reply if no key is left. Otherwise sends it as one of several, and queues the next part
  /// when the kernel has taken it.
  private func reply(with part: Part, _ engine: Engine) {
    if part.next == keys.count { return call.reply(makeReply(part.infos)) }
    call.replyContinuing(makeReply(part.infos))
    let next = part.next
    call.whenRead { [weak engine] in
      if let engine { send(from: next, engine) }
    }
  }
}
