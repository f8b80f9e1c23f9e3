/// The forms of names in the interface description language.
enum Names {
  /// Whether `name` matches `[A-Za-z]([-]*[A-Za-z0-9])*(\.[A-Za-z0-9]([-]*[A-Za-z0-9])*)+`
  static func isInterface(_ name: String) -> Bool {
    // The scanner has read only letters, digits, dots and dashes.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 2 && name.first?.isLetter == true
      && parts.allSatisfy { !$0.isEmpty && $0.first != "-" && $0.last != "-" }
  }

  /// Whether `name` matches `[A-Z][A-Za-z0-9]*`: a type, a method or an error.
  static func isMember(_ name: String) -> Bool {
    // The scanner has read only letters, digits and underscores.
    name.first?.isUppercase == true && !name.contains("_")
  }

  /// Whether `name` matches `[A-Za-z](_?[A-Za-z0-9])*`: a field or a value of an enumeration.
  static func isField(_ name: String) -> Bool {
    name.first?.isLetter == true && name.last != "_" && !name.utf8.containsDoubleUnderscore
  }
}

extension Sequence<UInt8> {
  /// Whether two underscores follow each other.
  fileprivate var containsDoubleUnderscore: Bool {
    let underscore = UInt8(ascii: "_")
    return zip(self, dropFirst()).contains { byte, next in
      byte == underscore && next == underscore
    }
  }
}
