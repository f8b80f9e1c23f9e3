import Control

/// The classes of tasks beyond their kinds, by the daemon's names.
enum KnownTaskCategory: String {
  case continued, healthResearch, push, fetch, alarm, transfer, transferEvents, observer
  case notification, response
}

extension TaskClassInfo {
  /// The class; `nil` for a class of a later daemon.
  var known: KnownTaskCategory? { KnownTaskCategory(rawValue: category) }
}
