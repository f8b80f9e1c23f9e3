import Glibc

extension Bus {
  package enum Kind: Sendable {
    /// The system bus.
    case system
    /// The bus of the user that this process runs as.
    case user
    /// Another bus, by its address (D-Bus specification, "Server Addresses").
    case address(String)
  }
}

extension Bus.Kind {
  /// The bus on which the service manager of this process's user is: the one in `XDG_RUNTIME_DIR`, whose socket that
  /// manager starts. `DBUS_SESSION_BUS_ADDRESS` can name another bus, such as that of dbus-run-session(1).
  package static var ofUserManager: Bus.Kind {
    guard let directory = variable("XDG_RUNTIME_DIR"), directory.utf8.first == UInt8(ascii: "/")
    else {
      return .user
    }
    return .address("unix:path=\(escape(directory))/bus")
  }

  /// Encodes the value of a bus address: all bytes but these are written as escapes.
  static func escape(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let character = Character(Unicode.Scalar(byte))
      if byte < 128, character.isLetter || character.isNumber || "-_/.*".contains(character) {
        result.append(character)
      } else {
        let digits = String(byte, radix: 16)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}

extension Bus.Kind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system: "the system's message bus"
    case .user: "the user's message bus"
    case .address(let address): "the message bus at \(address)"
    }
  }

  /// The path of the bus's socket in the file system, if it exists (sd_bus_open_system(3)); `nil` otherwise.
  var socketPath: String? {
    switch self {
    case .system:
      if let address = Self.variable("DBUS_SYSTEM_BUS_ADDRESS") { return Self.path(in: address) }
      return "/run/dbus/system_bus_socket"
    case .user:
      if let address = Self.variable("DBUS_SESSION_BUS_ADDRESS") { return Self.path(in: address) }
      return Self.variable("XDG_RUNTIME_DIR").map { $0 + "/bus" }
    case .address(let address): return Self.path(in: address)
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the path of the socket in the first address of a list of bus addresses; `nil` if that address has no path,
  /// as for an abstract socket.
  private static func path(in address: String) -> String? {
    let first = address.prefix { $0 != ";" }
    guard first.hasPrefix("unix:") else { return nil }
    let fields = first.utf8.dropFirst("unix:".count).split(separator: UInt8(ascii: ","))
      .map { Substring($0) }
    return fields.first { $0.hasPrefix("path=") }.flatMap { unescape($0.dropFirst("path=".count)) }
  }

  /// Decodes the escapes in the value of a bus address: `%2f` is a slash. Returns `nil` if an escape is not valid, or
  /// the result is not UTF-8.
  private static func unescape(_ text: Substring) -> String? {
    var bytes = [UInt8]()
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      // `UInt8(_:radix:)` also accepts a sign.
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let code = UInt8(digits, radix: 16)
      else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(code)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
