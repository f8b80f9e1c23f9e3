/// New values for device fields at a moment of a played story
package struct DeviceStep: Codable, Hashable, Sendable {
  /// Seconds after the start
  package var after: Double
  package var values: [String: String]
  /// What happens, for people
  @OrNull package var note: String?

  package init(
    after: Double, values: [String: String], note: String? = nil
  ) {
    self.after = after
    self.values = values
    self.note = note
  }
}
