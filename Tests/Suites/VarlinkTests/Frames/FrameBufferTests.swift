import Testing

@testable import Varlink

struct FrameBufferTests {
  private func texts(_ buffer: inout FrameBuffer) throws -> [String] {
    var texts: [String] = []
    while let frame = try buffer.nextFrame() {
      texts.append(String(decoding: frame, as: UTF8.self))
    }
    return texts
  }

  private func append(_ text: String, to buffer: inout FrameBuffer) {
    Array(text.utf8).withUnsafeBytes { buffer.append($0) }
  }

  @Test func cutsSeveralMessagesOutOfOnePiece() throws {
    var buffer = FrameBuffer(maximumFrameBytes: 100)
    append("one\0two\0thr", to: &buffer)
    #expect(try texts(&buffer) == ["one", "two"])
    #expect(!buffer.isEmpty)
    append("ee\0", to: &buffer)
    #expect(try texts(&buffer) == ["three"])
    #expect(buffer.isEmpty)
  }

  @Test func putsAMessageTogetherByteByByte() throws {
    var buffer = FrameBuffer(maximumFrameBytes: 100)
    var found: [String] = []
    for byte in "hello\0\0x\0" {
      append(String(byte), to: &buffer)
      found += try texts(&buffer)
    }
    #expect(found == ["hello", "", "x"])
  }

  @Test func refusesAMessageOverTheLimit() throws {
    var buffer = FrameBuffer(maximumFrameBytes: 4)
    append("1234\0", to: &buffer)
    #expect(try texts(&buffer) == ["1234"])
    append("12345", to: &buffer)
    #expect(throws: ProtocolViolation.frameTooLong(limitBytes: 4)) { try buffer.nextFrame() }
    var whole = FrameBuffer(maximumFrameBytes: 4)
    append("12345\0", to: &whole)
    #expect(throws: ProtocolViolation.frameTooLong(limitBytes: 4)) { try whole.nextFrame() }
  }

  @Test func survivesAnEndlessRowOfMessages() throws {
    var buffer = FrameBuffer(maximumFrameBytes: 5000)
    let message = String(repeating: "x", count: 3000)
    append("first", to: &buffer)
    for _ in 0..<100 {
      append("\0" + message, to: &buffer)
      #expect(try texts(&buffer).count == 1)
    }
    append("\0", to: &buffer)
    #expect(try texts(&buffer) == [message])
  }
}
