import Scheduling

extension DeviceEvent: TableRow {
  static let table = StoredTable(
    name: "device_events", columns: ["at_ns", "field", "value"], keys: [])

  /// Binds the time of the event, and the name and the text of the field's value.
  func bind(to binder: inout Binder) {
    binder.bind(at)
    binder.bind(value.key.text)
    binder.bind(value.text)
  }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    self.init(at: try row.moment(), value: try row.deviceValue())
  }

  var rowMisfit: Misfit? { Misfit(of: at, field: "at_ns") }
}

/// One field of the present device state.
struct DeviceField: TableRow {
  var value: DeviceValue

  init(_ value: DeviceValue) {
    self.value = value
  }

  static let table = StoredTable(name: "device", columns: ["field", "value"], keys: ["(field)"])

  /// Binds the name and the text of the field's value.
  func bind(to binder: inout Binder) {
    binder.bind(value.key.text)
    binder.bind(value.text)
  }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    value = try row.deviceValue()
  }
}

extension RowReader {
  /// Reads a device field from two columns, its name and its value. An invalid value is read as unknown: sources soon
  /// report the present one, and a reading of 101 percent is no reason for a daemon not to start.
  fileprivate mutating func deviceValue() throws(StoreError) -> DeviceValue {
    try deviceValue(of: try text())
  }

  /// Reads the value of the field `key` from the next column, as `deviceValue` does.
  mutating func deviceValue(of key: String) throws(StoreError) -> DeviceValue {
    let text = try optionalText()
    if let text, let value = try? DeviceValue(key: key, text: text) { return value }
    guard let value = try? DeviceValue(key: key, text: "unknown") else { throw unreadable(key) }
    return value
  }
}
