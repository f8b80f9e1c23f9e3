import Devices
import Launch
import Scheduling

// The machine that is read: what is asked of it, and what it tells.
extension Engine {
  /// Tells the machine what depends on it.
  func followMachine() {
    guard let machine else { return }
    machine.attend(to: core.attention, paths: core.watchedPaths)
    if core.isReadyToSleep { machine.letSleep() }
    let why = core.runsThatPreventSleep.first.map { "run \($0.id) of \($0.key.id)" }
    if why != sleepHeldFor {
      sleepHeldFor = why
      machine.preventSleep(why)
    }
  }

  /// Tries the condition of a request.
  func check(_ run: Run, _ request: Request) {
    do throws(LaunchError) {
      try launcher.launch(LaunchOrder(check: run, request, socket: socket))
    } catch {
      var finish = Finish()
      finish.launchFailure = "\(error)"
      post(.runEnded(run.id, finish))
    }
  }

  /// The end of a check with what it wrote last; nothing else is kept of it.
  func finish(ofCheck run: RunID, _ finish: Finish) -> Finish {
    var finish = finish
    if let output = try? launcher.readOutput(run: run, from: nil, limitBytes: 1024) {
      finish.lastWords = output.lastLine
    }
    forgetOutput(of: run)
    launcher.recorded(run: run)
    return finish
  }
}

extension Event {
  /// What the machine tells.
  init(_ event: MachineEvent) {
    self =
      switch event {
      case .measured(let measurements, let isLook): .measured(measurements, isLook: isLook)
      case .sleep(let isComing): .sleep(isComing: isComing)
      }
  }
}

extension RunOutput {
  /// The last line that is not empty, as text.
  fileprivate var lastLine: String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
