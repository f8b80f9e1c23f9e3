import Descriptors
import Scheduling

/// The network by the kernel's routes, for machines without a network service, identified by its router's hardware
/// address. Whether it is metered is unknown.
final class RoutesSource: DeviceSource {
  let name = "routes"
  private let tree: KernelTree
  private let loop: EventLoop
  private let passedSocket: CInt?
  private var socket: RouteSocket?
  private var changeTimer: OneShotTimer?
  private var retryTimers: [OneShotTimer] = []
  private var report: ReportFilter?

  /// The delay of a reading after the first change: a plugged cable causes dozens of changes.
  private static let changeMilliseconds = 200
  /// The router's address becomes known after a packet was sent to it, which is not reported.
  private static let retryMilliseconds = [1000, 5000, 30_000]

  /// - Parameter passed: An already open socket in the network namespace to read; `nil` if there is none.
  init(_ tree: KernelTree, passed: CInt? = nil, loop: EventLoop) {
    self.tree = tree
    self.loop = loop
    passedSocket = passed
  }

  /// Opens the socket for changes of routes and reports the network. Uses no socket if the tree is not the kernel's own
  /// and none was passed; no value is known then.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    // A plugged cable causes dozens of changes, which have one reading.
    changeTimer = OneShotTimer(milliseconds: Self.changeMilliseconds, loop: loop) { [weak self] in
      self?.readAfterChange()
    }
    // `readAfterChange` arms them while the router's hardware address is unknown.
    retryTimers = Self.retryMilliseconds.map {
      OneShotTimer(milliseconds: $0, loop: loop) { [weak self] in self?.readAgain() }
    }
    if tree.isReal || passedSocket != nil {
      socket = RouteSocket(passed: passedSocket, loop: loop) { [weak self] in
        self?.changeTimer?.arm()
      }
    }
    readAfterChange()
  }

  func poll(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  /// Closes the socket and ends all timers. Nothing is reported any more.
  func stop() {
    socket = nil
    changeTimer = nil
    retryTimers = []
    report = nil
  }

  /// Reads the routes after a change. If the router's hardware address is still unknown, plans further readings after
  /// 1, 5 and 30 seconds.
  private func readAfterChange() {
    let isGatewayAwaited = readAgain()
    for timer in retryTimers {
      // `arm` would leave an armed timer at its earlier time.
      timer.disarm()
      if isGatewayAwaited { timer.arm() }
    }
  }

  /// Reads the routes and reports the network.
  /// - Returns: Whether the router's address may become known soon.
  @discardableResult private func readAgain() -> Bool {
    guard let report else { return false }
    let reading = socket.flatMap { NetworkReading($0, tree) }
    report.send(reading.map { Self.values($0) } ?? [])
    return reading?.isGatewayAwaited ?? false
  }

  /// Returns the values of a reading: the network, the names of interfaces and, if the router's hardware address is
  /// known, the network's identity.
  private static func values(_ reading: NetworkReading) -> [DeviceValue] {
    let identity = reading.gatewayAddress.flatMap { NetworkIdentity.digest(of: $0) }
    return [.network(reading.network), .networkNames(reading.names)]
      + (identity.map { [.networkID($0)] } ?? [])
  }
}
