/// The traits of one device of a population.
package struct DeviceTraits: Hashable, Sendable {
  /// The values in the order of `DeviceTrait.allCases`.
  private var values = DeviceTrait.allCases.map(\.neutral)

  /// The traits of a device that equals its scenario's.
  package static let neutral = DeviceTraits()

  package subscript(trait: DeviceTrait) -> Double {
    get { values[Self.place(of: trait)] }
    set { values[Self.place(of: trait)] = newValue }
  }

  private static func place(of trait: DeviceTrait) -> Int {
    DeviceTrait.allCases.firstIndex(of: trait) ?? 0
  }
}
