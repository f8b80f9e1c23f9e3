package struct GetDevice: ControlMethod {
  package static let name = "GetDevice"

  package struct Reply: Codable, Sendable {
    /// simulated; machine, where it is read; or hand, where only SetDevice says what it is
    package var origin: String
    /// All that there are, and the paths that requests ask for
    package var fields: [DeviceField]
    /// Nothing that the machine says counts
    package var frozen: Bool
    /// When that ends by itself
    @OrNull package var thaws: String?
    /// The keys of fields that do not follow the machine, because they were set by hand
    package var setByHand: [String]

    package init(
      origin: String, fields: [DeviceField], frozen: Bool = false, thaws: String? = nil,
      setByHand: [String] = []
    ) {
      self.origin = origin
      self.fields = fields
      self.frozen = frozen
      self.thaws = thaws
      self.setByHand = setByHand
    }
  }

  package init() {}
}

/// Sets fields by hand. Where the machine is read they follow it no more, until ThawDevice or the next boot.
package struct SetDevice: ControlMethod {
  package static let name = "SetDevice"

  package struct Reply: Codable, Sendable {
    /// Whether that is so
    package var untilThaw: Bool

    package init(
      untilThaw: Bool
    ) {
      self.untilThaw = untilThaw
    }
  }

  package var values: [String: String]

  package init(
    values: [String: String]
  ) {
    self.values = values
  }
}

/// Lets nothing that the machine says count, for so long, or until ThawDevice or the next boot.
package struct FreezeDevice: ControlMethod {
  package static let name = "FreezeDevice"

  package struct Reply: Codable, Sendable {
    @OrNull package var thaws: String?

    package init(
      thaws: String? = nil
    ) {
      self.thaws = thaws
    }
  }

  package var seconds: Double?

  package init(
    seconds: Double? = nil
  ) {
    self.seconds = seconds
  }
}

/// Lets all fields follow the machine again, also those that were set by hand.
package struct ThawDevice: ControlMethod {
  package static let name = "ThawDevice"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package init() {}
}

/// Plays a story: each step when its moment comes. A simulated clock is moved along; answers after the last step.
/// The story is a scenario, or steps.
package struct PlayDevice: ControlMethod {
  package static let name = "PlayDevice"

  package struct Reply: Codable, Sendable {
    package var now: String

    package init(
      now: String
    ) {
      self.now = now
    }
  }

  /// The text of a scenario file
  package var scenario: String?
  /// Where a simulated clock is moved first, unless it is there already
  package var start: String?
  package var steps: [DeviceStep]?
  /// Seconds after the start at which the story ends; the last step's unless given
  package var length: Double?

  package init(
    scenario: String? = nil, start: String? = nil, steps: [DeviceStep]? = nil,
    length: Double? = nil
  ) {
    self.scenario = scenario
    self.start = start
    self.steps = steps
    self.length = length
  }
}
