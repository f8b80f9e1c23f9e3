/// What one device of a population is like.
package struct DeviceTraits: Hashable, Sendable {
  /// In the order of `DeviceTrait.allCases`.
  private var values = DeviceTrait.allCases.map(\.neutral)

  /// Those of a device that lives as its scenario says.
  package static let neutral = DeviceTraits()

  package subscript(trait: DeviceTrait) -> Double {
    get { values[Self.place(of: trait)] }
    set { values[Self.place(of: trait)] = newValue }
  }

  private static func place(of trait: DeviceTrait) -> Int {
    DeviceTrait.allCases.firstIndex(of: trait) ?? 0
  }
}
