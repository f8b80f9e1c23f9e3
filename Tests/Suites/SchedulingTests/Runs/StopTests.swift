import Foundation
import Testing

@testable import Scheduling

/// Runs that are stopped by hand: cancel, replace, stop, expire.
struct StopTests {
  @Test func cancelRemovesWhatWaits() {
    var world = World(.power(.battery))
    world.submit("backup", .maintenance)
    world.cancel("backup")
    #expect(world.explain("backup") == nil)
    #expect(world.removals("backup") == [.cancelled])
    world.set(.power(.ac))
    world.pass(.hours(1))
    #expect(world.started.isEmpty)
  }

  @Test func cancelStopsWhatRuns() {
    var world = World()
    world.submit("backup", .maintenance)
    world.cancel("backup")
    guard case .done(stopping: 1, _) = world.answer else {
      Issue.record("\(String(describing: world.answer))")
      return
    }
    #expect(world.warnings("backup") == [.cancelled])
    world.pass(.seconds(30))
    #expect(world.outcomes("backup") == [.cancelled])
    #expect(world.kills("backup") == 1)
  }

  @Test func cancelKeepingTheRunLetsItFinish() {
    var world = World()
    world.submit("backup", .maintenance) { $0.terms.every = .hours(1) }
    world.cancel("backup", keepsRunning: true)
    #expect(world.isRunning("backup"))
    world.pass(.minutes(5))
    world.finish("backup")
    #expect(world.outcomes("backup") == [.completed])
    world.pass(.days(1))
    #expect(world.started == ["backup"])
  }

  @Test func cancelAgainStopsWhatWasKept() {
    var world = World()
    world.submit("backup", .maintenance)
    world.cancel("backup", keepsRunning: true)
    world.cancel("backup")
    #expect(world.warnings("backup") == [.cancelled])
    world.finish("backup", exit: 1)
    world.cancel("backup")
    #expect(world.answer?.refusal?.code == .notFound)
  }

  /// The reason text of a stop by hand is free. The text `thermal` once restarted the run immediately and reported the
  /// device as too warm, and `cancelled` cancelled the request.
  @Test(arguments: ["thermal", "power", "cancelled", "replaced", "shutdown", "budget", "enough"])
  func whatIsSaidOfAStopByHandIsNoCodeOfOurs(word: String) {
    var world = World()
    world.submit("backup", .maintenance)
    world.stop("backup", .byHand(word))
    #expect(world.warnings("backup").map(\.text) == [word])
    world.finish("backup", exit: 1)
    #expect(world.endings("backup").map(\.stopReason) == [.byHand(word)])
    #expect(world.outcomes("backup") == [.expired])
    world.pass(.seconds(29))
    #expect(world.waits("backup"))
    #expect(world.reasons("backup") == [.backoff])
    world.pass(.seconds(2))
    #expect(world.isRunning("backup"))
  }

  @Test func explainSaysWhatHappenedToWhatIsTriedAgain() throws {
    #expect(try delay { $0.finish("task", exit: 1) } == "it failed and will be retried")
    let asked = try delay { $0.finish("task", exit: 75) }
    #expect(asked == "it asked to run later and will be retried")
    let stopped = try delay { world in
      world.stop("task", .byHand("enough"))
      world.finish("task", exit: 1)
    }
    #expect(stopped == "it was stopped by hand (enough) and will be retried")
    let inTime = try delay { world in
      world.pass(.seconds(60))
      world.finish("task", exit: 1)
    }
    #expect(inTime == "it stopped in time at the end of its budget and will be retried")
    let ended = try delay { world in
      world.stop("task", .budgetByHand)
      world.finish("task", exit: 1)
    }
    #expect(ended == "it stopped when its time was ended by hand and will be retried")
    let killed = try delay { world in
      world.stop("task", .budgetByHand)
      world.pass(.seconds(11))
    }
    #expect(killed == "it was killed after its time was ended by hand and will be retried")
    let overrun = try delay { $0.pass(.seconds(71)) }
    #expect(overrun == "it was killed for exceeding its budget and will be retried")
  }

