import Descriptors
import Scheduling

/// The network by the kernel's routes, for machines without a service that manages it, and which one
/// it is by its router's hardware address. Whether it is metered is not known here.
final class RoutesSource: DeviceSource {
  let name = "routes"
  private let tree: KernelTree
  private let loop: EventLoop
  private let passed: CInt?
  private var socket: RouteSocket?
  private var news: OneShotTimer?
  private var retries: [OneShotTimer] = []
  private var report: ReportFilter?

  /// Changes come by the dozen when a cable is plugged in.
  private static let newsMilliseconds = 200
  /// The router is known once something was sent to it, of which nobody tells.
  private static let retryMilliseconds = [1000, 5000, 30_000]

  /// - Parameter passed: a socket that was opened for us, in the network namespace that counts.
  init(_ tree: KernelTree, passed: CInt? = nil, loop: EventLoop) {
    self.tree = tree
    self.loop = loop
    self.passed = passed
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    news = OneShotTimer(milliseconds: Self.newsMilliseconds, loop: loop) { [weak self] in
      self?.takeNews()
    }
    retries = Self.retryMilliseconds.map {
      OneShotTimer(milliseconds: $0, loop: loop) { [weak self] in self?.readAgain() }
    }
    if tree.isReal || passed != nil {
      socket = RouteSocket(passed: passed, loop: loop) { [weak self] in self?.news?.arm() }
    }
    takeNews()
  }

  func look(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  func stop() {
    socket = nil
    news = nil
    retries = []
    report = nil
  }

  private func takeNews() {
    let isAwaited = readAgain()
    for timer in retries {
      timer.disarm()
      if isAwaited { timer.arm() }
    }
  }

  /// - Returns: whether the router may become known soon.
  @discardableResult private func readAgain() -> Bool {
    guard let report else { return false }
    let reading = socket.flatMap { NetworkReading($0, tree) }
    report.tell(reading.map { Self.values($0) } ?? [])
    return reading?.isGatewayAwaited ?? false
  }

  private static func values(_ reading: NetworkReading) -> [DeviceValue] {
    let identity = reading.gatewayAddress.flatMap { NetworkIdentity.digest(of: $0) }
    return [.network(reading.network)] + (identity.map { [.networkID($0)] } ?? [])
  }
}
