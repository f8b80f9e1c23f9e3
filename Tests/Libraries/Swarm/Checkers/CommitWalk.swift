import Scheduling

/// The requests and the live runs as a checker reads the changes of a commit, one after the other.
struct CommitWalk {
  /// The meaning of a change.
  enum Step {
    case request(Request, before: Request?)
    case removed(RequestKey)
    /// A run begins; its request is `nil` if the request was replaced or no longer exists.
    case begins(Run, Request?)
    /// A run has ended; its request is `nil` in the cases of `begins`.
    case ended(Run, Request?)
    case other
  }

  private let record: Record
  private var requests: [RequestKey: Request?] = [:]
  /// The live runs after the latest change.
  private(set) var live: [RunID: Run]

  /// - Parameter record: The durable state before the commit.
  init(_ record: Record) {
    self.record = record
    live = record.liveRuns
  }

  mutating func take(_ change: Change) -> Step {
    switch change {
    case .putRequest(let request):
      let before = requests[request.key, default: record.requests[request.key]]
      requests[request.key] = request
      return .request(request, before: before)
    case .removeRequest(let key):
      requests.updateValue(nil, forKey: key)
      return .removed(key)
    case .putRun(let run) where run.ending != nil:
      live[run.id] = nil
      return .ended(run, request(of: run))
    case .putRun(let run):
      let isNew = live.updateValue(run, forKey: run.id) == nil
      return isNew ? .begins(run, request(of: run)) : .other
    default: return .other
    }
  }

  private func request(of run: Run) -> Request? {
    let request = requests[run.key, default: record.requests[run.key]]
    return request.flatMap { $0.sequence == run.sequence ? $0 : nil }
  }
}