  /// Returns the reason why a request waits after its run has ended, also after a restart.
  private func delay(_ end: (inout World) -> Void) throws -> String {
    var world = World()
    world.submit("task") {
      $0.terms.budget = .seconds(60)
      $0.terms.grace = .seconds(10)
    }
    end(&world)
    #expect(world.reasons("task") == [.backoff])
    let request = try #require(world.snapshot.requests.first)
    #expect(
      request.progress.history.lastEnd
        == world.scheduler.request(request.key)?.progress.history.lastEnd)
    return try #require(world.explain("task")?.causes.first).text
  }

  /// An end of the budget by hand has the same effects as an overrun. Only the message for people differs, not the one
  /// for the command.
  @Test func whatEndsABudgetByHandFollowsAsFromAnOverrun() throws {
    #expect(StopReason.budgetByHand.text == "budget")
    #expect(StopReason(kept: "budget", message: "expired by hand") == .budgetByHand)
    for reason in [StopReason.budget, .budgetByHand] {
      var world = World()
      world.submit("task") { $0.terms.grace = .seconds(10) }
      world.stop("task", reason)
      #expect(world.phase("task")?.stopReason == reason)
      world.pass(.seconds(11))
      #expect(world.scheduler.request(world.key("task"))?.progress.failures == 1)
    }
  }

  @Test func aCodeInsteadOfAReasonIsAWordToo() {
    var world = World()
    world.submit("backup", .maintenance)
    world.stop("backup", .gate(.thermal))
    #expect(world.phase("backup")?.stopReason == .byHand("thermal"))
  }

  @Test func aReasonThatWasKeptAsACodeIsWhatSomebodySaid() throws {
    let kept = try JSONDecoder().decode([StopReason].self, from: Data(#"["enough","power"]"#.utf8))
    #expect(kept == [.byHand("enough"), .gate(.power)])
    let reasons = StopReason.known + [.byHand("power"), .byHand("enough")]
    let again = try JSONDecoder().decode([StopReason].self, from: JSONEncoder().encode(reasons))
    #expect(again == reasons)
  }

  @Test func submittingDuringARunMakesTheNextOne() {
    var world = World()
    world.submit("feed", .refresh)
    let answer = world.submit("feed", .refresh)
    #expect(answer?.acceptance?.replaced == false)
    #expect(answer?.acceptance?.explanation?.reasons == [.running])
    #expect(world.isRunning("feed"))
    #expect(world.warnings("feed").isEmpty)
    world.pass(.seconds(5))
    world.finish("feed")
    #expect(world.isRunning("feed"))
    #expect(world.started == ["feed", "feed"])
  }

  @Test func replacingTheRunEndsItFirst() {
    var world = World()
    world.submit("feed", .refresh)
    world.submit("feed", .refresh) { $0.replacesRunning = true }
    #expect(world.warnings("feed") == [.replaced])
    #expect(world.scheduler.runCount == 1)
    world.finish("feed", exit: 0)
    #expect(world.outcomes("feed") == [.cancelled])
    #expect(world.isRunning("feed"))
    world.finish("feed")
    #expect(world.started == ["feed", "feed"])
    #expect(!world.waits("feed"))
  }

  @Test func submittingAgainReplacesWhatWaits() throws {
    var world = World(.power(.battery))
    world.submit("backup", .maintenance) { $0.terms.command.arguments = ["/bin/old"] }
    let answer = world.submit("backup", .maintenance) { $0.terms.command.arguments = ["/bin/new"] }
    #expect(answer?.acceptance?.replaced == true)
    #expect(world.scheduler.allRequests.map(\.terms.command.arguments) == [["/bin/new"]])
  }

  @Test func submittingAgainKeepsWhatWaitsWhereThatWasAsked() throws {
    var world = World(.power(.battery))
    world.submit("backup", .maintenance) { $0.terms.command.arguments = ["/bin/old"] }
    let answer = world.submit("backup", .maintenance) {
      $0.terms.command.arguments = ["/bin/new"]
      $0.ifPending = .keep
    }
    #expect(answer?.acceptance?.kept == true)
    #expect(world.scheduler.allRequests.map(\.terms.command.arguments) == [["/bin/old"]])
  }

  @Test func keepingMeansWhatWaitsNotWhatRuns() {
    var world = World()
    world.submit("feed", .refresh)
    let answer = world.submit("feed", .refresh) { $0.ifPending = .keep }
    #expect(answer?.acceptance?.kept == false)
    world.finish("feed")
    #expect(world.isRunning("feed"))
  }

  @Test func stoppedWorkWaitsAgainAndIsNotBackAtOnce() {
    var world = World()
    world.submit("backup", .maintenance)
    world.stop("backup", .operatorStop)
    #expect(world.warnings("backup") == [.operatorStop])
    world.finish("backup", exit: 1)
    #expect(world.outcomes("backup") == [.expired])
    #expect(world.reasons("backup") == [.backoff])
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 0)
    world.pass(.seconds(30))
    #expect(world.isRunning("backup"))
  }

  @Test func expiringByHandIsAnOverrun() {
    var world = World()
    world.submit("backup", .maintenance)
    world.stop("backup", .budget)
    world.pass(.seconds(30))
    #expect(world.outcomes("backup") == [.killed])
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 1)
  }

  @Test func whatIsOnItsWayOutKeepsItsReason() {
    var world = World()
    world.submit("backup", .maintenance)
    world.cancel("backup")
    world.submit("backup", .maintenance) { $0.replacesRunning = true }
    world.stop("backup", .operatorStop)
    world.set(.thermal(.critical))
    #expect(world.warnings("backup") == [.cancelled])
  }

  @Test func onlyWhatRunsCanBeStopped() {
    var world = World(.power(.battery))
    world.submit("backup", .maintenance)
    world.stop("backup", .operatorStop)
    #expect(world.answer?.refusal?.code == .held)
    world.stop("nobody", .operatorStop)
    #expect(world.answer?.refusal?.code == .notFound)
  }
}

extension Run.Phase {
  fileprivate var stopReason: StopReason? {
    if case .expiring(let reason, _) = self { reason } else { nil }
  }
}
