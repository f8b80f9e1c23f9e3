import Testing

@testable import Bus

@Suite struct BusAddressTests {
  @Test(arguments: [
    ("unix:path=/run/dbus/system_bus_socket", "/run/dbus/system_bus_socket"),
    ("unix:guid=0123,path=/tmp/a", "/tmp/a"),
    ("unix:path=/tmp/a%20b%2cc", "/tmp/a b,c"),
    ("unix:path=/tmp/first;unix:path=/tmp/second", "/tmp/first"),
  ])
  func theSocketIsFoundInTheAddress(address: String, path: String) {
    #expect(Bus.Kind.address(address).socketPath == path)
  }

  @Test(arguments: ["/run/user/1000", "/tmp/a b,c;d%e", "/tmp/ä"])
  func aPathIsFoundAgainInItsAddress(path: String) {
    let address = "unix:path=\(Bus.Kind.escape(path))/bus"
    #expect(Bus.Kind.address(address).socketPath == "\(path)/bus")
  }

  @Test(arguments: [
    "unix:abstract=/tmp/a", "tcp:host=localhost,port=1", "unix:path=/tmp/%zz", "unix:path=/tmp/%2",
    "unix:path=/tmp/%+f", "unix:path=/tmp/%-0", "",
  ])
  func anAddressWithoutASocketInTheFileSystemHasNone(address: String) {
    #expect(Bus.Kind.address(address).socketPath == nil)
  }
}
