// What Swift cannot ask of the classes of Foundation.
#ifndef RUBATO_CNSOBJECT_H
#define RUBATO_CNSOBJECT_H

#if __linux__

/// Creates an object with the `init()` of its class.
///
/// - Parameter type: The metadata of a class that derives from NSObject.
/// - Returns: The object, which is the caller's to release. A class without `init()` ends the process, with its name.
void *_Nonnull rubato_create_object(const void *_Nonnull type);

#endif

#endif
