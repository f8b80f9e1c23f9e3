import Dispatch
import Foundation

/// The main queue, which dispatchMain() serves on threads of its own.
enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether this code runs on it.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread
  }
}
