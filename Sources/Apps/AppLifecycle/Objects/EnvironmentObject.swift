/// An object from an enclosing view (`environmentObject(_:)`), with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>:
  ObjectReceiving
{
  private final class Storage {
    var object: ObjectType?

    init() {}
  }

  private let storage = Storage()

  /// Creates a property that receives the object of an enclosing view.
  public init() {}

  /// The object. If no enclosing view provides one, the process ends.
  public var wrappedValue: ObjectType {
    if let object = storage.object { return object }
    AppContext.fail(
      "No ObservableObject of type \(ObjectType.self) found. A View.environmentObject(_:) for \(ObjectType.self) may be missing"
        + " as an ancestor of this view.")
  }

  func readObject(from objects: ViewObjects) {
    storage.object = objects.nearest(ObjectType.self)
  }
}

extension View {
  /// Provides an object to the views in this one.
  public func environmentObject(_ object: some ObservableObject) -> some View {
    ObjectProvidingView(content: self, object: object)
  }
}

/// A view with an object for the views in it.
private struct ObjectProvidingView<Content: View, Object: ObservableObject>: View, ObjectProviding {
  let content: Content
  let object: Object

  var body: some View { content }
  var providedObject: any ObservableObject { object }
}

/// A view that provides an object to the views in it.
@MainActor protocol ObjectProviding {
  var providedObject: any ObservableObject { get }
}

/// A property of a view that receives an object before the view is built.
@MainActor protocol ObjectReceiving {
  /// Stores the object of its type that the nearest enclosing view provides.
  func readObject(from objects: ViewObjects)
}

/// The objects that enclosing views provide during a build.
@MainActor struct ViewObjects {
  /// The objects, the innermost last.
  private var objects: [any ObservableObject] = []

  /// Returns the object of this type that the nearest enclosing view provides; `nil` if none does.
  func nearest<ObjectType>(_ type: ObjectType.Type) -> ObjectType? {
    for case let object as ObjectType in objects.reversed() { return object }
    return nil
  }

  /// Sets the `@EnvironmentObject` properties of a view, then builds its body. A view that provides an object adds it
  /// for the views in its body. A view without a body is left unchanged.
  func build(_ view: some View) {
    if view is any BuiltView { return }
    for child in Mirror(reflecting: view).children {
      (child.value as? any ObjectReceiving)?.readObject(from: self)
    }
    var inner = self
    if let provider = view as? any ObjectProviding { inner.objects.append(provider.providedObject) }
    inner.build(view.body)
  }
}
