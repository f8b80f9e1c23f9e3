@testable import Scheduling

extension World {
  /// A device on battery with an app, "reader", that was opened a while ago and is of `tier`.
  static func withReader(
    _ tier: Tier?, onBattery: Bool = true, _ change: (inout Settings) -> Void = { _ in }
  ) -> World {
    var settings = Settings()
    settings.quotas.mostBumps = 0
    settings.refresh.isPriced = false
    change(&settings)
    var world = World(
      settings: settings, .power(onBattery ? .battery : .ac), .battery(90), .network(.wifi))
    world.register("reader")
    world.pass(.minutes(2))
    world.tell("reader", .tierSet(tier))
    return world
  }

  func usage(of app: String) -> Usage {
    scheduler.app(AppKey(owner: Self.user, id: app))?.usage ?? Usage()
  }

  var usage: Usage { usage(of: "reader") }
  var tier: Tier { usage.tier(at: now.wall, scheduler.settings.quotas) }
  var runsAtOnce: Int { scheduler.runCount }
}
