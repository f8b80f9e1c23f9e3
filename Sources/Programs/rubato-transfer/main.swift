import Transfers

#if canImport(Glibc)
  import Glibc
#endif

// The command of a transfer: `rubato-transfer DIRECTORY`. It runs curl, and exits with 0 if a server has answered, 1 if
// the transfer has failed, and 75 if it must be repeated.
guard CommandLine.arguments.count == 2, CommandLine.arguments[1].utf8.first == UInt8(ascii: "/")
else {
  Log.write("usage: rubato-transfer DIRECTORY, the absolute path of a transfer's directory")
  exit(2)
}
StopSignal.watch()
var carrier: Carrier
do throws(TransferError) {
  carrier = try Carrier(TransferDirectory(path: CommandLine.arguments[1]))
} catch {
  Log.write("\(error)")
  exit(Carrier.Exit.failed.rawValue)
}
do throws(TransferError) {
  exit(try carrier.carry().rawValue)
} catch {
  // The progress cannot be recorded, for example on a full disk.
  Log.write("\(error)")
  exit(Carrier.Exit.later.rawValue)
}
