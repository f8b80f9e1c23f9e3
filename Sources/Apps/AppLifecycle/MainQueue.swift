import Dispatch
import Foundation

/// The main queue. Since `dispatchMain()` serves it on other threads than the main one, the thread alone does not show
/// whether code runs on it.
enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether this code runs on the main queue.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread
  }
}
