import CNSObject
import Foundation

/// Creates delegates and subscribers of which only the class is known.
package enum DelegateCreation {
  /// Creates an object of this class with its `init()`. If the class has no `init()`, the process ends with a message
  /// that names the class.
  @MainActor package static func make<Object: NSObject>(_ type: Object.Type) -> Object {
    if let type = type as? UIResponder.Type, let object = type.init() as? Object { return object }
    let metadata = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
    return Unmanaged<Object>.fromOpaque(rubato_create_object(metadata)).takeRetainedValue()
  }
}
