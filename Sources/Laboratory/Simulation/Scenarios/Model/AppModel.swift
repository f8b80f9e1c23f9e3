/// One app of a scenario, or many that are alike.
package struct AppModel: Hashable, Sendable {
  package var name: String
  /// More than one are named with a number behind.
  package var count = 1
  /// When each is opened; of many, how often one of them is. The first is opened most, the second half
  /// as often, the third a third.
  package var opens: [Rhythm] = []
  /// Of many, which one is opened most, and so on, by number; empty is in their order.
  package var ranking: [Int] = []
  /// What it drains beside the screen while it is in front, percent an hour, and how many degrees it
  /// warms the device.
  package var useDrain = 0.0
  package var useHeat = 0.0
  /// What each of them has to do; their `app` is not looked at.
  package var tasks: [ModelTask] = []

  package init(name: String) {
    self.name = name
  }

  package var names: [String] {
    count == 1 ? [name] : (1...count).map { "\(name)-\($0)" }
  }
}
