// Groups, the order of requests, and tags.
extension Option {
  static let groups = [
    Option(
      field: "group", type: .text, flag: "group", key: "group",
      comment:
        "Group of requests of which one runs at a time, or as many as its width; null for none",
      help:
        "Run one at a time with the others of this group, or as many as `rubatoctl group set` allows.",
      valueName: "name",
      term: "group",
      isOptional: true,
      shown: Shown(
        comment:
          "Group of requests of which one runs at a time, or as many as its width; null for none"),
      card: Line(label: "group"),
      guide: Row(
        value: "NAME",
        text:
          "run one at a time with others of the group, or as many as its width ([groups](#groups))"),
      taskGuide: Row(
        text: "a name; `{name: encode, width: 3}` also [sets the width](#widths-of-groups)",
        unlessGiven: "none")),
    Option(
      field: "priority", type: .count(-100...100), flag: "priority", key: "priority",
      comment:
        "Precedence among the owner's requests of the same kind or group, from -100 to 100, greater first; 0 if null",
      help: "Run before your requests of the same kind or group with a smaller number"
        + " (-100 to 100, default: 0).",
      valueName: "number", term: "run.priority", isOptional: true,
      shown: Shown(
        comment:
          "Precedence among the owner's requests of the same kind or group, greater first; null for 0"
      ),
      card: Line(label: "priority"),
      guide: Row(
        value: "NUMBER",
        text:
          "run before your requests of the same kind or group with a smaller number, -100 to 100",
        unlessGiven: "0"),
      taskGuide: Row(text: "-100 to 100", unlessGiven: "0")),
    Option(
      field: "tags", type: .tags, flag: "tag", key: "tags",
      comment: """
        Tags that select requests together, at most 16: 1 to 64 letters, digits and . _ -, beginning with a letter or
        digit. Tags do not affect decisions
        """,
      help:
        "Tag by which other verbs select requests, such as `cancel --tag NAME`; can be repeated.",
      valueName: "name", term: "run.tags",
      shown: Shown(comment: "Tags that select requests together, each once"),
      card: Line(label: "tags"), summary: "tagged {}",
      guide: Row(
        value: "NAME[,NAME]",
        text: "tags by which `list`, `cancel` and other verbs select requests; repeatable"
          + " ([tags](#tags))",
        unlessGiven: "none"),
      taskGuide: Row(text: "a list", unlessGiven: "none")),
  ]
}
