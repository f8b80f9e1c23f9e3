import Varlink

/// Performs the certification with a server.
struct CertificationClient {
  private let client: Client

  init(_ address: String) throws {
    client = try Client(connectingTo: address, timeout: .seconds(30))
  }

  /// Throws at the first step that fails.
  func run() throws {
    try checkDescription()
    let id = try client.call(name("Start"), as: Started.self).clientID
    let set = try simpleSteps(id)
    let myType = try call("Test09", id, set, as: MyTypeValue.self)
    try require(myType.mytype == Expected.myType, "Test09 returned \(myType)")
    let replies = try stream(id, myType)
    try client.oneway(name("Test11"), Identified(id, RepliesValue(replies: replies)))
    let end = try call("End", id, NoParameters(), as: AllOK.self)
    try require(end.allOK, "End returned \(end)")
  }

  /// Checks that the server's interface description is readable and declares the methods that the client calls.
  private func checkDescription() throws {
    let interfaces = try client.info().interfaces
    try require(interfaces.contains(CertificationInterface.name), "interfaces: \(interfaces)")
    let text = try client.describe(interface: CertificationInterface.name)
    let description = try InterfaceDescription(text)
    let expected = try InterfaceDescription(CertificationInterface.text)
    try require(
      description.members.map(\.kind) == expected.members.map(\.kind),
      "the interface differs: \(text)")
  }

  private func simpleSteps(_ id: String) throws -> SetValue {
    let bool = try call("Test01", id, NoParameters(), as: BoolValue.self)
    let int = try call("Test02", id, bool, as: IntValue.self)
    let float = try call("Test03", id, int, as: FloatValue.self)
    let string = try call("Test04", id, float, as: StringValue.self)
    let all = try call("Test05", id, string, as: Everything.self)
    let structure = try call("Test06", id, all, as: StructValue.self)
    let map = try call("Test07", id, structure, as: MapValue.self)
    return try call("Test08", id, map, as: SetValue.self)
  }

  private func stream(_ id: String, _ myType: MyTypeValue) throws -> [String] {
    var replies: [String] = []
    try client.more(name("Test10"), Identified(id, myType), as: StringValue.self) { reply in
      replies.append(reply.string)
      return .goOn
    }
    try require(replies == Expected.replies, "Test10 returned \(replies)")
    return replies
  }

  private func call<Value: Codable & Sendable, Output: Decodable>(
    _ method: String, _ id: String, _ value: Value, as _: Output.Type
  ) throws -> Output {
    let output = try client.call(name(method), Identified(id, value), as: Output.self)
    print("\(method) passed")
    return output
  }

  private func name(_ method: String) -> String { CertificationInterface.name + "." + method }

  private func require(_ condition: Bool, _ problem: String) throws {
    if !condition { throw Failure(problem: problem) }
  }

  struct Failure: Error, CustomStringConvertible {
    let problem: String
    var description: String { problem }
  }
}
