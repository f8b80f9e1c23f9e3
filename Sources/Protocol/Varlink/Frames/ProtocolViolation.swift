/// The reason why a message is malformed. Such a message gets no reply: the connection is closed.
package enum ProtocolViolation: Error, Sendable, Equatable {
  case invalidJSON(offset: Int, problem: String)
  case notAnObject
  case duplicateMember(String)
  case unknownMember(String)
  case missingMethod
  case wrongType(member: String, expected: String)
  case severalFlags
  case errorContinues
  case unexpectedContinuation
  case frameTooLong(limitBytes: Int)
}

extension ProtocolViolation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidJSON(let offset, let problem): "invalid JSON at byte \(offset): \(problem)"
    case .notAnObject: "the message is not a JSON object"
    case .duplicateMember(let name): "the member \"\(name)\" occurs twice"
    case .unknownMember(let name): "unknown member \"\(name)\""
    case .missingMethod: "the call names no method"
    case .wrongType(let member, let expected): "\"\(member)\" must be \(expected)"
    case .severalFlags: "only one of oneway, more and upgrade can be true"
    case .errorContinues: "an error reply cannot continue"
    case .unexpectedContinuation: "a reply continues although \"more\" was not requested"
    case .frameTooLong(let limit): "the message is longer than \(limit) bytes"
    }
  }
}

extension ProtocolViolation {
  /// The description without the place and the name, which the sender can vary in each message.
  package var kind: String {
    switch self {
    case .invalidJSON(_, let problem): "invalid JSON: \(problem)"
    case .unknownMember: "unknown member"
    default: description
    }
  }
}
