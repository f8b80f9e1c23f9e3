// The stored form of set numbers: one line for each, with tabs between the fields. Lines of another format are skipped.
extension Concurrency {
  private static let width = "width"
  private static let slots = "slots"

  /// The stored form: `width`, uid, group, width; or `slots`, class, slots, slots of one user. A number that is not set
  /// is empty.
  var bytes: [UInt8] {
    let ofGroups = groups.map { group in
      [Self.width, String(group.owner), group.name, String(widthOfGroup[group] ?? 1)]
    }
    let ofClasses = KindRules.ConcurrencyClass.allCases.compactMap { kinds in
      slotsOfClass[kinds].map { numbers in
        [
          Self.slots, kinds.name, numbers.all.map { String($0) } ?? "",
          numbers.perUser.map { String($0) } ?? "",
        ]
      }
    }
    let lines = (ofGroups + ofClasses).map { $0.joined(separator: "\t") }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Reads the stored form.
  init(bytes: [UInt8]) {
    // A line that cannot be read changes nothing, so that the others remain.
    for line in Self.lines(in: bytes) { _ = apply(line: line) }
  }

  /// Whether every line in `bytes` can be read.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    var concurrency = Concurrency()
    return lines(in: bytes).allSatisfy { concurrency.apply(line: $0) }
  }

  /// Returns the lines of the stored form, without empty ones.
  private static func lines(in bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Sets the width of a group, or the slots of a class, to the numbers in one line of the stored form. Returns false,
  /// and sets nothing, for a malformed line and for a number that is not allowed. A line that begins with another word
  /// is of a later version; it is skipped, and counts as readable.
  private mutating func apply(line: Substring) -> Bool {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard [Self.width, Self.slots].contains(fields[0]) else { return true }
    guard fields.count == 4 else { return false }
    if fields[0] == Self.width {
      let name = fields[2]
      guard let owner = UInt32(fields[1]), !name.isEmpty, let width = Int(fields[3]) else {
        return false
      }
      return (try? setWidth(width, of: GroupKey(owner: owner, name: name))) != nil
    }
    let (all, perUser) = (Int(fields[2]), Int(fields[3]))
    // An empty field is a number that is not set; other text that is no number is an error.
    let areNumbersOrEmpty =
      (all == nil) == fields[2].isEmpty && (perUser == nil) == fields[3].isEmpty
    guard let kinds = KindRules.ConcurrencyClass(name: fields[1]), areNumbersOrEmpty else {
      return false
    }
    return
      (try? setSlots(SlotNumbers(all: all, perUser: perUser), of: kinds, isReset: false)) != nil
  }
}
