import Bus

/// The devices of UPower that feed the machine, as they are added and removed. The type of every other device is
/// read once, and its signals are ignored: a mouse's battery must not cause wake-ups.
final class UPowerSupplies {
  private let service: BusService
  private let handler: () -> Void
  private var devices = [String: BusProperties]()
  private var suppliesByPath = [String: UPowerReading.Supply]()
  private var isListed = false
  private var presence: ListenerID?
  private var matches = [BusMatch]()
  /// Number of the last list: answers to earlier queries are ignored.
  private var listNumber = 0

  /// Follows the devices of UPower from now on.
  /// - Parameter handler: Called when the known devices may have changed.
  init(of service: BusService, handler: @escaping () -> Void) {
    self.service = service
    self.handler = handler
    matches = [
      service.match("DeviceAdded", path: UPowerSource.path, interface: UPowerSource.interface) {
        [weak self] signal in
        if let path = signal.arguments.first?.text { self?.add(path) }
      },
      service.match("DeviceRemoved", path: UPowerSource.path, interface: UPowerSource.interface) {
        [weak self] signal in
        if let path = signal.arguments.first?.text { self?.remove(path) }
      },
    ]
    presence = service.follow { [weak self] nameOwner in self?.handleNameOwner(nameOwner) }
  }

  /// The known supplies, in no order.
  var all: [UPowerReading.Supply] { Array(suppliesByPath.values) }

  /// Whether the types of all present devices are known.
  var isSettled: Bool { isListed && devices.values.allSatisfy(\.isSettled) }

  /// Stops following UPower and its devices. The handler is not called any more.
  func stop() {
    if let presence { service.unfollow(presence) }
    presence = nil
    for match in matches { service.bus.remove(match) }
    matches = []
    forgetDevices()
  }

  /// Handles a change of the connection that owns UPower's name. Discards the known devices, and lists those of a new
  /// UPower. An error counts as an empty list.
  private func handleNameOwner(_ nameOwner: String?) {
    // Also raises `listNumber`, so that the answer to an earlier list is ignored.
    forgetDevices()
    guard nameOwner != nil else { return }
    let number = listNumber
    service.call(
      "EnumerateDevices", path: UPowerSource.path, interface: UPowerSource.interface
    ) { [weak self] answer in
      guard let self, number == listNumber else { return }
      isListed = true
      for path in (try? answer.get().first?.elements.compactMap(\.text)) ?? [] { add(path) }
      handler()
    }
  }

  /// Stops following all devices, and ignores the answer to a pending list.
  private func forgetDevices() {
    for device in devices.values { device.stop() }
    devices = [:]
    suppliesByPath = [:]
    isListed = false
    listNumber += 1
  }

  /// Follows the device at a path, unless it is already followed or this was stopped.
  private func add(_ path: String) {
    guard devices[path] == nil, presence != nil else { return }
    devices[path] = BusProperties(
      of: path, interface: UPowerSource.deviceInterface, service: service
    ) { [weak self] properties in self?.apply(properties, of: path) }
  }

  /// Stops following a removed device, and calls the handler.
  private func remove(_ path: String) {
    devices.removeValue(forKey: path)?.stop()
    suppliesByPath[path] = nil
    handler()
  }

  /// Stores whether and how a device feeds the machine, and calls the handler. A device that does not feed it is no
  /// longer followed. `nil` means that the device is absent.
  private func apply(_ properties: [String: BusValue]?, of path: String) {
    suppliesByPath[path] = properties.flatMap { UPowerReading.Supply($0) }
    if properties != nil, suppliesByPath[path] == nil { devices[path]?.stop() }
    handler()
  }
}
