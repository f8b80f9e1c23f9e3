import Varlink

/// The interfaces of a server, and a handler for each method by its fully qualified name.
///
/// `org.varlink.service` is always included.
package struct Service: Sendable {
  /// The handling of a call whose parameters have been checked and decoded.
  typealias Invocation = @Sendable (ServerCall) -> Void

  private struct Method: Sendable {
    let check: ParameterCheck
    let requiresMore: Bool
    let prepare: @Sendable (IncomingCall) throws(InvalidParameter) -> Invocation
  }

  private let interfaces: [String: InterfaceDescription]
  private var methods: [String: Method] = [:]
  /// The frame that is written to a connection which is closed because of a limit; `nil` closes it without a reply. A
  /// client takes it for the reply to its first call, which was not read.
  package var limitReply: @Sendable (Peer, ServerEvent.LimitReached) -> [UInt8]? = { _, _ in nil }

  /// - Parameters:
  ///   - info: The output of GetInfo; its list of interfaces is filled in.
  ///   - descriptions: The texts of the interfaces, as GetInterfaceDescription returns them.
  package init(
    info: ServiceInterface.Info, descriptions: [String]
  ) throws(DescriptionError) {
    var interfaces: [String: InterfaceDescription] = [:]
    var info = info
    info.interfaces = []
    for text in [ServiceInterface.text] + descriptions {
      let interface = try InterfaceDescription(text)
      interfaces[interface.name] = interface
      info.interfaces.append(interface.name)
    }
    self.interfaces = interfaces
    addServiceInterface(info)
  }

  /// Sets the handler of a method that one of the interfaces declares.
  ///
  /// The handler is called on the event loop, after the parameters were found to match the description and were
  /// decoded. Other calls are answered without it. It may answer immediately or later, from any thread.
  ///
  /// - Parameters:
  ///   - method: The fully qualified name.
  ///   - requiresMore: Whether the method makes sense only with `more`; otherwise it is answered with ExpectedMore.
  package mutating func handle<Input: Decodable & Sendable>(
    _ method: String, _: Input.Type, requiresMore: Bool = false,
    _ handler: @escaping @Sendable (ServerCall, Input) -> Void
  ) {
    add(method, requiresMore: requiresMore) { call throws(InvalidParameter) in
      let input = try call.decodeParameters(as: Input.self)
      return { call in handler(call, input) }
    }
  }

  /// Sets the handler of a method that one of the interfaces declares, for a type of input that is decoded without
  /// `Decoder`. The handler is called on the event loop with checked and decoded parameters.
  package mutating func handle<Input: DirectlyDecodable & Sendable>(
    _ method: String, _: Input.Type, requiresMore: Bool = false,
    _ handler: @escaping @Sendable (ServerCall, Input) -> Void
  ) {
    add(method, requiresMore: requiresMore) { call throws(InvalidParameter) in
      let input = try call.decodeParameters(as: Input.self)
      return { call in handler(call, input) }
    }
  }

  /// Sets the function that prepares calls of a method.
  private mutating func add(
    _ method: String, requiresMore: Bool,
    _ prepare: @escaping @Sendable (IncomingCall) throws(InvalidParameter) -> Invocation
  ) {
    let (interfaceName, name) = Self.split(method)
    guard let interface = interfaces[interfaceName], let input = interface.input(ofMethod: name)
    else { preconditionFailure("no interface of this service declares the method \(method)") }
    precondition(methods[method] == nil, "the method \(method) already has a handler")
    methods[method] = Method(
      check: ParameterCheck(input, in: interface), requiresMore: requiresMore, prepare: prepare)
  }

  /// Sets the handler of a method without parameters.
  package mutating func handle(
    _ method: String, requiresMore: Bool = false,
    _ handler: @escaping @Sendable (ServerCall) -> Void
  ) {
    handle(method, NoParameters.self, requiresMore: requiresMore) { call, _ in handler(call) }
  }

  /// Finds the handler of a call, and checks and decodes the parameters. Returns the function that calls the handler;
  /// throws the error to answer with.
  func prepare(_ call: IncomingCall) throws(StandardError) -> Invocation {
    guard let method = methods[call.method] else { throw missingMethodError(call.method) }
    // No method here changes the protocol. A success would confirm a change.
    if call.mode == .upgrade { throw .methodNotImplemented(method: call.method) }
    if method.requiresMore, call.mode != .more { throw .expectedMore }
    do {
      try call.check(method.check)
      return try method.prepare(call)
    } catch {
      throw StandardError(error)
    }
  }

  /// Returns the error for a method without a handler: its interface or its name is unknown, or the method is declared
  /// and not implemented.
  private func missingMethodError(_ method: String) -> StandardError {
    let (interfaceName, name) = Self.split(method)
    guard let interface = interfaces[interfaceName] else {
      return .interfaceNotFound(interface: interfaceName)
    }
    return interface.input(ofMethod: name) == nil
      ? .methodNotFound(method: method) : .methodNotImplemented(method: method)
  }

  /// Splits a method's name at the last dot; the interface's name is before it.
  private static func split(_ method: String) -> (interface: String, name: String) {
    guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return ("", method) }
    return (String(method[..<dot]), String(method[method.utf8.index(after: dot)...]))
  }
}

extension Service {
  /// Adds the handlers of `org.varlink.service`, which return `info` and the texts of the interfaces.
  private mutating func addServiceInterface(_ info: ServiceInterface.Info) {
    handle(ServiceInterface.name + ".GetInfo") { call in call.reply(info) }
    let texts = interfaces.mapValues(\.text)
    handle(
      ServiceInterface.name + ".GetInterfaceDescription", ServiceInterface.DescriptionRequest.self
    ) { call, request in
      if let text = texts[request.interface] {
        call.reply(ServiceInterface.Description(description: text))
      } else {
        call.fail(StandardError.interfaceNotFound(interface: request.interface))
      }
    }
  }
}
