/// An app of a scenario, or several equal ones.
package struct AppModel: Hashable, Sendable {
  package var name: String
  /// The number of apps; several get a number after the name.
  package var count = 1
  /// The times of opens. For several apps, they are shared: the second is opened half as often as the first, the third
  /// a third as often.
  package var opens: [Rhythm] = []
  /// The order of several apps by number of opens; empty means their own order.
  package var ranking: [Int] = []
  /// The drain in front in addition to the screen, percent an hour, and the heat in degrees.
  package var useDrain = 0.0
  package var useHeat = 0.0
  /// The tasks of each app; their `app` is ignored.
  package var tasks: [ModelTask] = []

  package init(name: String) {
    self.name = name
  }

  /// The names of the apps: `news`, or `news-1`, `news-2` and so on for several.
  package var names: [String] {
    count == 1 ? [name] : (1...count).map { "\(name)-\($0)" }
  }
}
