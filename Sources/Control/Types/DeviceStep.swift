/// New values for device fields at a moment of a played story
package struct DeviceStep: Codable, Hashable, Sendable {
  /// Seconds after the start
  package var after: Double
  package var values: [String: String]

  package init(
    after: Double, values: [String: String]
  ) {
    self.after = after
    self.values = values
  }
}
