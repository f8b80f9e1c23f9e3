import Foundation

#if canImport(Darwin)
  // Every class of Objective-C can be created.
#else
  import CNSObject
#endif

/// Creates delegates and subscribers of which only the class is known.
package enum DelegateCreation {
  /// Creates an object of this class with its `init()`. If the class has no `init()`, the process ends with a message
  /// that names the class.
  @MainActor package static func make<Object: NSObject>(_ type: Object.Type) -> Object {
    // Its `init()` is `required`, so that it can be called on any subclass.
    if let type = type as? UIResponder.Type, let object = type.init() as? Object { return object }
    #if canImport(Darwin)
      return type.init()
    #else
      // The `init()` of NSObject is not `required` on Linux, so C code finds it in the class's table of methods.
      let metadata = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
      return Unmanaged<Object>.fromOpaque(rubato_create_object(metadata)).takeRetainedValue()
    #endif
  }
}
