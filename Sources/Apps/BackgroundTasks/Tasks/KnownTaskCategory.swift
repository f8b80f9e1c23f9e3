import Control

/// The classes of tasks that are more than their kind, by the daemon's names.
enum KnownTaskCategory: String {
  case continued, healthResearch, push, fetch, alarm, transfer, transferEvents, observer
  case notification, response
}

extension TaskClassInfo {
  /// Nil for one of a later daemon.
  var known: KnownTaskCategory? { KnownTaskCategory(rawValue: category) }
}
