import ArgumentParser
import Control
import Terminal

/// The flag of `submit` and `set` for runs that must not lose their work: `--freeze-when-busy` is
/// `--on-closed-gate freeze-when-busy`.
package struct FreezeOption: ParsableArguments {
  @Flag(
    help: "If a gate closes during a run: freeze it until the gate opens, without a limit of time.")
  var freezeWhenBusy = false

  package init() {}

  /// Sets the effect of a closed gate in `call`. Throws a usage error if another effect was typed.
  ///
  /// - Parameter isOfFile: Whether the effect in `call` is that of a task file, which the flag replaces.
  package func apply(to call: inout Submit, isOfFile: Bool = false) throws(Failure) {
    guard freezeWhenBusy else { return }
    guard isOfFile || call.onClosedGate == nil || call.onClosedGate == "freeze-when-busy" else {
      throw .usage("--freeze-when-busy and --on-closed-gate exclude each other")
    }
    call.onClosedGate = "freeze-when-busy"
  }

  /// The fields of the call that the typed flag sets.
  var typedFields: [String] { freezeWhenBusy ? ["onClosedGate"] : [] }
}
