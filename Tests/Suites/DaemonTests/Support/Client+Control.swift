import Control
import Varlink

extension Client {
  /// Makes a typed call.
  @discardableResult
  func tell<Method: ControlMethod>(_ method: Method) throws -> Method.Reply {
    try call(Method.fullName, method)
  }
}

extension CommandInfo {
  /// A command in the root directory, with a path only in its environment.
  static func test(_ arguments: [String]) -> CommandInfo {
    CommandInfo(
      arguments: arguments, directory: "/", environment: ["PATH": "/usr/bin:/bin"], umask: 18)
  }
}
