import Control
import Scheduling
import VarlinkServer

extension CallTable {
  /// Adds `ListApps`, `RegisterApp` and `RemoveApp`, and `ReportApp` for openings, closings, switches and consents. In
  /// each `addChange`, the first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addApps() {
    addRead(ListApps.self) { call, caller, view throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let apps = try view.apps(scope, id: call.id, caller)
      return ListApps.Reply(
        apps: apps.map { AppInfo($0, view.core, at: view.now) })
    }
    addChange(RegisterApp.self) { call, caller, view, ticket throws(Refusal) in
      var app = App(
        key: AppKey(owner: caller.uid, id: call.id), registered: view.now.wall)
      app.permittedIdentifiers = call.permittedIdentifiers ?? []
      app.backgroundModes = call.backgroundModes ?? []
      return .registerApp(app, ticket)
    } reply: { call, caller, view, _ throws(Refusal) in
      // The committed call has just registered it.
      guard let app = view.core.app(AppKey(owner: caller.uid, id: call.id)) else {
        throw .unexpected
      }
      return RegisterApp.Reply(app: AppInfo(app, view.core, at: view.now))
    }
    addChange(ReportApp.self) { call, caller, view, ticket throws(Refusal) in
      let key = AppKey(owner: try Scope.owner(named: call.owner, by: caller), id: call.id)
      // An app runs as its owner, and could report openings that never happened. Root, the group rubato (`isWitness`)
      // and other users are no such app. A simulated device has no user, so all its reports count as observed.
      let isObserved =
        caller.isWitness || caller.uid != key.owner || view.clock.isSimulated
      return .app(key, try AppEvent(call.event, isObserved: isObserved), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      ReportApp.Reply()
    }
    addChange(RemoveApp.self) { call, caller, _, ticket throws(Refusal) in
      .removeApp(AppKey(owner: try Scope.owner(named: call.owner, by: caller), id: call.id), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      RemoveApp.Reply()
    }
  }
}

extension AppEvent {
  /// Makes the event that a call names. An opening that is not observed becomes `openReported`, since the app itself
  /// could have invented it. Throws a refusal if the name is unknown.
  init(_ text: String, isObserved: Bool) throws(Refusal) {
    switch text {
    case "opened": self = isObserved ? .opened : .openReported
    case "closed": self = .closed
    case "forceQuit": self = .forceQuit
    case "refreshOn": self = .refreshSwitched(on: true)
    case "refreshOff": self = .refreshSwitched(on: false)
    case "allowObserve": self = .consented(.observe, isGiven: true)
    case "denyObserve": self = .consented(.observe, isGiven: false)
    case "allowNotify": self = .consented(.notify, isGiven: true)
    case "denyNotify": self = .consented(.notify, isGiven: false)
    default:
      throw Refusal(
        field: "event", value: text,
        allowed:
          "opened, closed, forceQuit, refreshOn, refreshOff, allowObserve, denyObserve, allowNotify, denyNotify"
      )
    }
  }
}
