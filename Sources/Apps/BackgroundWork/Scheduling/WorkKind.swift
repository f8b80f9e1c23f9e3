import BackgroundTasks

/// The kind of a task and its requirements.
public enum WorkKind: Hashable, Sendable {
  /// Half a minute, many times a day.
  case refresh
  /// Minutes, mostly at night.
  case processing(requiresNetwork: Bool = false, requiresPower: Bool = false)

  /// Returns a request of this kind whose earliest date is `delay` from now; a delay of zero sets none.
  func request(_ identifier: String, after delay: Duration) -> BGTaskRequest {
    let request: BGTaskRequest
    switch self {
    case .refresh: request = BGAppRefreshTaskRequest(identifier: identifier)
    case .processing(let requiresNetwork, let requiresPower):
      let processing = BGProcessingTaskRequest(identifier: identifier)
      processing.requiresNetworkConnectivity = requiresNetwork
      processing.requiresExternalPower = requiresPower
      request = processing
    }
    if delay > .zero { request.earliestBeginDate = Date(timeIntervalSinceNow: delay / .seconds(1)) }
    return request
  }
}
