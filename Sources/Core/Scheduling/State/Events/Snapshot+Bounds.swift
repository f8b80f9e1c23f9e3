extension Snapshot: Bounded {
  /// Bounds of the fields outside the lists.
  package static let bounds: [NumberBound<Snapshot>] = [
    .whole("nextRun", Allowed.serial) { $0.nextRun },
    .whole("nextSequence", Allowed.serial) { $0.nextSequence },
    .whole("zoneSeconds", Allowed.zoneSeconds) { $0.zoneSeconds },
    .moment("lastCommit.wall") { $0.lastCommit?.wall },
    .moment("lastCommit.boot") { $0.lastCommit?.boot },
    .moment("lastCommit.awake") { $0.lastCommit?.awake },
    .moment("hold.thaws") { $0.overrides.thaws },
    .whole("device.battery", Allowed.percent) { $0.device.battery },
    .whole("device.load", Allowed.percent) { $0.device.load },
  ]

  /// Resets `field`, the name of one of `bounds`, to its default, since its number is out of bounds. A name that is not
  /// listed here belongs to the time of the last commit, which is dropped.
  private mutating func resetToDefault(_ field: String) {
    switch field {
    case "nextRun": nextRun = 1
    case "nextSequence": nextSequence = 1
    case "zoneSeconds": zoneSeconds = 0
    case "hold.thaws": overrides = DeviceOverride()
    case "device.battery": device.battery = nil
    case "device.load": device.load = nil
    default:
      // Without a valid commit time, the boot of boot times is unknown, so they are meaningless.
      lastCommit = nil
      bootID = nil
    }
  }
}

extension Snapshot {
  /// A value that does not fit, and its place.
  package struct Unfit: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      /// Indices in the checked snapshot.
      case app(Int)
      case request(Int)
      case run(Int)
      case executed(Int)
      case lastRun(Int)
      case process(Int)
      case learned(Int)
      /// A field outside the lists.
      case rest
    }

    package var place: Place
    package var misfit: Misfit
  }

  /// Returns the snapshot without the values that have a number out of bounds, and these values with their places.
  /// Called after a snapshot was read from a store or a recording, since a scheduler is only made from a checked one.
  /// The caller sets the misfits aside and reports them.
  package func checked() -> (snapshot: Snapshot, unfit: [Unfit]) {
    var checked = self
    var unfit: [Unfit] = []
    checked.apps = fitting(apps, misfit: \.wholeMisfit, place: { .app($0) }, &unfit)
    checked.requests = fitting(requests, misfit: \.misfit, place: { .request($0) }, &unfit)
    checked.liveRuns = fitting(liveRuns, misfit: \.misfit, place: { .run($0) }, &unfit)
    checked.executed = fitting(executed, misfit: \.misfit, place: { .executed($0) }, &unfit)
    checked.lastRuns = fitting(lastRuns, misfit: \.misfit, place: { .lastRun($0) }, &unfit)
    checked.processes = fitting(processes, misfit: \.misfit, place: { .process($0) }, &unfit)
    checked.learned = fitting(learned, misfit: \.misfit, place: { .learned($0) }, &unfit)
    for bound in Self.bounds {
      guard let misfit = bound.misfit(of: self) else { continue }
      unfit.append(Unfit(place: .rest, misfit: misfit))
      checked.resetToDefault(bound.field)
    }
    checked.raiseCounters()
    return (checked, unfit)
  }

  /// Returns the values of one list that have no misfit, in their order. Appends each other value to `unfit`.
  ///
  /// - Parameter misfit: Returns the number of a value that is out of bounds; `nil` if all fit.
  /// - Parameter place: Returns the place in the snapshot of the value with an index in the list.
  private func fitting<Value>(
    _ values: [Value], misfit findMisfit: (Value) -> Misfit?, place: (Int) -> Unfit.Place,
    _ unfit: inout [Unfit]
  ) -> [Value] {
    var fitting: [Value] = []
    fitting.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      if let misfit = findMisfit(value) {
        unfit.append(Unfit(place: place(index), misfit: misfit))
      } else {
        fitting.append(value)
      }
    }
    return fitting
  }

  /// Raises the counters above every used number, so that no number is used twice. The counter may have been reset.
  private mutating func raiseCounters() {
    let usedNumbers = liveRuns.map(\.id) + processes.map(\.id)
    nextRun = max(nextRun, (usedNumbers.max() ?? 0) + 1)
    let usedSequences = requests.map { max($0.sequence, $0.turn.sequence) }
    nextSequence = max(nextSequence, (usedSequences.max() ?? 0) + 1)
  }
}
