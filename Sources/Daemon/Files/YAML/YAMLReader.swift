/// Builds the values of a YAML text.
struct YAMLReader {
  private let events: YAMLEvents
  /// The nodes that aliases refer to, each with the number of its levels.
  private var anchors: [String: (node: Node, levels: Int)] = [:]
  /// Number of open lists and mappings.
  private var depth = 0
  /// The deepest level of the present list or mapping so far, with the levels of aliases.
  private var deepest = 0

  /// Maximum depth, far more than a file of ours has. Each level uses part of the stack, also to count and to free the
  /// values, and Dispatch threads have 512 KiB.
  private static let mostLevels = 100

  private init(_ events: YAMLEvents) {
    self.events = events
  }

  /// Returns the value of the only document in `text`; `nil` if there are only comments.
  ///
  /// - Parameter linesBefore: The number of lines before the text in its file.
  static func root(of text: String, linesBefore: Int = 0) throws(YAMLMistake) -> Node? {
    let bytes = Array(text.withoutByteOrderMark.utf8)
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Node?, YAMLMistake> in
      // An empty buffer may have no address, which libyaml needs.
      if buffer.isEmpty { return .success(nil) }
      return Result { () throws(YAMLMistake) in
        var reader = YAMLReader(YAMLEvents(buffer, linesBefore: linesBefore))
        return try reader.root()
      }
    }
    return try result.get()
  }

  /// Reads the only document; `nil` if there is none. Throws if another document follows.
  private mutating func root() throws(YAMLMistake) -> Node? {
    // The start of the stream.
    _ = try events.next()
    guard case .documentStart = try events.next() else { return nil }
    let root = try node(try events.next())
    // The end of the document.
    _ = try events.next()
    if case .documentStart(let mark) = try events.next() {
      throw YAMLMistake(problem: "more than one document", mark: mark)
    }
    return root
  }

  /// Returns the value that begins with `event`, after reading its other events. An alias stands for the node of its
  /// anchor.
  private mutating func node(_ event: YAMLEvents.Event) throws(YAMLMistake) -> Node {
    switch event {
    case .alias(let name, let mark):
      guard let anchor = anchors[name] else {
        throw YAMLMistake(
          problem: "anchor '&\(name)' not found above; put a text that begins with '*' in quotes",
          mark: mark)
      }
      try reach(depth + anchor.levels, mark)
      return anchor.node
    case .scalar(let scalar, let anchor):
      let node = Node.scalar(scalar)
      if let anchor { anchors[anchor] = (node, levels: 0) }
      return node
    case .listStart(let anchor, let mark):
      let deepestBefore = try enterLevel(mark)
      return leaveLevel(.sequence(try list(mark)), anchor, deepestBefore)
    case .mappingStart(let anchor, let mark):
      let deepestBefore = try enterLevel(mark)
      return leaveLevel(.mapping(try mapping(mark)), anchor, deepestBefore)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .mappingEnd:
      preconditionFailure("libyaml has ended a value that it had not begun")
    }
  }

  /// Counts a list or mapping as open. Returns the deepest level of the list or mapping around it so far, for
  /// `leaveLevel`. Throws a mistake at `mark` if too many are open.
  private mutating func enterLevel(_ mark: Node.Mark) throws(YAMLMistake) -> Int {
    let deepestBefore = deepest
    depth += 1
    deepest = 0
    try reach(depth, mark)
    return deepestBefore
  }

  /// Ends the list or mapping that `enterLevel` began, and returns it. Keeps it for later aliases, if it has an anchor.
  /// A repeated anchor then stands for the last node.
  private mutating func leaveLevel(
    _ node: Node, _ anchor: String?, _ deepestBefore: Int
  ) -> Node {
    depth -= 1
    if let anchor { anchors[anchor] = (node, levels: deepest - depth) }
    deepest = max(deepest, deepestBefore)
    return node
  }

  /// Notes that the present value reaches down to `level`. Throws a mistake at `mark` if that is too deep.
  private mutating func reach(_ level: Int, _ mark: Node.Mark) throws(YAMLMistake) {
    guard level <= Self.mostLevels else {
      throw YAMLMistake(
        problem: "lists and mappings are nested more than \(Self.mostLevels) levels deep",
        mark: mark)
    }
    deepest = max(deepest, level)
  }

  /// Reads the items up to the end of a list that begins at `mark`.
  private mutating func list(_ mark: Node.Mark) throws(YAMLMistake) -> Node.List {
    var nodes: [Node] = []
    while true {
      let event = try events.next()
      if case .listEnd = event { return Node.List(nodes, mark) }
      nodes.append(try node(event))
    }
  }

  /// Reads the entries up to the end of a mapping that begins at `mark`. Throws if a key is repeated.
  private mutating func mapping(_ mark: Node.Mark) throws(YAMLMistake) -> Node.Mapping {
    var pairs: [(key: Node, value: Node)] = []
    while true {
      let event = try events.next()
      if case .mappingEnd = event { break }
      let key = try node(event)
      pairs.append((key, try node(try events.next())))
    }
    try checkThatKeysDiffer(pairs.compactMap(\.key.scalar))
    return Node.Mapping(pairs, mark)
  }

  /// Throws a mistake that names all repeated keys, at the second occurrence of the first of them in alphabetical
  /// order.
  private func checkThatKeysDiffer(_ keys: [Node.Scalar]) throws(YAMLMistake) {
    if Set(keys.map(\.string)).count == keys.count { return }
    let repeatedKeys = Dictionary(grouping: keys, by: \.string).filter { $0.value.count > 1 }
    let names = repeatedKeys.keys.sorted()
    guard let first = names.first, let mark = repeatedKeys[first]?[1].mark else { return }
    throw YAMLMistake(
      problem: "'\(names.listed)' is given more than once", mark: mark, isRepetition: true)
  }
}

extension String {
  /// The text without a byte order mark, with which some editors begin a file in UTF-8. libyaml would count the mark
  /// as a column, so that the second line would begin to the left of the first.
  var withoutByteOrderMark: String {
    let mark = "\u{FEFF}".utf8
    return utf8.starts(with: mark) ? String(Substring(utf8.dropFirst(mark.count))) : self
  }
}
