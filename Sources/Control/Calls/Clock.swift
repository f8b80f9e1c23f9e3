package struct GetClock: ControlMethod {
  package static let name = "GetClock"

  package struct Reply: Codable, Sendable {
    package var now: String
    package var simulated: Bool
    /// Simulated seconds that pass in a second while nothing runs; 0 stands still
    package var rate: Double
    /// Live runs that are not frozen; while there are any, a simulated clock passes at its real rate
    package var runs: Int64
    /// How far the daemon's clocks are ahead of UTC now, in seconds
    package var zoneSeconds: Int64

    package init(
      now: String, simulated: Bool, rate: Double, runs: Int64, zoneSeconds: Int64
    ) {
      self.now = now
      self.simulated = simulated
      self.rate = rate
      self.runs = runs
      self.zoneSeconds = zoneSeconds
    }
  }

  package init() {}
}

/// Moves a simulated clock, event by event; answers when it is there.
package struct AdvanceClock: ControlMethod {
  package static let name = "AdvanceClock"

  package struct Reply: Codable, Sendable {
    package var now: String

    package init(
      now: String
    ) {
      self.now = now
    }
  }

  package var by: Double?
  package var to: String?

  package init(
    by: Double? = nil, to: String? = nil
  ) {
    self.by = by
    self.to = to
  }
}

package struct SetClockRate: ControlMethod {
  package static let name = "SetClockRate"

  package struct Reply: Codable, Sendable {
    package var now: String

    package init(
      now: String
    ) {
      self.now = now
    }
  }

  package var rate: Double

  package init(
    rate: Double
  ) {
    self.rate = rate
  }
}
