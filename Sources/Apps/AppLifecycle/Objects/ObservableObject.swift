/// An object that scenes and views share, with the name of Combine's protocol. Nothing is drawn here, so nobody is told of a change.
public protocol ObservableObject: AnyObject {}

/// A value of an `ObservableObject`, with the name of Combine's property wrapper; here no more than the value.
@propertyWrapper public struct Published<Value> {
  /// The value.
  public var wrappedValue: Value

  /// A value to begin with.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Published: Sendable where Value: Sendable {}

/// An object that an app or a view has to itself, with the name of SwiftUI's property wrapper: it is made when it is first asked for,
/// once.
@MainActor @propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
  private final class Storage {
    private let make: @MainActor () -> ObjectType
    @MainActor lazy var object = make()

    init(_ make: @escaping @MainActor () -> ObjectType) {
      self.make = make
    }
  }

  private let storage: Storage

  /// Has `thunk` make the object.
  public init(wrappedValue thunk: @autoclosure @escaping @MainActor () -> ObjectType) {
    storage = Storage(thunk)
  }

  /// The object.
  public var wrappedValue: ObjectType { storage.object }
}

/// An object that somebody else has, with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper public struct ObservedObject<ObjectType: ObservableObject> {
  /// The object.
  public var wrappedValue: ObjectType

  /// Takes the object.
  public init(wrappedValue: ObjectType) {
    self.wrappedValue = wrappedValue
  }
}
