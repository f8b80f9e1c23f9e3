/// An object that a view is given by one around it (`environmentObject(_:)`), with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>:
  ObjectTaking
{
  private final class Storage {
    var object: ObjectType?

    init() {}
  }

  private let storage = Storage()

  /// Takes the object from around the view.
  public init() {}

  /// The object. Without one around the view the process ends.
  public var wrappedValue: ObjectType {
    if let object = storage.object { return object }
    AppContext.fail(
      "No ObservableObject of type \(ObjectType.self) found. A View.environmentObject(_:) for \(ObjectType.self) may be missing"
        + " as an ancestor of this view.")
  }

  func take(from objects: ViewObjects) {
    storage.object = objects.find(ObjectType.self)
  }
}

extension View {
  /// Gives an object to the views in this one.
  public func environmentObject(_ object: some ObservableObject) -> some View {
    ObjectGivingView(content: self, object: object)
  }
}

/// A view with an object for those in it.
private struct ObjectGivingView<Content: View, Object: ObservableObject>: View, ObjectGiving {
  let content: Content
  let object: Object

  var body: some View { content }
  var given: any ObservableObject { object }
}

@MainActor protocol ObjectGiving {
  var given: any ObservableObject { get }
}

@MainActor protocol ObjectTaking {
  func take(from objects: ViewObjects)
}

/// What views have around them while they are built.
@MainActor struct ViewObjects {
  /// The innermost last.
  private var objects: [any ObservableObject] = []

  func find<ObjectType>(_ type: ObjectType.Type) -> ObjectType? {
    for case let object as ObjectType in objects.reversed() { return object }
    return nil
  }

  /// Builds a view, and those in it.
  func build(_ view: some View) {
    if view is any BuiltView { return }
    for child in Mirror(reflecting: view).children {
      (child.value as? any ObjectTaking)?.take(from: self)
    }
    var inner = self
    if let giving = view as? any ObjectGiving { inner.objects.append(giving.given) }
    inner.build(view.body)
  }
}
