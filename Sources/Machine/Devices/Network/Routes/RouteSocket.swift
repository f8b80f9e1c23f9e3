import CLinux
import Descriptors
import Glibc

/// A socket to the kernel's routing: change events, and answers to queries.
final class RouteSocket {
  /// Links, addresses and routes of both families (RTMGRP_LINK, _IPV4_IFADDR, _IPV4_ROUTE,
  /// _IPV6_IFADDR, _IPV6_ROUTE).
  private static let groups: UInt32 = 1361

  private let fd: CInt
  private let watch: LoopWatch
  private let onChange: () -> Void
  private var sequence: UInt32 = 0

  /// Opens and watches the socket on which the kernel answers queries and reports changes of interfaces and routes.
  /// - Parameters:
  ///   - passed: An already open socket in the network namespace to read; `nil` if there is none.
  ///   - onChange: Called on the loop after a change.
  /// - Returns: `nil` if no socket can be opened.
  init?(passed: CInt?, loop: EventLoop, onChange: @escaping () -> Void) {
    let fd = passed ?? rubato_netlink_open(Int32(RUBATO_NETLINK_ROUTE), Self.groups)
    guard fd >= 0 else { return nil }
    // Sets the options that a socket from another program may lack.
    guard rubato_netlink_adopt(fd) == 0 else {
      close(fd)
      return nil
    }
    let watch = LoopWatch(on: loop, closing: fd) {
      if Self.receive(fd).contains(where: Self.isRelevantChange) { onChange() }
    }
    guard let watch else { return nil }
    self.fd = fd
    self.watch = watch
    self.onChange = onChange
  }

  /// Queries the kernel for one object, or for all of a kind. Calls `onChange` if the socket also contains changes.
  ///
  /// - Parameters:
  ///   - kind: The type of the query, from `RouteMessage.Kind`.
  ///   - body: The query without its header, from `RouteQuery`.
  /// - Returns: The answer; `nil` if the kernel refuses, as for a missing route.
  func query(_ kind: UInt16, _ body: [UInt8], forAll: Bool = false) -> [RouteMessage]? {
    // Reads all pending messages first, because they could leave no room for the answer.
    var otherMessages = Self.receive(fd)
    sequence &+= 1
    let bytes = Self.encodedQuery(kind, body, sequence, forAll: forAll)
    guard rubato_netlink_send(fd, bytes, bytes.count) == 0 else { return nil }
    let answer = receiveAnswer(sequence, otherMessages: &otherMessages)
    // Events that arrived meanwhile must not be lost.
    if otherMessages.contains(where: Self.isRelevantChange) { onChange() }
    return answer
  }

  /// Collects the answer to the query with this number; `nil` if it is an error or incomplete. At least its first part
  /// is in the socket as soon as the query was sent. Adds all other messages to `otherMessages`.
  private func receiveAnswer(
    _ sequence: UInt32, otherMessages: inout [RouteMessage]
  ) -> [RouteMessage]? {
    var answer = [RouteMessage]()
    // The limit ends the loop if other messages arrive without an end.
    let mostReadings = 10_000
    for _ in 0..<mostReadings {
      let messages = Self.receive(fd)
      // The kernel has nothing more to read, and the end of the answer is missing.
      if messages.isEmpty { return nil }
      for message in messages {
        guard message.sequence == sequence else {
          otherMessages.append(message)
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

  /// Returns the bytes of a query: `struct nlmsghdr` and the body; NLM_F_REQUEST, and NLM_F_DUMP for all objects.
  private static func encodedQuery(
    _ kind: UInt16, _ body: [UInt8], _ sequence: UInt32, forAll: Bool
  ) -> [UInt8] {
    var bytes = [UInt8]()
    bytes.append(number: UInt32(RouteMessage.headBytes + body.count))
    bytes.append(number: kind)
    let (request, dump): (UInt16, UInt16) = (0x1, 0x300)
    bytes.append(number: forAll ? request | dump : request)
    bytes.append(number: sequence)
    // The kernel fills in the sender.
    bytes.append(number: UInt32(0))
    return bytes + body
  }

  /// Whether the message reports a relevant change. Wireless drivers send frequent messages about an unchanged
  /// link, with the attribute IFLA_WIRELESS (11).
  private static func isRelevantChange(_ message: RouteMessage) -> Bool {
    guard message.kind == RouteMessage.Kind.newLink else { return true }
    // The mask of the flags that have changed.
    let mask: UInt32 = RouteMessage.number(message.body, at: 12)
    return mask != 0 || message.attributes(after: 16)[11] == nil
  }

  /// Receives all pending messages of the kernel; a placeholder stands for lost ones.
  private static func receive(_ fd: CInt) -> [RouteMessage] {
    var messages = [RouteMessage]()
    // The kernel fills at most 32 KiB, or a page, whichever is more (netlink(7)).
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var port: UInt32 = 0
      var uid: UInt32 = 0
      let count = rubato_netlink_receive(fd, &bytes, bytes.count, &port, &uid)
      // A negative count is an error code; any other count is the length of a datagram.
      let errorCode = Int32(truncatingIfNeeded: -min(0, count))
      switch errorCode {
      case 0:
        // Others can also write to the socket; the kernel is port 0.
        if port == 0 { messages += RouteMessage.messages(in: Array(bytes[..<count])) }
      case EINTR: continue
      case ENOBUFS, EMSGSIZE: messages.append(.lost)
      // EAGAIN means that no datagram is pending.
      default: return messages
      }
    }
  }
}

extension RouteMessage {
  /// The placeholder for a lost message.
  fileprivate static var lost: RouteMessage {
    RouteMessage(kind: 0, sequence: 0, isPart: false, body: [])
  }
}
