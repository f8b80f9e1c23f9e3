import Testing

@testable import Scheduling

/// Signals to a run when one of its preferences is no longer met.
struct LostPreferenceTests {
  /// Returns a world with a run that prefers power, at the moment when the plug is pulled. If `isTold`, the run has
  /// asked for SIGUSR1.
  private func unplugged(
    _ kind: Kind = .utility, isTold: Bool = false, _ change: (inout Submission) -> Void = { _ in }
  ) -> World {
    var world = World(.power(.ac), .battery(80), .idle(true))
    world.submit("backup", kind) {
      $0.terms.prefers = .power
      if isTold { $0.terms.run.onLostPreference = 10 }
      change(&$0)
    }
    world.set(.power(.battery))
    world.pass(.seconds(11))
    return world
  }

  private func signals(_ world: World) -> [String] {
    world.history.compactMap {
      if case .immediate(.signal(_, let number, let why)) = $0.effect {
        "\(number) \(why)"
      } else {
        nil
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func aLostPreferenceIsNoBusinessOfARunThatDidNotAsk(kind: Kind) {
    let world = unplugged(kind)
    #expect(world.isRunning("backup"))
    #expect(world.warnings("backup").isEmpty)
    #expect(signals(world).isEmpty)
  }

  @Test func whatFailsAfterThatHasFailed() {
    var world = unplugged()
    world.finish("backup", exit: 1)
    #expect(world.outcomes("backup") == [.failed])
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 1)
  }

  @Test(arguments: [Kind.processing, .maintenance, .utility, .userInitiated])
  func whoAsksIsToldOnceByTheSignalOfItsChoice(kind: Kind) {
    var world = unplugged(kind, isTold: true)
    #expect(world.phase("backup") == .deferring(.gate(.power)))
    #expect(signals(world) == ["10 power"])
    world.set(.power(.ac))
    world.pass(.seconds(61))
    world.set(.power(.battery))
    world.pass(.seconds(11))
    #expect(signals(world) == ["10 power"])
    #expect(world.warnings("backup").isEmpty)
  }

  @Test func whoStopsForItIsOfferedAgain() {
    var world = unplugged(isTold: true)
    world.finish("backup", exit: nil, signal: 10)
    #expect(world.outcomes("backup") == [.deferred])
    #expect(world.reasons("backup") == [.power])
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 0)
  }

  @Test func aGateOfItsKindStillAsksWhatWasOnlyTold() {
    var world = unplugged(isTold: true)
    world.set(.battery(9))
    #expect(world.warnings("backup") == [.gate(.battery)])
    #expect(world.phase("backup") == .deferring(.gate(.battery)))
    world.set(.load(95))
    #expect(world.warnings("backup") == [.gate(.battery)])
  }

  @Test func aGateOfItsKindIsNotOutdoneByALostPreference() {
    var world = unplugged()
    world.set(.battery(9))
    #expect(world.warnings("backup") == [.gate(.battery)])
  }

  @Test func whoWasAskedToDeferIsNotToldOfAPreference() {
    var world = World(.power(.ac), .battery(80), .idle(true))
    world.submit("backup", .utility) {
      $0.terms.prefers = .power
      $0.terms.run.onLostPreference = 10
    }
    world.set(.load(95))
    world.set(.power(.battery))
    world.pass(.seconds(11))
    #expect(world.phase("backup") == .deferring(.gate(.load)))
    #expect(signals(world).isEmpty)
  }

  @Test func whatWasOnlyToldIsStillThatAfterARestart() {
    var world = unplugged(isTold: true)
    world.restart(found: [1: .alive])
    world.set(.battery(9))
    #expect(world.warnings("backup") == [.gate(.battery)])
    #expect(signals(world) == ["10 power"])
  }

  @Test func whatHasNotBegunIsToldWhenItHas() {
    var world = World(.power(.ac), .battery(80), .idle(true))
    world.launcherWorks = false
    world.submit("backup", .utility) {
      $0.terms.prefers = .unmetered
      $0.terms.run.onLostPreference = 10
    }
    world.set(.metered(true))
    #expect(signals(world).isEmpty)
    world.send(.runStarted(1))
    #expect(signals(world) == ["10 metered"])
  }

  @Test func nothingIsFrozenForALostPreference() {
    let world = unplugged { $0.terms.run.onClosedGate = .freeze }
    #expect(world.phase("backup") == .running)
  }

  @Test func afterAFreezeItIsNotNotifiedAgain() {
    var world = unplugged(isTold: true) { $0.terms.run.onClosedGate = .freeze }
    world.set(.storage(.full))
    #expect(world.phase("backup")?.name == .frozen)
    world.set(.storage(.ok))
    #expect(world.phase("backup") == .deferring(.gate(.power)))
    #expect(signals(world) == ["10 power"])
    world.finish("backup", exit: nil, signal: 10)
    #expect(world.outcomes("backup") == [.deferred])
  }

  @Test func whatIsFrozenGoesOnWhenOnlyAPreferenceIsMissing() {
    var world = World(.power(.ac), .battery(80), .idle(true), .metered(false))
    world.submit("backup", .utility) {
      ($0.terms.prefers, $0.terms.requires) = (.unmetered, .network)
      $0.terms.run.onClosedGate = .freeze
    }
    world.set(.network(Network.none))
    guard case .frozen = world.phase("backup") else {
      Issue.record("it continues without the network")
      return
    }
    world.set(.network(.cellular), .metered(true))
    #expect(world.phase("backup") == .running)
  }

  @Test func whatIsForcedIsToldNothing() {
    var world = World(.power(.battery), .battery(80), .idle(true))
    world.submit("backup", .utility) {
      $0.terms.prefers = .power
      $0.terms.run.onLostPreference = 10
    }
    world.run("backup", .force)
    world.set(.battery(70))
    #expect(world.isRunning("backup"))
    #expect(signals(world).isEmpty)
  }

  @Test func theSignalMustBeOne() {
    var world = World()
    let refusal = world.refusal { $0.terms.run.onLostPreference = 65 }
    #expect(refusal?.field == "onLostPreference")
    #expect(refusal?.message.contains("1 to 64") == true)
  }
}
