import Control

/// The answers to `limits`.
package enum SlotTable {
  /// Returns a table with the slots of each class of kinds, and how many are taken.
  package static func lines(_ slots: [SlotsInfo], on screen: Screen) -> [String] {
    var table = Table(["CLASS", "RUNNING", "SLOTS", "ONE USER", "POLICY"].map { Table.Column($0) })
    for item in slots {
      table.add([
        Table.Cell(item.name, .accent), Table.Cell(String(item.running)),
        Table.Cell(String(item.slots), item.slots == item.usualSlots ? .plain : .warning),
        Table.Cell(item.perUser.map { String($0) } ?? "all"), Table.Cell(String(item.usualSlots)),
      ])
    }
    return table.lines(on: screen)
  }
}
