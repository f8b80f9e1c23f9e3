import Control
import Vocabulary

/// The order of `list --tree`: each request below the first queued one that it follows.
package enum RequestTree {
  /// Returns the requests in the order of the tree, each with the prefix of its id that draws it.
  package static func ordered(_ requests: [RequestInfo]) -> [(prefix: String, request: RequestInfo)]
  {
    var childrenOfKey: [Key: [RequestInfo]] = [:]
    var roots: [RequestInfo] = []
    let keys = Set(requests.map(Key.init))
    for request in requests {
      // A request can follow several; it is drawn below the first that is queued.
      if let parent = request.predecessors.map({ Key($0, of: request) }).first(where: keys.contains)
      {
        childrenOfKey[parent, default: []].append(request)
      } else {
        roots.append(request)
      }
    }
    var ordered: [(prefix: String, request: RequestInfo)] = []
    // A stack, whose last request is drawn next. `indent` is the prefix of the lines below a request.
    var undrawn = roots.reversed().map { (prefix: "", indent: "", request: $0) }
    while let next = undrawn.popLast() {
      ordered.append((next.prefix, next.request))
      let children = childrenOfKey[Key(next.request)] ?? []
      for (number, child) in children.enumerated().reversed() {
        let isLast = number == children.count - 1
        undrawn.append(
          (next.indent + (isLast ? "└ " : "├ "), next.indent + (isLast ? "  " : "│ "), child))
      }
    }
    return ordered
  }

  /// The owner and the name of a request.
  private struct Key: Hashable {
    var owner: Int64
    var name: String

    init(_ request: RequestInfo) { (owner, name) = (request.owner, request.name) }

    init(_ id: String, of request: RequestInfo) { (owner, name) = (request.owner, id) }
  }
}

extension RequestInfo {
  /// The ids of all requests that it follows.
  fileprivate var predecessors: [String] { after + afterAny }
}
