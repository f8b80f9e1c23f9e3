import Control

/// The answer to `device show`.
package enum DeviceTable {
  package static func lines(_ device: GetDevice.Reply, on screen: Screen) -> [String] {
    var table = Table([Table.Column("FIELD"), Table.Column("VALUE"), Table.Column("SINCE")])
    for field in device.fields {
      table.add([
        Table.Cell(field.key), Table.Cell(field.value, field.value == "unknown" ? .dim : .accent),
        Table.Cell(since(field, screen.clock), .dim),
      ])
    }
    return table.lines(on: screen) + ["", "Device state is \(device.origin.visible)."]
  }

  private static func since(_ field: DeviceField, _ clock: WallClock) -> String {
    let since = field.since.map(clock.full) ?? ""
    guard let settles = field.settles else { return since }
    return "\(since); counts from \(clock.time(settles)) if it holds"
  }
}
