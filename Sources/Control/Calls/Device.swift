package struct GetDevice: ControlMethod {
  package static let name = "GetDevice"

  package struct Reply: Codable, Sendable {
    /// simulated or unknown
    package var origin: String
    package var fields: [DeviceField]

    package init(
      origin: String, fields: [DeviceField]
    ) {
      self.origin = origin
      self.fields = fields
    }
  }

  package init() {}
}

package struct SetDevice: ControlMethod {
  package static let name = "SetDevice"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package var values: [String: String]

  package init(
    values: [String: String]
  ) {
    self.values = values
  }
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
