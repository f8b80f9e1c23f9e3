/// An object that scenes and views share, with the name of Combine's protocol. Changes are not reported.
public protocol ObservableObject: AnyObject {}

/// A value of an `ObservableObject`, with the name of Combine's property wrapper; here it only stores the value.
@propertyWrapper public struct Published<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates the property with an initial value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Published: Sendable where Value: Sendable {}

/// An object that an app or a view owns, with the name of SwiftUI's property wrapper. It is created once, at its first
/// use.
@MainActor @propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
  private final class Storage {
    private let make: @MainActor () -> ObjectType
    @MainActor lazy var object = make()

    init(_ make: @escaping @MainActor () -> ObjectType) {
      self.make = make
    }
  }

  private let storage: Storage

  /// Creates the property; `thunk` creates the object later.
  public init(wrappedValue thunk: @autoclosure @escaping @MainActor () -> ObjectType) {
    storage = Storage(thunk)
  }

  /// The object.
  public var wrappedValue: ObjectType { storage.object }
}

/// An object with another owner, with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper public struct ObservedObject<ObjectType: ObservableObject> {
  /// The object.
  public var wrappedValue: ObjectType

  /// Creates the property with the object.
  public init(wrappedValue: ObjectType) {
    self.wrappedValue = wrappedValue
  }
}
