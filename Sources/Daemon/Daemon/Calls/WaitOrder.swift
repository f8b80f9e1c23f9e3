import Scheduling

/// The requests that have waited longest come first in an answer: those past their latest date, then by
/// the share of the window that has passed, without a latest date of a week.
struct WaitOrder: Sendable {
  private let window: Window
  private let sequence: Int64

  init(_ request: Request) {
    window = request.window
    sequence = request.sequence
  }

  /// The order of `found`, the longest waiting first.
  static func sort<Info>(_ found: [(order: WaitOrder, info: Info)], at now: WallTime) -> [Info] {
    found.map { (share: $0.order.share(at: now), sequence: $0.order.sequence, info: $0.info) }
      .sorted { ($1.share, $0.sequence) < ($0.share, $1.sequence) }
      .map(\.info)
  }

  private func share(at now: WallTime) -> Double {
    window.progress(at: now) ?? (now - window.opens).seconds / Duration.days(7).seconds
  }
}
