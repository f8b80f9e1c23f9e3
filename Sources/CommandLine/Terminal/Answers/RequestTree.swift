import Control

/// The order of `list --tree`: each request below the first queued one that it follows.
package enum RequestTree {
  /// Returns the requests in the order of the tree, each with the prefix of its id that draws it.
  package static func ordered(_ requests: [RequestInfo]) -> [(prefix: String, request: RequestInfo)]
  {
    var children: [Key: [RequestInfo]] = [:]
    var roots: [RequestInfo] = []
    let keys = Set(requests.map(Key.init))
    for request in requests {
      if let parent = request.predecessors.map({ Key($0, of: request) }).first(where: keys.contains)
      {
        children[parent, default: []].append(request)
      } else {
        roots.append(request)
      }
    }
    var ordered: [(prefix: String, request: RequestInfo)] = []
    // The last one is drawn next.
    var open = roots.reversed().map { (prefix: "", indent: "", request: $0) }
    while let next = open.popLast() {
      ordered.append((next.prefix, next.request))
      let below = children[Key(next.request)] ?? []
      for (number, child) in below.enumerated().reversed() {
        let isLast = number == below.count - 1
        open.append(
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
