@testable import Scheduling

extension SeededGenerator {
  mutating func flip(_ oneIn: Int = 2) -> Bool {
    Int.random(in: 0..<oneIn, using: &self) == 0
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// Returns a value for one field, near the limits that the scheduler uses.
  mutating func deviceValue() -> DeviceValue {
    switch Int.random(in: 0..<14, using: &self) {
    case 0: .power(pick([nil, .ac, .ac, .battery, .battery]))
    case 1: .battery(pick([nil, 0, 4, 5, 9, 10, 15, 16, 19, 20, 29, 30, 39, 40, 80, 100]))
    case 2: .lowPower(pick([nil, true, false]))
    case 3: .thermal(pick([nil, .nominal, .nominal, .fair, .serious, .critical]))
    case 4: .network(pick([nil, Network.none, .ethernet, .wifi, .cellular]))
    case 5: .metered(pick([nil, true, false]))
    case 6: .screen(isOn: pick([nil, true, false]))
    case 7: .idle(pick([nil, true, false]))
    case 8: .load(pick([nil, 0, 50, 51, 90, 91, 100]))
    case 9: .memory(pick([nil, .normal, .warning, .critical]))
    case 10: .storage(pick([nil, .ok, .ok, .low, .full]))
    case 11: .locked(pick([nil, false, false, true]))
    case 12: .backgroundRefresh(pick([nil, true, true, false]))
    default: .path(pick(Self.paths), isThere: pick([nil, true, true, false]))
    }
  }

  static let paths: [ExactString] = ["/mnt/n\u{e9}", "/mnt/ne\u{301}"]

  mutating func deviceState() -> DeviceState {
    var state = DeviceState()
    for _ in 0..<20 { state.apply(deviceValue()) }
    return state
  }

  mutating func conditions(oneIn: Int) -> Conditions {
    var conditions: Conditions = []
    for (_, condition) in Conditions.named where flip(oneIn) { conditions.insert(condition) }
    return conditions
  }
}
