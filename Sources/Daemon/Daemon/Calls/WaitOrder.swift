import Scheduling

/// The order of requests in an answer, longest waiting first: those past their latest date, then by the elapsed
/// share of the window. A request without a latest date has a window of a week.
struct WaitOrder: Sendable {
  private let window: Window
  private let sequence: Int64

  init(_ request: Request) {
    window = request.window
    sequence = request.sequence
  }

  /// Returns the `info` of each element of `found`, the longest waiting request first.
  static func sort<Info>(_ found: [(order: WaitOrder, info: Info)], at now: WallTime) -> [Info] {
    // The infos are large, and are moved only once.
    found.indices.map { index in
      let order = found[index].order
      return (share: order.share(at: now), sequence: order.sequence, index: index)
    }
    // Descending shares; requests with equal shares in the order of their submission.
    .sorted { ($1.share, $0.sequence) < ($0.share, $1.sequence) }
    .map { entry in found[entry.index].info }
  }

  /// Returns the elapsed share of the window; more than 1 after the latest date.
  private func share(at now: WallTime) -> Double {
    window.progress(at: now) ?? (now - window.opens).seconds / Duration.days(7).seconds
  }
}
