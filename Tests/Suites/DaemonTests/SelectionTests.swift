import Control
import Scheduling
import Store
import Testing
import VarlinkServer

@testable import Daemon

/// All calls select the same request by an id, even one of another user.
struct SelectionTests {
  private static let root = caller(0)
  private static let (alice, bob) = (UInt32(1000), UInt32(1001))

  private static func caller(_ uid: UInt32) -> Caller {
    Caller(Peer(uid: uid, gid: uid, pid: 1, groups: []), group: nil)
  }

  /// Returns the owner of the runs that `caller` is shown for this id, or the reason why there is none.
  private func owners(
    of id: String, for caller: Caller, in harness: EngineHarness, owner: Int64? = nil
  ) throws -> Result<[UInt32]?, Refusal> {
    try #require(
      harness.look { engine in
        do throws(Refusal) {
          return .success(try runQuery(Runs(id: id, owner: owner), caller, engine).owners)
        } catch {
          return .failure(error)
        }
      })
  }

  /// Runs the submitted command to the end.
  private func end(_ run: Int64, exit: Int32, in harness: EngineHarness) {
    #expect(harness.launcher.next() == .launch(.run(run)))
    harness.engine.post(.runStarted(run))
    harness.engine.post(.runEnded(run, ProcessExit(exit: exit)))
    harness.settle()
  }

  @Test func rootMeansTheRequestOfSomebodyElseByItsIDAlone() throws {
    let harness = try EngineHarness()
    _ = harness.submit("film", owner: Self.alice, earliest: .hours(1))
    #expect(try owners(of: "film", for: Self.root, in: harness).get() == [Self.alice])
    #expect(try owners(of: "other", for: Self.root, in: harness).get() == [0])
    #expect(try owners(of: "film", for: Self.root, in: harness, owner: 1001).get() == [Self.bob])
    #expect(try owners(of: "film", for: Self.caller(Self.bob), in: harness).get() == [Self.bob])
  }

  @Test func whatWaitsIsMeantBeforeWhatHasEnded() throws {
    let harness = try EngineHarness()
    _ = harness.submit("film", owner: 0)
    end(1, exit: 0, in: harness)
    #expect(try owners(of: "film", for: Self.root, in: harness).get() == [0])
    _ = harness.submit("film", owner: Self.alice, earliest: .hours(1))
    #expect(try owners(of: "film", for: Self.root, in: harness).get() == [Self.alice])
    _ = harness.submit("film", owner: 0, earliest: .hours(1))
    #expect(try owners(of: "film", for: Self.root, in: harness).get() == [0])
  }

  @Test func whatHasEndedIsFoundAsWell() throws {
    let harness = try EngineHarness()
    _ = harness.submit("done", owner: Self.alice)
    end(1, exit: 0, in: harness)
    _ = harness.submit("failed", owner: Self.bob, retries: 0)
    end(2, exit: 1, in: harness)
    #expect(try owners(of: "done", for: Self.root, in: harness).get() == [Self.alice])
    #expect(try owners(of: "failed", for: Self.root, in: harness).get() == [Self.bob])
    let refusal = try #require(
      harness.look { engine -> Refusal? in
        let selection = Selection(id: "failed", app: nil, owner: nil, caller: Self.root)
        do throws(Refusal) { _ = try selection.key(in: engine) } catch { return error }
        return nil
      } ?? nil)
    #expect(refusal.message.contains("has failed permanently"), "\(refusal)")
  }

  @Test func whatTwoOthersHaveIsAmbiguous() throws {
    let harness = try EngineHarness()
    for owner in [Self.alice, Self.bob] {
      _ = harness.submit("film", owner: owner, earliest: .hours(1))
    }
    guard case .failure(let refusal) = try owners(of: "film", for: Self.root, in: harness) else {
      Issue.record("one of them was chosen")
      return
    }
    #expect(refusal.code == .ambiguous)
    #expect(try owners(of: "film", for: Self.caller(Self.bob), in: harness).get() == [Self.bob])
  }

  @Test func whatRootHasPausedItsOwnerDoesNotForce() throws {
    let harness = try EngineHarness()
    let key = RequestKey(owner: Self.alice, id: "film")
    _ = harness.submit("film", owner: Self.alice, earliest: .hours(1))
    func refusal(_ caller: Caller) throws -> Refusal? {
      try #require(
        harness.look { engine in
          do throws(Refusal) { try caller.checkMayOverridePauses(of: key, engine) } catch {
            return Refusal?.some(error)
          }
          return Refusal?.none
        })
    }
    func pause(by uid: UInt32, _ lasting: Pause.Lasting) {
      let now = EngineClock.simulationStart.wall
      let pause = Pause(
        by: uid, name: "user \(uid)", scope: PauseScope(owner: uid == 0 ? nil : uid), since: now,
        lasting: lasting, runs: .leave)
      _ = harness.call { .pause(pause, $0) }
    }
    pause(by: Self.alice, .untilLifted)
    #expect(try refusal(Self.caller(Self.alice)) == nil)
    pause(by: 0, .untilRestart)
    let refused = try #require(try refusal(Self.caller(Self.alice)))
    #expect(refused.code == .notPermitted)
    #expect(refused.message.contains("paused by user 0 until rubatod is restarted"))
    #expect(try refusal(Self.root) == nil)
  }
}
