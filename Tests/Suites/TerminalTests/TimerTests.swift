import Scheduling
import Testing

@testable import Terminal

struct TimerTests {
  private let now = UniversalTime.parse("2026-11-21T12:00:00Z") ?? WallTime(seconds: 0)

  private func facts(_ changes: (inout TimerFacts) -> Void = { _ in }) -> TimerFacts {
    var facts = TimerFacts(
      """
      Id=fstrim.timer
      LoadState=loaded
      ActiveState=active
      UnitFileState=enabled
      FragmentPath=/lib/systemd/system/fstrim.timer
      Unit=fstrim.service
      TimersCalendar={ OnCalendar=Mon *-*-* 00:00:00 ; next_elapse=Mon 2026-11-23 00:00:00 UTC }
      RandomizedDelayUSec=1h 40min
      LastTriggerUSec=
      NextElapseUSecRealtime=Mon 2026-11-23 01:00:00 UTC
      OnClockChange=no
      OnTimezoneChange=no
      Persistent=yes
      WakeSystem=no
      """)
    changes(&facts)
    return facts
  }

  /// A setting without its own sign is not one; a mark after the sign belongs to the value.
  @Test func settingsAreDividedAtTheirSign() {
    let text = ["weekly", "A=\u{301}b"].map { "TimersCalendar={ \($0) ; next_elapse=n/a }" }
    #expect(TimerFacts(text.joined(separator: "\n")).calendars == ["\u{301}b"])
  }

  private let weekly = Elapses(
    """
      Original form: weekly
    Normalized form: Mon *-*-* 00:00:00
        Next elapse: Mon 2026-11-23 00:00:00 UTC
           From now: 1 day 18h left
           Iter. #2: Mon 2026-11-30 00:00:00 UTC
           From now: 1 week 1 day left
           Iter. #3: Mon 2026-12-07 00:00:00 UTC
           From now: 2 weeks 1 day left
    """)

  @Test func readsTheMomentsOfSystemd257() {
    let moments = Elapses(
      """
        Original form: weekly
      Normalized form: Mon *-*-* 00:00:00
          Next elapse: Mon 2026-11-23 00:00:00 UTC
             From now: 1 day 18h left
         Iteration #2: Mon 2026-11-30 00:00:00 UTC
             From now: 1 week 1 day left
         Iteration #3: Mon 2026-12-07 00:00:00 UTC
             From now: 2 weeks 1 day left
      """)
    #expect(moments == weekly && moments.all.count == 3)
  }

  @Test func readsWhatSystemdSaysOfATimer() {
    let timer = facts()
    #expect(timer.name == "fstrim.timer" && timer.unit == "fstrim.service")
    #expect(timer.calendars == ["Mon *-*-* 00:00:00"] && timer.repeats.isEmpty)
    #expect(timer.isActive && timer.isPersistent && timer.fileState == "enabled")
    #expect(timer.randomizedDelay == 6000)
    #expect(timer.lastTrigger == nil && timer.nextElapse == WallTime(seconds: 1_795_395_600))
  }

  @Test(arguments: [
    ("enabled", true, TimerSwitch.disable), ("enabled-runtime", true, .disableUntilReboot),
    ("static", true, .mask), ("static", false, .stop), ("disabled", false, .stop),
    ("linked", false, .stop),
  ])
  func isSwitchedOffSoThatItCanBePutBack(state: String, isWanted: Bool, way: TimerSwitch) throws {
    #expect(try TimerSwitch(facts { ($0.fileState, $0.isWanted) = (state, isWanted) }) == way)
  }

  @Test(arguments: ["masked", "transient", "bad", ""])
  func whatCannotBePutBackIsRefused(state: String) {
    #expect(throws: InputError.self) { try TimerSwitch(facts { $0.fileState = state }) }
  }

  @Test func readsLengthsOfTime() {
    let timer = TimerFacts(
      """
      TimersMonotonic={ OnUnitActiveUSec=1d ; next_elapse=1d 15min }
      TimersMonotonic={ OnBootUSec=15min ; next_elapse=15min }
      """)
    #expect(timer.repeats == [86_400])
    #expect(SystemdSpan.seconds("1w 2d 3h 5min 1.500s") == 788_701.5)
    #expect(SystemdSpan.seconds("infinity") == nil)
  }

  @Test func aWeeklyTimerRepeatsEachWeekAndKeepsItsDrawnDelay() throws {
    let rhythm = try TimerRhythm(facts(), Elapses(of: [weekly]), now: now)
    #expect(rhythm.every == 604_800)
    #expect(UniversalTime.text(rhythm.earliest) == "2026-11-23T01:00:00.000Z")
    let off = try TimerRhythm(facts { $0.isActive = false }, Elapses(of: [weekly]), now: now)
    #expect(UniversalTime.text(off.earliest) == "2026-11-23T00:00:00.000Z")
  }

