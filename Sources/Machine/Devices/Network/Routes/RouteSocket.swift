import CLinux
import Descriptors
import Glibc

/// A socket to the kernel's routing: news, and answers to questions.
final class RouteSocket {
  /// Links, addresses and routes of both families (RTMGRP_LINK, _IPV4_IFADDR, _IPV4_ROUTE,
  /// _IPV6_IFADDR, _IPV6_ROUTE).
  private static let groups: UInt32 = 1361

  private let fd: CInt
  private let watch: LoopWatch
  private let changed: () -> Void
  private var sequence: UInt32 = 0

  /// - Parameters:
  ///   - passed: a socket that was opened for us, in the network namespace that is asked about.
  ///   - onNews: called on the loop, when something changed.
  /// - Returns: nil where there is no socket to be had.
  init?(passed: CInt?, loop: EventLoop, onNews: @escaping () -> Void) {
    let fd = passed ?? rubato_netlink_open(Int32(RUBATO_NETLINK_ROUTE), Self.groups)
    guard fd >= 0 else { return nil }
    guard rubato_netlink_adopt(fd) == 0 else {
      close(fd)
      return nil
    }
    let watch = LoopWatch(on: loop, closing: fd) {
      if Self.take(fd).contains(where: Self.isNews) { onNews() }
    }
    guard let watch else { return nil }
    self.fd = fd
    self.watch = watch
    changed = onNews
  }

  /// Asks the kernel for one thing, or for all of a kind.
  /// - Returns: what it answers; nil where it refuses, as for a route that is not there.
  func ask(_ kind: UInt16, _ body: [UInt8], forAll: Bool = false) -> [RouteMessage]? {
    // What lies in the socket since long could leave no room for the answer.
    var others = Self.take(fd)
    sequence &+= 1
    let question = Self.question(kind, body, sequence, forAll: forAll)
    guard rubato_netlink_send(fd, question, question.count) == 0 else { return nil }
    let answer = collect(sequence, others: &others)
    // News that came meanwhile shall not be lost.
    if others.contains(where: Self.isNews) { changed() }
    return answer
  }

  /// The answer lies in the socket as soon as the question was sent, or its beginning does.
  private func collect(_ sequence: UInt32, others: inout [RouteMessage]) -> [RouteMessage]? {
    var answer = [RouteMessage]()
    for _ in 0..<10_000 {
      let messages = Self.take(fd)
      if messages.isEmpty { return nil }
      for message in messages {
        guard message.sequence == sequence else {
          others.append(message)
          continue
        }
        if message.kind == RouteMessage.Kind.error { return nil }
        if message.kind == Self.done { return answer }
        answer.append(message)
        if !message.isPart { return answer }
      }
    }
    return nil
  }

  /// NLMSG_DONE.
  private static let done: UInt16 = 3

  /// `struct nlmsghdr` and the body. NLM_F_REQUEST, and NLM_F_DUMP for all.
  private static func question(
    _ kind: UInt16, _ body: [UInt8], _ sequence: UInt32, forAll: Bool
  ) -> [UInt8] {
    var bytes = [UInt8]()
    bytes.append(number: UInt32(RouteMessage.headBytes + body.count))
    bytes.append(number: kind)
    bytes.append(number: UInt16(forAll ? 0x301 : 1))
    bytes.append(number: sequence)
    bytes.append(number: UInt32(0))
    return bytes + body
  }

  /// Whether something changed about which we want to know. A wireless driver's small talk comes as
  /// a link that did not change, with IFLA_WIRELESS.
  private static func isNews(_ message: RouteMessage) -> Bool {
    guard message.kind == RouteMessage.Kind.newLink else { return true }
    let mask: UInt32 = RouteMessage.number(message.body, at: 12)
    return mask != 0 || message.attributes(after: 16)[11] == nil
  }

  /// Takes one datagram of the kernel's, or all that wait where nothing else is asked for.
  private static func take(_ fd: CInt) -> [RouteMessage] {
    var taken = [RouteMessage]()
    // The kernel fills at most 32 KiB, or a page, whichever is more (netlink(7)).
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var port: UInt32 = 0
      var uid: UInt32 = 0
      let count = rubato_netlink_receive(fd, &bytes, bytes.count, &port, &uid)
      switch Int32(truncatingIfNeeded: -count) {
      case EINTR: continue
      case ENOBUFS, EMSGSIZE: taken.append(.lost)
      case 1...: return taken
      default:
        // Others may write to the socket, too.
        if port == 0 { taken += RouteMessage.messages(in: Array(bytes[..<count])) }
      }
    }
  }
}

extension RouteMessage {
  /// Something that did not reach us.
  fileprivate static var lost: RouteMessage {
    RouteMessage(kind: 0, sequence: 0, isPart: false, body: [])
  }
}
