import ArgumentParser
import Control
import Terminal
import Vocabulary

struct AdoptVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Replace a systemd timer by a request. For root, and with --user.",
    discussion: """
      Requires a daemon that starts units: the installed system daemon, a daemon with --user if it reaches the bus of \
      your systemd user manager (XDG_RUNTIME_DIR), or any daemon with --launcher units.

      The request starts the timer's unit as often as the timer did, when the device can spare it, \
      and after two intervals at the latest. For irregular dates, such as Monday to Friday, it repeats \
      on these dates. The timer is disabled; `rubatoctl release` restores it.

      Accepts the options of submit, except those for a command (--env, --env-file, --directory, --signal, --unit, \
      --step, --step-limit, --file, --atomic), --at, --late, --wait and --exit-code. --if-pending has no \
      effect, since no queued request is replaced.
      """)

  @Argument(help: "Timer, such as fstrim.timer.", completion: TimerNames.completion)
  var timer: String

  @OptionGroup var terms: SubmitTerms
  @OptionGroup var connection: ConnectionOptions

  /// Adopts the timer, or completes an earlier adoption of it. Throws if the timer does not exist.
  func perform(_ session: Session) throws(Failure) {
    let systemd = try Systemctl(for: session.instance, to: "adopt")
    let name = SystemdUnit.timer(timer)
    guard name.hasSuffix(".timer") else {
      throw .notAllowed("adopt", timer, allowed: "a timer, such as fstrim.timer")
    }
    let knownTimer = try systemd.timer(name)
    // An earlier adoption may have masked the timer. Without one, `adopt` refuses a masked timer.
    guard knownTimer.loadState == "loaded" || knownTimer.loadState == "masked" else {
      throw .refused(
        error: ControlError.notFound.rawValue,
        ControlError.Parameters(
          field: "timer", value: timer,
          message: "timer '\(timer)' not found; list all timers with "
            + "`\(systemd.name) list-timers --all`"
        ))
    }
    if let request = try session.adopted().first(where: { $0.timer?.name == knownTimer.name }) {
      return try completeAdoption(request, knownTimer, systemd, session)
    }
    try adopt(knownTimer, systemd, session)
  }

  /// Submits the request for a timer and disables the timer. If the timer cannot be disabled, the request is cancelled.
  private func adopt(
    _ timer: TimerFacts, _ systemd: Systemctl, _ session: Session
  ) throws(Failure) {
    let call = try submission(for: timer, systemd, session)
    let reply: Submit.Reply
    do throws(Failure) {
      reply = try session.call(call)
    } catch {
      throw error.namingOption(typed: terms.typedTexts)
    }
    guard !reply.kept else {
      throw .refused(
        "a request '\(reply.request.id)' already exists and replaces no timer; "
          + "choose another id with --id, or cancel it first")
    }
    do throws(Failure) {
      try systemd.disable(timer)
    } catch {
      // The change is undone: the timer stays, and the request is cancelled.
      _ = try session.call(
        Cancel(id: reply.request.id, app: reply.request.app, owner: reply.request.owner))
      throw error
    }
    try session.printAnswer(reply, now: reply.request.submitted) { screen in
      AdoptionText.lines(reply, timer, on: screen)
    }
  }

  /// Returns the submission that replaces a timer. Options override its interval, window, kind and id.
  private func submission(
    for timer: TimerFacts, _ systemd: Systemctl, _ session: Session
  ) throws(Failure) -> Submit {
    var call = try session.universalTimes(
      of: terms.call(.starting(timer.unit)), typed: terms.typedFields, keepsEarliest: true)
    try call.checkShellLines()
    call.timer = TimerInfo(name: timer.name, state: timer.fileState, active: timer.isActive)
    call.id = call.id ?? String(timer.name.dropLast(".timer".count))
    call.kind = call.kind ?? "maintenance"
    // A user's own daemon has no permission to wake the machine.
    if timer.wakesMachine, session.instance.scope == .system { call.wake = true }
    // No other request is replaced without consent.
    call.ifPending = "keep"
    let elapses = try systemd.elapses(of: timer)
    // Throws if the timer cannot be disabled, before a request is submitted that would have to be cancelled.
    try Systemctl.checkedSwitch(of: timer)
    let optionsSetRhythm = call.on != nil || call.every != nil
    let elapsesOnlyByDates = timer.repeats.isEmpty && !timer.followsClockChanges
    // No single interval fits irregular dates, such as Monday to Friday.
    if !optionsSetRhythm, elapsesOnlyByDates, elapses.areIrregular { call.on = timer.calendars }
    if call.on == nil { try setInterval(of: &call, timer, elapses, session) }
    return call
  }

  /// Sets the interval of the submission and, unless options set them, the earliest and the latest date: the next time
  /// at which the timer would have elapsed, and two intervals after it. Throws if the timer has no interval.
  private func setInterval(
    of call: inout Submit, _ timer: TimerFacts, _ elapses: Elapses, _ session: Session
  ) throws(Failure) {
    let now = UniversalTime.parse(try session.call(GetClock()).now) ?? WallTime(seconds: 0)
    let timerRhythm = try rhythm(of: timer, every: call.every, elapses, now: now)
    call.every = timerRhythm.every
    if call.latest == nil {
      if call.earliest == nil {
        call.latest = timerRhythm.latest(now: now, furthest: Horizon.usual).map(UniversalTime.text)
      } else {
        // Only the daemon can read the typed earliest date, so the latest date is a duration after it.
        let twoIntervals = Duration.seconds(timerRhythm.every * 2)
        call.latest = min(twoIntervals, Horizon.usual).notation
      }
    }
    call.earliest = call.earliest ?? UniversalTime.text(timerRhythm.earliest)
  }

  /// Returns the interval of a timer, and the start of the first interval. Throws if the timer cannot be
  /// replaced.
  ///
  /// - Parameter every: The seconds of `--every`; `nil` for the timer's own interval.
  private func rhythm(
    of timer: TimerFacts, every: Double?, _ elapses: Elapses, now: WallTime
  ) throws(Failure) -> TimerRhythm {
    do throws(InputError) {
      if let every { return TimerRhythm(timer, elapses, every: every, now: now) }
      return try TimerRhythm(timer, elapses, now: now)
    } catch {
      throw .refused(error)
    }
  }

  /// Completes an adoption whose request exists already, by switching off the timer if it is on.
  private func completeAdoption(
    _ request: RequestInfo, _ timer: TimerFacts, _ systemd: Systemctl, _ session: Session
  ) throws(Failure) {
    let isOn = timer.isActive || timer.fileState.hasPrefix("enabled")
    if isOn { try systemd.disable(timer) }
    try session.printAnswer(request) { _ in
      [
        isOn
          ? "\(timer.name) was on and is disabled again; \(request.id) replaces it."
          : "\(timer.name) is already adopted, as \(request.id)."
      ]
    }
  }
}
