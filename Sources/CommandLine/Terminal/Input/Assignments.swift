extension [String] {
  /// Reads the words `KEY=VALUE` of `device set` into a dictionary. Throws if a word has another form, or a key is
  /// given twice.
  package func assignments() throws(InputError) -> [String: String] {
    var values: [String: String] = [:]
    for word in self {
      guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals != word.startIndex
      else {
        throw InputError("'\(word.visible)' is not allowed; use KEY=VALUE, such as power=battery")
      }
      let key = String(word[..<equals])
      guard values.updateValue(String(word[word.utf8.index(after: equals)...]), forKey: key) == nil
      else {
        throw InputError("'\(key.visible)' is given twice; give each key once")
      }
    }
    return values
  }
}
