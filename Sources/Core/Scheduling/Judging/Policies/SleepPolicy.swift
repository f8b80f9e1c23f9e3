/// A machine that is about to sleep starts nothing.
struct SleepPolicy: Policy {
  let name = "Sleep"
  let reads: DeviceFields = .machine

  /// Returns an absolute veto while the machine is about to sleep; otherwise `nil`.
  func verdict(on candidate: Candidate) -> Verdict? {
    candidate.device.isGoingToSleep ? .veto(.sleep, weight: 1) : nil
  }

  /// Returns in words that the machine is about to sleep.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "the machine is about to sleep"
  }
}
