import OrderedCollections
import Scheduling

extension Past {
  /// The waits of a request, and its kind.
  struct Waits {
    var kind: Kind
    var waits: [StoryTask.Wait] = []
  }

  /// The waits of each request in the range, in the order of time and without overlaps. No request is known to wait in
  /// a gap.
  var waits: OrderedDictionary<RequestKey, Waits> {
    var waitsOfRequests: OrderedDictionary<RequestKey, Waits> = [:]
    // The waits that have begun, each with an empty range at its beginning.
    var openWaits: OrderedDictionary<RequestKey, StoryTask.Wait> = [:]
    let known = knownFrom
    let knownOfUser = waitsKnownFrom
    /// Ends the open wait of a request, if there is one, and adds the part of it that is in the range and known.
    func endWait(of key: RequestKey, at moment: WallTime) {
      guard let wait = openWaits.removeValue(forKey: key) else { return }
      let begins = max(wait.range.lowerBound, known, knownOfUser[key.owner] ?? known)
      let ends = min(moment, range.upperBound)
      if begins < ends { waitsOfRequests[key]?.waits.append(.init(begins..<ends, wait.reasons)) }
    }
    for entry in entries {
      switch entry {
      case .device: break
      case .wait(let wait):
        let hasSameReasons = wait.reasons != nil && wait.reasons == openWaits[wait.key]?.reasons
        if hasSameReasons { continue }
        endWait(of: wait.key, at: wait.at)
        // An entry without reasons means that the request no longer waits.
        guard let reasons = wait.reasons else { continue }
        waitsOfRequests[wait.key, default: Waits(kind: wait.kind)].kind = wait.kind
        openWaits[wait.key] = .init(wait.at..<wait.at, reasons)
      case .gap(let gap) where gap.begins < gap.ends:
        let waitsBeforeGap = openWaits
        for key in waitsBeforeGap.keys { endWait(of: key, at: gap.begins) }
        // The same requests wait after a sleep, for the same reasons.
        guard gap.cause == .asleep else { continue }
        for (key, wait) in waitsBeforeGap {
          openWaits[key] = .init(gap.ends..<gap.ends, wait.reasons)
        }
      // A gap without length, between two daemons: the new one records all waits again.
      case .gap(let gap) where gap.cause == .stopped:
        for key in openWaits.keys { endWait(of: key, at: gap.begins) }
      case .gap: break
      }
    }
    for key in openWaits.keys { endWait(of: key, at: range.upperBound) }
    return waitsOfRequests.filter { !$0.value.waits.isEmpty }
  }
}

extension [StoryTask.Wait] {
  /// Returns the waits without the times of `runs`, which are in the order of time.
  func without(_ runs: [Range<WallTime>]) -> [StoryTask.Wait] {
    flatMap { wait in
      var parts: [StoryTask.Wait] = []
      // The end of the last run, from which the next part of the wait begins.
      var partBegins = wait.range.lowerBound
      for run in runs where run.upperBound > partBegins && run.lowerBound < wait.range.upperBound {
        if partBegins < run.lowerBound {
          parts.append(.init(partBegins..<run.lowerBound, wait.reasons))
        }
        partBegins = run.upperBound
      }
      if partBegins < wait.range.upperBound {
        parts.append(.init(partBegins..<wait.range.upperBound, wait.reasons))
      }
      return parts
    }
  }
}
