import CNSObject
import Foundation

/// Creates delegates and subscribers, of which no more is known than their class.
package enum DelegateCreation {
  /// One of this class, with its `init()`; a class without it ends the process, with its name.
  @MainActor package static func make<Object: NSObject>(_ type: Object.Type) -> Object {
    if let type = type as? UIResponder.Type, let object = type.init() as? Object { return object }
    let metadata = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
    return Unmanaged<Object>.fromOpaque(rubato_create_object(metadata)).takeRetainedValue()
  }
}
