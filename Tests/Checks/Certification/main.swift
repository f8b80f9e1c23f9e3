import Descriptors
import Varlink
import VarlinkServer

#if canImport(Glibc)
  import Glibc
#endif

// varlink-certification serve ADDRESS     answers the certification until it is killed
// varlink-certification check ADDRESS     goes through the certification at a server; exit 0 if all is well

func serve(_ address: String) throws {
  let server = Server(try CertificationServer().service(), on: EventLoop(name: "connections")) {
    event in
    let line = Array("\(event)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
  try server.listen(at: UnixAddress(address), mode: 0o600)
  print("Listening on \(address)")
  fflush(nil)
  while true { pause() }
}

func check(_ address: String) throws {
  try CertificationClient(address).run()
  print("Certification passed")
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2, ["serve", "check"].contains(arguments[0]) else {
  print("usage: varlink-certification serve|check ADDRESS")
  exit(2)
}
do {
  try arguments[0] == "serve" ? serve(arguments[1]) : check(arguments[1])
} catch {
  print("Certification failed: \(error)")
  exit(1)
}
