/// The bytes of one read, for all connections of a server: a connection copies its bytes before the next reads. One
/// buffer is kept, since to allocate and free it takes longer than to read a call.
final class ReceptionBuffer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  deinit { bytes.deallocate() }
}
