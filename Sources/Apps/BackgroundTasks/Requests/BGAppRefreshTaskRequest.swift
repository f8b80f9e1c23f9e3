import Foundation

/// A request to launch the app for a short refresh.
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// - Parameter identifier: The identifier of the task, as the Info.plist lists it.
  public override init(identifier: String) {
    super.init(identifier: identifier)
  }

  override func emptyCopy() -> BGTaskRequest { BGAppRefreshTaskRequest(identifier: identifier) }

  package override var kind: String? { "refresh" }
}
