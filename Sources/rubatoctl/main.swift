import ArgumentParser
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

let arguments = SignedArguments.behindTerminator(
  GlobalOptions.behindVerb(Array(CommandLine.arguments.dropFirst())))
do {
  var command = try Rubatoctl.parseAsRoot(arguments)
  try command.run()
} catch let failure as Failure {
  failure.report(asJSON: arguments.prefix { $0 != "--" }.contains("--json"))
  Glibc.exit(failure.exitCode)
} catch {
  Rubatoctl.leave(with: error)
}
