import Foundation

/// A request to launch the app for work that takes minutes.
open class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the task needs a network; false by default.
  open var requiresNetworkConnectivity = false
  /// Whether the task needs external power; false by default.
  open var requiresExternalPower = false

  /// - Parameter identifier: The identifier of the task, as the Info.plist lists it.
  public override init(identifier: String) {
    super.init(identifier: identifier)
  }

  /// Returns a copy without the earliest date, which `copy(with:)` adds.
  override func emptyCopy() -> BGTaskRequest {
    let copy = BGProcessingTaskRequest(identifier: identifier)
    copy.requiresNetworkConnectivity = requiresNetworkConnectivity
    copy.requiresExternalPower = requiresExternalPower
    return copy
  }

  package override var kind: String? { "processing" }

  package override var conditions: [String] {
    (requiresNetworkConnectivity ? ["network"] : []) + (requiresExternalPower ? ["power"] : [])
  }
}
