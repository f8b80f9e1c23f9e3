import Foundation
import Glibc
import UnixSockets

/// JSON of any form.
indirect enum AnyJSON: Codable, Sendable {
  case null
  case bool(Bool)
  case whole(Int64)
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let whole = try? value.decode(Int64.self) {
      self = .whole(whole)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let array = try? value.decode([AnyJSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .whole(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  subscript(_ key: String) -> AnyJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Returns the value with each of its strings and numbers replaced.
  func changing(_ change: (AnyJSON) -> AnyJSON) -> AnyJSON {
    switch self {
    case .null, .bool: self
    case .whole, .number, .string: change(self)
    case .array(let values): .array(values.map { $0.changing(change) })
    case .object(let members): .object(members.mapValues { $0.changing(change) })
    }
  }
}

/// A server that answers calls as a test decides.
final class FalseServer: Sendable {
  let socket: String
  private let listener: CInt

  /// - Parameter answer: Called with a call and with `reply`, which sends a reply, or closes the connection if it is
  ///   `null`. Without a call of `reply`, the server never answers.
  init(
    _ directory: TemporaryDirectory, name: String = "false",
    _ answer: @escaping @Sendable (_ call: AnyJSON, _ reply: (AnyJSON) -> Void) -> Void
  ) throws {
    let path = "\(directory.path)/\(name)"
    let fd = try UnixSocket.listen(at: path)
    (socket, listener) = (path, fd)
    Thread {
      while true {
        let connection = accept(fd, nil, nil)
        if connection < 0 { return }
        Thread { Self.serve(connection, answer) }.start()
      }
    }.start()
  }

  /// A server in front of a daemon that changes each string and number in the answers.
  convenience init(
    _ directory: TemporaryDirectory, name: String = "false", before daemon: String,
    _ change: @escaping @Sendable (AnyJSON) -> AnyJSON
  ) throws {
    try self.init(directory, name: name) { call, reply in
      Self.relay(call, to: daemon) { answer in
        var answer = answer
        answer["parameters"] = answer["parameters"]?.changing(change)
        reply(.object(answer))
      }
    }
  }

  /// Sends a call to a daemon, and passes each of its answers on.
  static func relay(_ call: AnyJSON, to daemon: String, _ reply: ([String: AnyJSON]) -> Void) {
    guard let connection = try? RawConnection(daemon), let text = try? JSONEncoder().encode(call)
    else { return }
    defer { connection.close() }
    connection.send(Array(text) + [0])
    while let frame = connection.nextFrame(),
      case .object(let answer)? = try? JSONDecoder().decode(AnyJSON.self, from: Data(frame))
    {
      reply(answer)
      guard case .bool(true) = answer["continues"] else { return }
    }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }

  private static func serve(
    _ connection: CInt, _ answer: (AnyJSON, (AnyJSON) -> Void) -> Void
  ) {
    defer { close(connection) }
    var frame: [UInt8] = []
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) == 1 {
      guard byte == 0 else {
        frame.append(byte)
        continue
      }
      guard let call = try? JSONDecoder().decode(AnyJSON.self, from: Data(frame)) else { return }
      frame = []
      answer(call) { reply in
        if case .null = reply {
          shutdown(connection, CInt(SHUT_RDWR))
          return
        }
        guard let text = try? JSONEncoder().encode(reply) else { return }
        let bytes = Array(text) + [0]
        var sent = 0
        while sent < bytes.count {
          let count = bytes[sent...].withUnsafeBytes {
            send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
          }
          guard count > 0 else { return }
          sent += count
        }
      }
    }
  }
}
