import Testing
import Varlink

struct IntrospectionTests {
  private let server: TestServer

  init() throws { server = try TestServer.listening() }

  @Test func tellsWhatItIs() throws {
    let info = try server.client().info()
    #expect(
      info
        == .init(
          vendor: "Example", product: "Test", version: "1", url: "https://example.org",
          interfaces: ["org.varlink.service", "org.example.test"]))
  }

  @Test func returnsTheDescriptionsToTheLetter() throws {
    let client = try server.client()
    #expect(try client.describe(interface: "org.example.test") == TestServer.interface)
    #expect(try client.describe(interface: "org.varlink.service") == ServiceInterface.text)
  }

  @Test func refusesUnknownInterfaces() throws {
    #expect(
      try server.standardError { try $0.describe(interface: "a.b") }
        == .interfaceNotFound(interface: "a.b"))
  }

  @Test(arguments: [
    ("a.b.C", StandardError.interfaceNotFound(interface: "a.b")),
    ("C", .interfaceNotFound(interface: "")),
    ("", .interfaceNotFound(interface: "")),
    ("org.example.test.Nothing", .methodNotFound(method: "org.example.test.Nothing")),
    ("org.example.test.Failed", .methodNotFound(method: "org.example.test.Failed")),
    ("org.example.test.", .methodNotFound(method: "org.example.test.")),
    ("org.example.test.Undone", .methodNotImplemented(method: "org.example.test.Undone")),
    ("org.example.test.Count", .expectedMore),
  ])
  func answersWhatItCannotDoWithAStandardError(_ method: String, _ error: StandardError) throws {
    #expect(try server.standardError { try $0.call(method) } == error)
  }

  @Test(arguments: [
    (#"{"kind":"medium"}"#, "kind"), (#"{}"#, "kind"), (#"{"kind":"small","x":1}"#, "x"),
    (#"{"kind":"small","count":"1"}"#, "count"), (#"{"kind":"small","small":300}"#, "small"),
  ])
  func namesTheInvalidParameter(_ parameters: String, _ name: String) throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Check","parameters":\#(parameters)}"#)
    let reply = try IncomingReply(Array(try raw.receive().utf8))
    #expect(reply.error == "org.varlink.service.InvalidParameter")
    let parameters = try reply.parameters.decode(as: StandardError.Parameters.self)
    #expect(parameters.parameter == name)
    #expect(
      parameters.message?.hasPrefix(name + " is") == true
        || parameters.message?.contains("must") == true)
  }

  @Test func theConnectionGoesOnAfterAnError() throws {
    let client = try server.client()
    #expect(throws: ClientError.self) { try client.call("a.b.C") }
    #expect(
      try client.call("org.example.test.Echo", Text(text: "x"), as: Text.self) == Text(text: "x"))
  }
}

extension TestServer {
  /// The standard error that `body` is answered with.
  func standardError(_ body: (Client) throws -> some Any) throws -> StandardError? {
    do {
      _ = try body(try client())
      return nil
    } catch ClientError.remote(let error) {
      return StandardError(error)
    }
  }
}
