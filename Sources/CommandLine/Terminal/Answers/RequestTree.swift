import Control
import Vocabulary

/// The order of `list --tree`: each request below the first queued one that it follows.
package enum RequestTree {
  /// Returns the requests in the order of the tree: each is followed by the requests below it. The prefix is the text
  /// before the id that draws the branch, such as `│ └ `; it is empty for a request that follows no queued one.
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
    // A stack, whose last request is drawn next: the first child of a request is pushed last. `indent` is the text with
    // which the prefixes of the requests below it begin.
    var undrawn = roots.reversed().map { (prefix: "", indent: "", request: $0) }
    while let next = undrawn.popLast() {
      ordered.append((next.prefix, next.request))
      let children = childrenOfKey[Key(next.request)] ?? []
      for (index, child) in children.enumerated().reversed() {
        let isLast = index == children.count - 1
        let (branch, trunk) = isLast ? ("└ ", "  ") : ("├ ", "│ ")
        undrawn.append((next.indent + branch, next.indent + trunk, child))
      }
    }
    return ordered
  }

  /// The owner and the name of a request.
  private struct Key: Hashable {
    var owner: Int64
    var name: String

    /// Creates the key of a request itself.
    init(_ request: RequestInfo) { (owner, name) = (request.owner, request.name) }

    /// Creates the key of the request with this id that `request` follows; both have the same owner.
    init(_ id: String, of request: RequestInfo) { (owner, name) = (request.owner, id) }
  }
}

extension RequestInfo {
  /// The ids of all requests that it follows.
  fileprivate var predecessors: [String] { after + afterAny }
}
