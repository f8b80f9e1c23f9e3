import Control

/// The answers to `limits`.
package enum SlotTable {
  /// Returns a table with the slots of each class of kinds, how many are taken, and the source of their number.
  package static func lines(_ slots: [SlotsInfo], on screen: Screen) -> [String] {
    let titles = ["CLASS", "RUNNING", "SLOTS", "PER USER", "AFTER RESET", "SOURCE"]
    var table = Table(titles.map { Table.Column($0) })
    for item in slots {
      table.add([
        Table.Cell(item.name, .accent), Table.Cell(String(item.running)),
        Table.Cell(String(item.slots), item.slots == item.usualSlots ? .plain : .warning),
        Table.Cell(item.perUser.map { String($0) } ?? "all"), Table.Cell(String(item.usualSlots)),
        Table.Cell(source(of: item)),
      ])
    }
    return table.lines(on: screen)
  }

  /// Returns the source of the number of slots: `set`, `policy`, `default`, or the size of the machine.
  private static func source(of item: SlotsInfo) -> String {
    guard item.source == "machine", let machine = item.machine else { return item.source.visible }
    return "machine: \(machine.visible)"
  }
}
