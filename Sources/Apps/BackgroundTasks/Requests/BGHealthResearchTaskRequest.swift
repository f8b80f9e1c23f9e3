import Foundation

/// A request to launch the app for a study that its user takes part in. The Info.plist must have the entitlement
/// `com.apple.developer.backgroundtasks.healthresearch`.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  /// The protection of the files that the task reads; by default until the first authentication. It is kept for the
  /// app, but never delays the task: on Linux, files are not locked with the screen.
  open var protectionTypeOfRequiredData = FileProtectionType.completeUntilFirstUserAuthentication

  /// - Parameter identifier: The identifier of the task, as the Info.plist lists it.
  public override init(identifier: String) {
    super.init(identifier: identifier)
  }

  /// Returns a copy without the earliest date, which `copy(with:)` adds.
  override func emptyCopy() -> BGTaskRequest {
    let copy = BGHealthResearchTaskRequest(identifier: identifier)
    copy.requiresNetworkConnectivity = requiresNetworkConnectivity
    copy.requiresExternalPower = requiresExternalPower
    copy.protectionTypeOfRequiredData = protectionTypeOfRequiredData
    return copy
  }
}
