import NIOCore

@testable import VarlinkServer

/// Runs things on a core's event loop.
struct NIOLoopBoundBoxOfCore: Sendable {
  private let box: NIOLoopBoundBox<ServerCore>
  private let eventLoop: any EventLoop

  init(_ core: sending ServerCore, _ eventLoop: any EventLoop) {
    box = .makeBoxSendingValue(core, eventLoop: eventLoop)
    self.eventLoop = eventLoop
  }

  func run(_ body: @escaping @Sendable (ServerCore) -> Void) throws {
    try eventLoop.submit { [box] in body(box.value) }.wait()
  }
}
