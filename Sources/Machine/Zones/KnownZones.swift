import Vocabulary

/// The clocks of a zone, beside which the other zones of the machine's database are known by their names.
package struct KnownZones<Local: ZoneRules>: ZoneRules {
  private let local: Local

  package init(local: Local) { self.local = local }

  package func civil(at time: WallTime) -> CivilTime { local.civil(at: time) }

  package func zone(named name: String) -> ZoneRule? { ZoneFiles.rule(of: name) }
}