  @Test func aDaysLengthIsThatOfTheClocks() throws {
    let daily = Elapses(
      """
          Next elapse: Sat 2026-10-24 04:00:00 CEST
             (in UTC): Sat 2026-10-24 02:00:00 UTC
             Iter. #2: Sun 2026-10-25 04:00:00 CET
             (in UTC): Sun 2026-10-25 03:00:00 UTC
             Iter. #3: Mon 2026-10-26 04:00:00 CET
             (in UTC): Mon 2026-10-26 03:00:00 UTC
      """)
    let rhythm = try TimerRhythm(facts { $0.nextElapse = nil }, daily, now: now)
    #expect(rhythm.every == 86_400)
    #expect(UniversalTime.text(rhythm.earliest) == "2026-10-24T02:00:00.000Z")
  }

  @Test func severalExpressionsAreOne() throws {
    let others = Elapses(
      """
          Next elapse: Thu 2026-11-26 12:00:00 UTC
             Iter. #2: Thu 2026-12-03 12:00:00 UTC
      """)
    let both = Elapses(of: [weekly, others])
    #expect(both.all.count == 4)
    #expect(try TimerRhythm(facts(), both, now: now).every == 302_400)
  }

  @Test func lengthsAreCountedFromTheLastTime() throws {
    let timer = facts {
      ($0.calendars, $0.repeats) = ([], [86_400])
      $0.lastTrigger = UniversalTime.parse("2026-11-21T06:00:00Z")
    }
    let rhythm = try TimerRhythm(timer, Elapses(of: []), now: now)
    #expect(UniversalTime.text(rhythm.earliest) == "2026-11-22T06:00:00.000Z")
  }

  @Test func whatHasNoRegularIntervalIsRefusedWithAReason() {
    let workdays = Elapses(
      """
          Next elapse: Thu 2026-11-26 09:00:00 UTC
             Iter. #2: Fri 2026-11-27 09:00:00 UTC
             Iter. #3: Mon 2026-11-30 09:00:00 UTC
      """)
    let cases: [(TimerFacts, Elapses, String)] = [
      (facts(), workdays, "1 d to 3 d apart"),
      (facts(), Elapses("    Next elapse: never"), "do not recur"),
      (facts { $0.calendars = [] }, weekly, "elapses only once"),
      (facts { $0.repeats = [60] }, weekly, "no single interval"),
      (facts { $0.followsClockChanges = true }, weekly, "when the clock is set"),
    ]
    for (timer, elapses, reason) in cases {
      let error = #expect(throws: InputError.self) {
        try TimerRhythm(timer, elapses, now: now)
      }
      #expect(error?.description.contains(reason) == true)
      // This command switches the timer off, which a submission of its unit would not.
      #expect(error?.description.contains("rubatoctl adopt fstrim.timer --every ...") == true)
    }
  }

  private func beginning(_ timer: TimerFacts, _ elapses: Elapses) -> String {
    UniversalTime.text(TimerRhythm(timer, elapses, every: 2_592_000, now: now).earliest)
  }

  @Test func anIntervalThatWasNamedBeginsWithTheNextElapse() {
    #expect(beginning(facts(), weekly) == "2026-11-23T01:00:00.000Z")
    #expect(beginning(facts { $0.isActive = false }, weekly) == "2026-11-23T00:00:00.000Z")
    let workdays = Elapses(
      """
          Next elapse: Thu 2026-11-26 09:00:00 UTC
             Iter. #2: Fri 2026-11-27 09:00:00 UTC
             Iter. #3: Mon 2026-11-30 09:00:00 UTC
      """)
    #expect(beginning(facts { $0.nextElapse = nil }, workdays) == "2026-11-26T09:00:00.000Z")
    let both = facts {
      $0.repeats = [7200]
      $0.lastTrigger = now - .hours(1)
    }
    #expect(beginning(both, weekly) == "2026-11-21T13:00:00.000Z")
  }

  @Test func ofATimerThatElapsesNoMoreTheFirstRunIsAnIntervalAfterTheLast() {
    let once = facts {
      ($0.calendars, $0.nextElapse) = ([], nil)
      $0.lastTrigger = now - .days(10)
    }
    #expect(beginning(once, Elapses(of: [])) == "2026-12-11T12:00:00.000Z")
    #expect(
      beginning(facts { ($0.calendars, $0.nextElapse) = ([], nil) }, Elapses(of: []))
        == "2026-12-21T12:00:00.000Z")
  }

  @Test func theLatestDateIsTwoIntervalsLaterWhereThatMayBeNamed() {
    let rhythm = TimerRhythm(facts(), weekly, every: 604_800, now: now)
    let latest = rhythm.latest(now: now, furthest: .days(366))
    #expect(latest.map(UniversalTime.text) == "2026-12-07T01:00:00.000Z")
    let yearly = TimerRhythm(facts(), weekly, every: 31_536_000, now: now)
    #expect(yearly.latest(now: now, furthest: .days(366)) == nil)
  }
}
