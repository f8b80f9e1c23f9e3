extension Context {
  /// Returns warnings about required paths for which the request will not wait, since this daemon does not check
  /// paths.
  func unknownPathWarnings(of request: Request) -> [Warning] {
    // The path of a notification is required by the daemon itself.
    guard !device.readings.isRead, request.terms.task == nil else { return [] }
    return request.terms.needs.paths.filter { device.raw.isThere($0) == nil }.map { path in
      Warning(
        code: .notLookedAt,
        text: "\(path) is assumed present: this daemon reads no device and checks no paths;"
          + " to change that, use `rubatoctl device set \(DeviceKey.pathPrefix)\(path)=no`")
    }
  }
}
