import Foundation
import Testing

@testable import AppLifecycle

/// Delegates that are created from their class.
@MainActor @Suite struct DelegateCreationTests {
  @Test func eachIsCreatedWithItsOwnInit() {
    #expect(DelegateCreation.make(Plain.self).calls == [])
    #expect(DelegateCreation.make(Derived.self).calls == ["derived"])
    let type: Plain.Type = Derived.self
    #expect(DelegateCreation.make(type) is Derived)
    #expect(DelegateCreation.make(Responder.self).number == 7)
  }

  @Test func itIsReleasedByWhoeverHasIt() {
    weak var seen: Plain?
    do {
      let delegate = DelegateCreation.make(Plain.self)
      seen = delegate
      #expect(seen === delegate)
    }
    #expect(seen == nil)
  }

  @Test func aClassWithoutInitIsFatalAndNamed() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = DelegateCreation.make(Numbered.self) }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("Use of unimplemented initializer 'init()' for class"))
  }
}

private class Plain: NSObject, UIApplicationDelegate {
  var calls: [String] = []
}

private class Derived: Plain {
  override init() {
    super.init()
    calls.append("derived")
  }
}

private class Responder: UIResponder, UIApplicationDelegate {
  let number = 7
}

private class Numbered: NSObject, UIApplicationDelegate {
  let number: Int

  init(number: Int) {
    self.number = number
  }
}
