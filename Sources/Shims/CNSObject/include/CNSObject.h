// A function for classes of Foundation that Swift cannot express.
#ifndef RUBATO_CNSOBJECT_H
#define RUBATO_CNSOBJECT_H

#if __linux__

/// Creates an object with the `init()` of its class.
///
/// - Parameter type: The metadata of a class that derives from NSObject.
/// - Returns: The object, which the caller must release. If the class has no `init()`, the process ends with a message
///   that contains the name of the class.
void *_Nonnull rubato_create_object(const void *_Nonnull type);

#endif

#endif
