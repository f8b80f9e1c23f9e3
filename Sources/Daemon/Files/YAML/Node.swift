/// A value in a YAML document, with its place. Scalars are texts as they were written: none is converted to a
/// number or a date.
package enum Node {
  case scalar(Scalar)
  case sequence(List)
  case mapping(Mapping)

  /// A position in a text, from 1; columns count Unicode characters.
  package struct Mark: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  package struct Scalar {
    package let string: String
    /// Whether the scalar is neither quoted nor a block.
    package let isPlain: Bool
    package let mark: Mark
  }

  package struct List: RandomAccessCollection {
    private let nodes: [Node]
    package let mark: Mark

    init(_ nodes: [Node], _ mark: Mark) { (self.nodes, self.mark) = (nodes, mark) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { nodes.count }
    package subscript(position: Int) -> Node { nodes[position] }
  }

  /// The entries of a mapping, in their order.
  package struct Mapping: RandomAccessCollection {
    private let pairs: [(key: Node, value: Node)]
    package let mark: Mark

    init(_ pairs: [(key: Node, value: Node)], _ mark: Mark) {
      (self.pairs, self.mark) = (pairs, mark)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { pairs.count }
    package subscript(position: Int) -> (key: Node, value: Node) { pairs[position] }
    package var keys: [Node] { pairs.map(\.key) }
  }

  /// The position of the first character of the value.
  package var mark: Mark {
    switch self {
    case .scalar(let scalar): scalar.mark
    case .sequence(let list): list.mark
    case .mapping(let mapping): mapping.mark
    }
  }

  /// The scalar; `nil` if the node is a list or a mapping.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = self { scalar } else { nil }
  }

  /// The mapping; `nil` if the node is another type.
  package var mapping: Mapping? {
    if case .mapping(let mapping) = self { mapping } else { nil }
  }
}
