/// The ids of translated entries: unique in an import, and the same for every import of the same files.
struct TaskNames {
  private static let longest = 100

  private let prefix: String
  /// The ids that are taken.
  private(set) var used: Set<String>

  init(prefix: String, used: Set<String> = []) {
    (self.prefix, self.used) = (prefix, used)
  }

  /// Returns the first free id of `name`, `name-2`, `name-3` ..., and marks it as used.
  mutating func uniqueID(_ name: String) -> String {
    let base = prefix + Self.withAllowedCharacters(name)
    var id = base
    var number = 1
    while !used.insert(id).inserted {
      number += 1
      id = "\(base)-\(number)"
    }
    return id
  }

  /// Returns `name` with only the characters of an id: any other becomes `-`. A name without any of them becomes `job`.
  private static func withAllowedCharacters(_ name: String) -> String {
    let characters = name.unicodeScalars.map { scalar in
      let isAllowed =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || "._@:-".unicodeScalars.contains(scalar)
      return isAllowed ? Character(scalar) : "-"
    }
    let trimmed = characters.drop { $0 == "-" || $0 == "." }
    return trimmed.isEmpty ? "job" : String(trimmed.prefix(longest))
  }
}
