extension Context {
  /// What a request that requires paths will not wait for, as nobody looks at them.
  func unknownPathWarnings(of request: Request) -> [Warning] {
    // The path of a notification is the daemon's own wish.
    guard !device.readings.isRead, request.terms.task == nil else { return [] }
    return request.terms.needs.paths.filter { device.raw.isThere($0) == nil }.map { path in
      Warning(
        code: .notLookedAt,
        text: "\(path) counts as there: this daemon does not read the device, and looks at no path;"
          + " `rubatoctl device set \(DeviceKey.pathPrefix)\(path)=no` tells it otherwise")
    }
  }
}
