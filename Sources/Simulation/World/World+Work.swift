import Scheduling

// The work that is modelled, and what becomes of each run.
extension World {
  static let refreshID = "refresh"
  static let pieceID = "nightly"
  private static let command = Command(arguments: ["/bin/true"])

  /// An app is registered, and submits its refresh, when its user first opens it.
  mutating func open(_ app: Int) {
    let key = apps.key(app)
    let isNew = scheduler.app(key) == nil
    if isNew { send(.registerApp(App(key: key, registered: now.wall), ticket())) }
    send(.app(key, .opened, ticket()))
    if isNew { submitRefresh(of: key) }
  }

  private mutating func submitRefresh(of key: AppKey) {
    var submission = Submission(
      owner: key.owner, id: Self.refreshID, kind: .refresh, command: Self.command)
    submission.app = key.id
    submission.earliest = .after(model.refreshDelay)
    send(.submit(submission, ticket()))
  }

  /// The work of a day takes the place of that of the day before, if it still waits.
  mutating func submitPiece(of day: Int) {
    piece = Piece(day: day)
    log.days.append(day)
    var submission = Submission(
      owner: Self.owner, id: Self.pieceID, kind: .processing, command: Self.command)
    submission.requires = [.power, .idle]
    submission.latest = .at(WallTime(day: day + 1, model.dayBegins))
    submission.budget = model.pieceBudget
    send(.submit(submission, ticket()))
  }

  mutating func begin(_ run: Run) {
    var begun = LiveRun(started: now)
    var length = generator.duration(in: model.refreshLength)
    if run.key.id == Self.pieceID, let piece {
      begun.piece = piece
      length = model.pieceLength - piece.saved
    }
    live[run.id] = begun
    appointments.add(run.id, at: now.awake + length, isCut: false)
    send(.runStarted(run.id))
    // Handlers submit the next refresh before anything else.
    if let app = run.key.app { submitRefresh(of: AppKey(owner: run.key.owner, id: app)) }
  }

  mutating func obey(_ run: Run) {
    appointments.add(run.id, at: now.awake + model.obeyDelay, isCut: true)
  }

  mutating func die(_ run: Run) {
    var finish = Finish(signal: 9)
    finish.wasKilled = true
    end(run.id, finish, isCut: true)
  }

  /// The moment of an appointment has come; it concerns nobody where its run has ended before.
  mutating func keep(_ appointment: Appointments.Appointment) {
    // 75 is EX_TEMPFAIL of sysexits.h: try again later.
    end(appointment.run, Finish(exit: appointment.isCut ? 75 : 0), isCut: appointment.isCut)
  }

  private mutating func end(_ id: RunID, _ finish: Finish, isCut: Bool) {
    guard let run = live.removeValue(forKey: id) else { return }
    let worked = now.awake - run.started.awake
    if let piece = run.piece { save(piece, run, worked, isCut: isCut) }
    var told = finish
    told.cpuSeconds = worked.seconds * model.cpuShare
    send(.runEnded(id, told))
  }

  private mutating func save(_ begun: Piece, _ run: LiveRun, _ worked: Duration, isCut: Bool) {
    let steps = worked.nanoseconds / model.checkpointEvery.nanoseconds
    let saved = isCut ? model.checkpointEvery * Int(steps) : worked
    if piece?.day == begun.day { piece?.saved = begun.saved + saved }
    log.pieceRuns.append(
      PieceRun(
        day: begun.day, started: run.started.wall, ended: now.wall, saved: saved,
        lost: worked - saved, isDone: !isCut))
  }

  mutating func note(_ run: Run, _ ending: Ending) {
    log.runs.append(
      RunRecord(
        run: run.id, id: run.key.id, app: run.key.app.map { apps.name(of: $0) }, kind: run.kind,
        started: run.started.wall, ending: ending))
  }
}
