import Scheduling

// The modelled runs and their ends.
extension World {
  /// Starts the model of a run, or of its next step, plans its end, and reports the start to the decider. The first
  /// step also submits the task again, if the task resubmits itself.
  mutating func startStep(of run: Run) {
    guard let task = workload.taskOfKey[run.key] else { return }
    let earlierStep = runs.live[run.id]
    workload.waitChecks.markTasks(affectedBy: task)
    var begun = makeStep(of: run, task)
    // This end is its own; a warning can add an earlier one, by which the run is cut off.
    runs.plannedEnds.add(begun, at: begun.ends, isCut: false)
    // The states of the device are counted for the whole run.
    if let earlierStep { begun.conditions = earlierStep.conditions }
    runs.live[run.id] = begun
    updateLoad()
    if let decision = core.removeDecision(behind: run.id) { log.decisions[run.id] = decision }
    send(.runStarted(run.id))
    // Handlers submit the next request before anything else.
    if earlierStep == nil, let delay = workload.tasks[task].resubmits {
      submit(task, earliest: delay)
    }
  }

  /// Creates the model of a run, or of its next step. Its length is the cold start and the rest of the work. Whether it
  /// succeeds, fails or crashes is drawn; a crash comes at a random point of the length.
  private mutating func makeStep(of run: Run, _ task: Int) -> SimulatedRun {
    let work = workload.tasks[task].work
    workload.states[task].runs += 1
    var generator = makeGenerator(of: task, .run, workload.states[task].runs)
    let piece = unfinishedOrNewPiece(of: task)
    let timePerItem = work.items.map { self.timePerItem(of: $0) * work.slowness }
    let remainingWork =
      if work.steps.indices.contains(run.step) {
        work.steps[run.step] * work.slowness
      } else if let timePerItem, let items = work.items {
        timePerItem * (items.count - piece.savedItems)
      } else {
        piece.length - piece.saved
      }
    // Each step is a command of its own, which starts cold.
    let startsCold = run.step == 0 || !work.steps.isEmpty
    let coldStart = startsCold ? work.coldStart * work.slowness : .zero
    var length = coldStart + remainingWork
    // All three are drawn in each run, so that later numbers do not depend on its end.
    let (crash, failure, crashPoint) = (generator.share(), generator.share(), generator.share())
    let end = NaturalEnd(of: work, crash: crash, failure: failure)
    if end == .crash { length = length * crashPoint }
    return SimulatedRun(
      id: run.id, step: run.step, task: task, piece: piece.number, began: now,
      coldStart: coldStart, timePerItem: timePerItem, ends: now.awake + length, end: end,
      countedUntil: now)
  }

  /// Returns the time for each item on the present network, on a device of usual speed.
  private func timePerItem(of items: ModelWork.Items) -> Duration {
    guard machine.device.network == .cellular else { return items.each }
    return items.eachOnCellular ?? items.each
  }

  /// Returns the unfinished piece of work of a task, which a run continues; if there is none, a new piece. Work that
  /// saves nothing starts its piece again, with another length.
  private mutating func unfinishedOrNewPiece(of task: Int) -> TaskState.Piece {
    if let piece = workload.states[task].piece {
      return workload.tasks[task].work.restartsPiece ? restarted(piece, of: task) : piece
    }
    workload.states[task].pieces += 1
    let number = workload.states[task].pieces
    let piece = TaskState.Piece(number: number, length: length(of: task, .piece, number))
    workload.states[task].piece = piece
    return piece
  }

  /// Returns the piece for another try of work that keeps nothing, with a new random length. A refresh that waits for a
  /// server is an example: one slow answer does not make the next one slow.
  private mutating func restarted(
    _ piece: TaskState.Piece, of task: Int
  ) -> TaskState.Piece {
    var piece = piece
    piece.tries += 1
    // One number for the piece and the try: no piece has 2^20 tries.
    piece.length = length(of: task, .retry, piece.number << 20 | piece.tries)
    workload.states[task].piece = piece
    return piece
  }

  /// Draws the length of a piece of work, or of a further try, on this device.
  ///
  /// - Parameters:
  ///   - value: Whether the length is of a piece or of a try; their numbers are separate.
  ///   - number: The number of the piece or of the try, which determines the random value.
  private func length(of task: Int, _ value: DrawnValue, _ number: Int) -> Duration {
    var generator = makeGenerator(of: task, value, number)
    return workload.tasks[task].work.length.draw(&generator) * workload.tasks[task].work.slowness
  }

  // MARK: Stops

  /// Applies a warning that a run must end: thaws it and plans its early end, after the time that the model of its work
  /// needs to stop. Work that ignores warnings gets no early end; it is killed when its grace is over.
  mutating func applyWarning(to run: Run) {
    thaw(run.id)
    guard let liveRun = runs.live[run.id] else { return }
    runs.live[run.id]?.isWarned = true
    guard case .stops(let delay) = workload.tasks[liveRun.task].work.answer else { return }
    runs.plannedEnds.add(liveRun, at: now.awake + delay, isCut: true)
  }

  /// Ends a run that the decider kills.
  mutating func applyKill(to run: Run) {
    endCommand(of: run.id, .killed)
  }

  /// Stops the time of a run until `thaw`, which plans its end again.
  mutating func freeze(_ run: Run) {
    addPassedConditions()
    guard var model = runs.live[run.id], model.frozenSince == nil else { return }
    model.frozenSince = now.awake
    // Makes the ends that are planned so far void.
    model.generation += 1
    runs.live[run.id] = model
    updateLoad()
  }

