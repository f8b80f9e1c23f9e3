/// A situation of an awake device, as habits distinguish it: power, idleness, and the cost of its network.
package struct Situation: Hashable, Sendable {
  package enum Access: Int, CaseIterable, Sendable {
    case none, metered, unmetered
  }

  package var isPowered: Bool
  package var isIdle: Bool
  package var access: Access

  package init(isPowered: Bool, isIdle: Bool, access: Access = .unmetered) {
    self.isPowered = isPowered
    self.isIdle = isIdle
    self.access = access
  }

  /// Creates the situation of `state`; unknown fields count as they do in a decision.
  package init(_ state: borrowing DeviceState, busyLoad: Int) {
    // Borrowed, since an initializer otherwise receives a copy.
    isPowered = !state.isOnBattery
    isIdle = !state.userIsActive(busyLoad: busyLoad)
    if state.network == Network.none {
      access = .none
    } else {
      access = state.isMetered == true ? .metered : .unmetered
    }
  }

  /// Every situation, by index.
  package static let all: [Situation] = [false, true].flatMap { isPowered in
    [false, true].flatMap { isIdle in
      Access.allCases.map { Situation(isPowered: isPowered, isIdle: isIdle, access: $0) }
    }
  }
  /// The number of situations: two of power, times two of idleness, times three of access.
  package static let count = 12

  /// The index in `all`, 0 to 11; better situations have the greater index.
  package var index: Int {
    // Before the first powered situation are six others, and before the first idle one of each half are three.
    (isPowered ? 6 : 0) + (isIdle ? 3 : 0) + access.rawValue
  }

  /// Returns `template` in this situation. The network is Wi-Fi, or cellular if it is metered.
  package func state(like template: DeviceState = DeviceState()) -> DeviceState {
    var state = template
    state.power = isPowered ? .ac : .battery
    state.isIdle = isIdle
    state.screenIsOn = !isIdle
    switch access {
    case .none: state.network = Network.none
    case .metered: state.network = .cellular
    case .unmetered: state.network = template.network == .ethernet ? .ethernet : .wifi
    }
    state.isMetered = access == .metered
    return state
  }
}
