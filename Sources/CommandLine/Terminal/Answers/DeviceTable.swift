import Control

/// The answer to `device show`.
package enum DeviceTable {
  /// Returns a table with a row for each field, and the state of the detection below it.
  package static func lines(_ device: GetDevice.Reply, on screen: Screen) -> [String] {
    var table = Table(["FIELD", "VALUE", "SINCE", "SOURCE", "NOTES"].map { Table.Column($0) })
    for field in device.fields {
      // If the beginning of a value is unknown, the time at which its source reported it is the nearest known one.
      let since = field.since ?? field.read
      table.add([
        Table.Cell(field.key), Table.Cell(field.value, field.value == "unknown" ? .dim : .accent),
        Table.Cell(since.map(screen.clock.full) ?? "", .dim),
        Table.Cell(field.origin == "unknown" ? "" : field.origin, role(of: field.origin)),
        Table.Cell(noteText(field, screen.clock), .warning),
      ])
    }
    return table.lines(on: screen, .wrapped) + [""] + footer(device, on: screen)
  }

  /// Returns the role that colours the source of a value: a warning if a user has overridden the detected value.
  private static func role(of origin: String) -> Role {
    origin == "set by hand" ? .warning : .plain
  }

  /// Returns the notes on a field: when its pending value takes effect, and the detected value if another one is in
  /// effect; empty if there are none.
  private static func noteText(_ field: DeviceFieldInfo, _ clock: WallClock) -> String {
    var notes: [String] = []
    if let settles = field.settles {
      let value = field.becomes.map { " as \($0)" } ?? ""
      notes.append("takes effect\(value) at \(clock.time(settles)) if unchanged")
    }
    if let detected = field.machine, detected != field.value {
      notes.append("detected: \(detected == "unknown" ? "nothing" : detected)")
    }
    return notes.joined(separator: "; ")
  }

  /// Returns the lines below the table: whether values are detected, ignored or overridden, and until when.
  private static func footer(_ device: GetDevice.Reply, on screen: Screen) -> [String] {
    switch device.origin {
    case "simulated": return ["The device is simulated."]
    case "hand": return ["Detection is off: values are set with \(screen.command("device set"))."]
    default: break
    }
    let thawCommand = screen.command("device thaw")
    var lines: [String] = []
    if device.frozen {
      let end = device.thaws.map { ", or \(screen.clock.full($0))" } ?? ""
      lines.append("FROZEN until \(thawCommand)\(end): detected changes are ignored.")
    }
    if !device.setByHand.isEmpty {
      let keys = device.setByHand.joined(separator: ", ").visible
      lines.append("SET BY HAND until \(thawCommand): \(keys).")
    }
    guard !lines.isEmpty else { return ["Values are detected from the machine."] }
    return lines.map { screen.paint(screen.wrap($0), .warning) }
  }
}
