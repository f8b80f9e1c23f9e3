import JSON

/// The bytes of messages to send, each with its NUL.
package enum OutgoingFrame {
  /// Encodes a call. Parameters without members are left out, as UAPI.20 requires.
  package static func call(
    _ method: String, _ parameters: some Encodable, mode: CallMode = .single
  ) throws(EncodingFailure) -> [UInt8] {
    try JSONWriter { json throws(EncodingFailure) in
      json.member("method", method)
      try json.writeParameters(parameters)
      if let flag = mode.flag {
        json.name(flag)
        json.write(true)
      }
    }.frame
  }

  /// Encodes a reply. - Parameter continues: Whether more replies to the same call follow.
  package static func reply(
    _ parameters: some Encodable, continues: Bool = false
  ) throws(EncodingFailure) -> [UInt8] {
    try JSONWriter { json throws(EncodingFailure) in
      try json.writeParameters(parameters)
      if continues { json.member("continues", true) }
    }.frame
  }

  /// Encodes a reply. - Parameter continues: Whether more replies to the same call follow.
  package static func reply(
    _ parameters: some DirectlyEncodable, continues: Bool = false
  ) throws(EncodingFailure) -> [UInt8] {
    try JSONWriter { json throws(EncodingFailure) in
      try json.parameters(directly: parameters)
      if continues { json.member("continues", true) }
    }.frame
  }

  /// Encodes an error reply. - Parameter name: The fully qualified name of the error.
  package static func error(
    _ name: String, _ parameters: some Encodable = NoParameters()
  ) throws(EncodingFailure) -> [UInt8] {
    try JSONWriter { json throws(EncodingFailure) in
      json.member("error", name)
      try json.writeParameters(parameters)
    }.frame
  }
}

extension JSONWriter {
  /// Creates a message from its members. The parameters are encoded once and copied once.
  fileprivate init(_ body: (inout JSONWriter) throws(EncodingFailure) -> Void)
    throws(EncodingFailure)
  {
    self.init(capacity: 4096)
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes the member `parameters`, or nothing if the parameters are an empty object.
  fileprivate mutating func writeParameters(_ parameters: some Encodable) throws(EncodingFailure) {
    let object = try Coding.encodeObject(parameters)
    // The shortest object is `{}`, which means no parameters.
    guard object.count > 2 else { return }
    name("parameters")
    write(json: object)
  }

  /// Writes the member `parameters`, or nothing if the parameters are an empty object.
  fileprivate mutating func parameters(
    directly parameters: some DirectlyEncodable
  ) throws(EncodingFailure) {
    let isObject = member("parameters", ofObject: parameters)
    if let unwritable { throw EncodingFailure(unwritable: unwritable) }
    guard isObject else { throw EncodingFailure(ofNoObject: parameters) }
  }

  /// The bytes with the NUL that ends a message.
  fileprivate var frame: [UInt8] {
    withBytes { text in
      [UInt8](unsafeUninitializedCapacity: text.count + 1) { frame, count in
        _ = frame.initialize(from: text)
        frame[text.count] = 0
        count = text.count + 1
      }
    }
  }
}
