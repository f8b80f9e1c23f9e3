import Scheduling
import Testing

@Suite struct TermsTests {
  private let usual = Terms(Command(arguments: ["/bin/true"]))

  /// Terms with every option.
  private var full: Terms {
    var terms = usual
    (terms.namedKind, terms.atLatest, terms.every, terms.flex) = (
      .refresh, .run, .days(1), .hours(2)
    )
    terms.calendar = CalendarEvent("daily").map { [$0] } ?? []
    terms.needs.changes.watched = ["/srv/data"]
    terms.needs.changes.atMost = .hours(1)
    terms.needs.changes.updateDelay = .seconds(5)
    terms.needs.changes.longestDelay = .minutes(1)
    terms.needs.predecessors.toComplete = ["dump"]
    terms.needs.predecessors.toEnd = ["sweep"]
    (terms.requires, terms.prefers, terms.needs.condition) = ([.power], [.idle], "true")
    terms.needs.paths = ["/mnt/backup"]
    terms.needs.networks = ["home", "!phone"]
    (terms.budget, terms.grace) = (.minutes(3), .seconds(4))
    (terms.allowsBattery, terms.isExpedited, terms.group) = (true, true, "disk")
    (terms.retries, terms.backoff) = (7, Backoff(growth: .linear, first: .minutes(9)))
    terms.run.retryOn = .abnormal
    terms.run.priority = 7
    terms.run.tags = ["photos"]
    terms.run.limits.tasks = 3
    terms.run.onClosedGate = .freeze
    (terms.run.earlySignal, terms.run.onLostPreference) = (10, 12)
    (terms.run.signalsReadiness, terms.run.preventsSleep) = (true, true)
    (terms.run.onFailure, terms.run.onFailureCommand) = ("mail.service", "mail root")
    (terms.run.onOverdueCommand, terms.run.reportsEachFailure) = ("mail me", true)
    terms.run.notifyAfter = .days(3)
    terms.run.isExact = true
    terms.run.wakesMachine = true
    return terms
  }

  @Test func everyOptionIsComparedAndSaid() {
    let fields = Terms.options.map(\.field)
    #expect(full.fields(differingFrom: usual) == fields)
    #expect(full.givenOptions.map(\.field) == fields)
    #expect(usual.givenOptions.isEmpty)
    #expect(full.fields(differingFrom: full).isEmpty)
  }

  @Test func everyOptionIsKeptUnlessItIsNamed() {
    for option in Terms.options {
      var terms = usual
      terms.keepOptions(of: full, except: [option.field])
      #expect(terms.fields(differingFrom: full) == [option.field])
      terms.keepOptions(of: full, except: [])
      #expect(terms == full)
    }
  }

  @Test func aDelayThatWasNotNamedIsThatOfTheSettings() {
    var settings = Settings()
    settings.firstBackoff = .minutes(2)
    #expect(usual.backoff.delay(after: 1, settings) == .minutes(2))
    #expect(full.backoff.delay(after: 2, settings) == .minutes(18))
  }
}