  /// Continues a frozen run. Its launch and its end are moved by the length of the freeze.
  mutating func thaw(_ id: RunID) {
    guard var run = runs.live[id], let since = run.frozenSince else { return }
    let pause = now.awake - since
    run.frozenSince = nil
    run.began.awake = run.began.awake + pause
    run.ends = run.ends + pause
    run.countedUntil = now
    runs.live[id] = run
    runs.plannedEnds.add(run, at: run.ends, isCut: false)
    updateLoad()
  }

  /// Ends the run of a planned end. It has no effect if the run has ended, is frozen, or was frozen after the plan
  /// was made.
  mutating func applyPlannedEnd(_ plannedEnd: RunEndQueue.PlannedEnd) {
    guard let run = runs.live[plannedEnd.run], run.generation == plannedEnd.generation,
      run.frozenSince == nil
    else { return }
    endCommand(
      of: run.id, plannedEnd.isCut ? NaturalEnd.retry.processExit : run.end.processExit)
  }

  /// Ends the command of a run: records the work that is kept, and reports the exit and the processor time.
  private mutating func endCommand(of id: RunID, _ exitOfModel: ProcessExit) {
    addPassedConditions()
    guard let run = runs.live[id] else { return }
    // Only the last freeze is not yet added to `began`.
    let runningTime = (run.frozenSince ?? now.awake) - run.began.awake
    var processExit = exitOfModel
    processExit.cpuSeconds = runningTime.seconds * workload.tasks[run.task].work.cpuShare
    // The outcome is known when the decider has reported it: see `recordEnd`.
    recordWork(of: run, runningTime, isSuccess: processExit.exit == 0)
    send(.runEnded(id, processExit))
  }

  /// Records a run that the decider has ended, with its work, and removes it from the live runs.
  mutating func recordEnd(of run: Run, _ ending: Ending) {
    guard let task = workload.taskOfKey[run.key] else { return }
    workload.waitChecks.markTasks(affectedBy: task)
    var record = RunRecord(
      run: run.id, task: task, id: run.key.id, app: run.key.app.map { apps.name(of: $0) },
      kind: run.kind, started: run.started.wall, ending: ending, budget: run.budget)
    if let work = runs.done.removeValue(forKey: run.id) { work.write(to: &record) }
    if let model = runs.live.removeValue(forKey: run.id) {
      record.exposure = model.conditions
      record.piece = model.piece
      record.coldStart = model.coldStart
    }
    updateLoad()
    log.record(record)
  }

  /// Records the work of a step that has ended. The work up to the last checkpoint is saved for the next run of the
  /// piece, and the rest is lost. A success with the last step finishes the piece.
  ///
  /// - Parameter runningTime: The time since the launch of the step, without freezes.
  private mutating func recordWork(
    of run: SimulatedRun, _ runningTime: Duration, isSuccess: Bool
  ) {
    let work = workload.tasks[run.task].work
    let worked = max(.zero, runningTime - run.coldStart)
    let workOfStep = work.divided(worked, timePerItem: run.timePerItem, isSuccess: isSuccess)
    let isLastStep = run.step + 1 >= work.steps.count
    var workOfRun = runs.done[run.id] ?? WorkDone()
    workOfRun.add(workOfStep)
    workOfRun.isDone = isSuccess && isLastStep
    runs.done[run.id] = workOfRun
    // A daily task may have left this piece for a new one during the run.
    guard workload.states[run.task].piece?.number == run.piece else { return }
    if workOfRun.isDone {
      workload.states[run.task].piece = nil
    } else if work.steps.isEmpty {
      // The scheduler keeps the completed steps of work in steps; other work is kept here.
      workload.states[run.task].piece?.saved += workOfStep.saved
      workload.states[run.task].piece?.savedItems += workOfStep.items ?? 0
    }
  }

  // MARK: Load and conditions of runs

  /// Sets the load on the device to the sum over all runs that are not frozen, after a change of the runs.
  private mutating func updateLoad() {
    machine.load.drainPerHour = 0
    machine.load.heatPerMinute = 0
    // Sums of fractions depend on their order, and a dictionary has none.
    for (_, run) in runs.live.sorted(by: { $0.key < $1.key }) where run.frozenSince == nil {
      machine.load.drainPerHour += workload.tasks[run.task].work.drainPerHour
      machine.load.heatPerMinute += workload.tasks[run.task].work.heatPerMinute
    }
  }

  /// Adds the time since the last call to the present state of the device, for every run that is not frozen. Called
  /// before the device changes, and before a run is frozen or ends.
  mutating func addPassedConditions() {
    var place = runs.live.values.startIndex
    while place != runs.live.values.endIndex {
      runs.live.values[place].countConditions(machine.device, at: now)
      runs.live.values.formIndex(after: &place)
    }
  }

  // MARK: Chance

  /// The random values of a task, which are numbered separately. The raw value must have at most two bits.
  private enum DrawnValue: UInt64 {
    /// The length of a piece of work.
    case piece = 1
    /// The end of a run.
    case run
    /// The length of a piece that starts again.
    case retry
  }

  /// Returns the random generator for one piece or run of a task, by its number. It is the same for every decider,
  /// at any time.
  private func makeGenerator(of task: Int, _ value: DrawnValue, _ number: Int) -> SeededGenerator {
    // Odd factors give a different product to each task and to each number.
    let (taskFactor, numberFactor): (UInt64, UInt64) = (
      0x9E6C_63D0_876A_3F6B, 0xD1B5_4A32_D192_ED03
    )
    // An arbitrary constant: the generator of the timeline has the plain seed.
    var ofWorld = SeededGenerator(seed: seed &+ 0x5DEE_CE66)
    var ofTask = SeededGenerator(seed: ofWorld.next() ^ UInt64(task) &* taskFactor)
    let numberAndValue = UInt64(number) << 2 | value.rawValue
    return SeededGenerator(seed: ofTask.next() ^ numberAndValue &* numberFactor)
  }
}
