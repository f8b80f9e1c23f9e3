import Scheduling

extension TaskFields {
  /// Reads the width of `group: {name: encode, width: 3}`, and leaves the name as the value of the key. Returns `nil`
  /// if the value is only a name, or if it is not allowed, which is recorded.
  mutating func extractGroupWidth() -> Int? {
    guard let value = values["group"] else { return nil }
    switch value.node {
    case .mapping: break
    case .sequence:
      recordError(
        "group",
        "'group' is a name, or a name with a width, such as {name: encode, width: 3}; not a list")
      replace("group", by: nil)
      return nil
    default: return nil
    }
    var group = TaskFields(
      value.node, describing: "'group'", file: value.place.file, allowed: ["name", "width"])
    let name = group.text("name")
    let width = group.number("width", in: Concurrency.allowedWidth)
    // One mistake, such as a misspelled key, is enough.
    if group.errors.isEmpty, name == nil {
      group.errors.append(
        value.place.error("the group has no 'name'; add it, such as {name: encode, width: 3}"))
    } else if group.errors.isEmpty, width == nil {
      group.errors.append(
        value.place.error(
          "the group has no 'width'; add it, such as {name: encode, width: 3}, or write only the"
            + " name: 'group: encode'"))
    }
    errors += group.errors
    replace("group", by: group.values["name"]?.node)
    return width
  }
}
