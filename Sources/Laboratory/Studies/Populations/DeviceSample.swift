/// The smallest device numbers in each class of a distribution over devices, at most five of a class. Samples of shards
/// add up to the sample of the whole, in any order.
package struct DeviceSample: Hashable, Codable, Sendable {
  /// The largest number of devices of a class.
  private static let mostOfClass = 5

  /// The classes with devices, in rising order.
  private(set) var classes: [Int] = []
  /// The numbers of devices of each of `classes`, in rising order.
  private(set) var devices: [[UInt64]] = []

  package init() {}

  /// Adds a device with a value, which is counted as the distribution counts it.
  mutating func add(_ device: UInt64, value: Int64) {
    insert([device], toClass: ValueClass.index(of: max(0, value)))
  }

  /// Adds the devices of another sample.
  static func += (left: inout DeviceSample, right: DeviceSample) {
    for (valueClass, numbers) in zip(right.classes, right.devices) {
      left.insert(numbers, toClass: valueClass)
    }
  }

  /// Adds devices to a class, of which only the smallest numbers are kept. A class without devices is inserted in
  /// rising order.
  private mutating func insert(_ numbers: [UInt64], toClass valueClass: Int) {
    let place = classes.firstPlace { $0 >= valueClass }
    if place < classes.count && classes[place] == valueClass {
      devices[place] = Array((devices[place] + numbers).sorted().prefix(Self.mostOfClass))
    } else {
      classes.insert(valueClass, at: place)
      devices.insert(numbers, at: place)
    }
  }

  /// Decodes a sample. Throws an error unless the classes rise within their limits, and each has one to five devices.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    classes = try container.decode([Int].self, forKey: .classes)
    devices = try container.decode([[UInt64]].self, forKey: .devices)
    let isRising = zip(classes, classes.dropFirst()).allSatisfy { $0 < $1 }
    let areInRange = classes.allSatisfy { 0...ValueClass.last ~= $0 }
    let haveDevices = devices.allSatisfy { 1...Self.mostOfClass ~= $0.count }
    guard isRising && areInRange && haveDevices && classes.count == devices.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .classes, in: container, debugDescription: "not a sample of devices")
    }
  }
}
