#include "CNSObject.h"

#if __linux__

// NSObject's `init()` is not `required`, so Swift creates no object of a class that is known as a value only, as a delegate's is; with
// Objective-C its runtime would. Every class has that initializer in its table of methods, though, in the place that
// NSObject has given it, and the runtime of Swift finds it there: as it does for the methods of classes of a library
// that may change (swift/docs/LibraryEvolution.rst, "Classes"; stdlib/public/runtime/Metadata.cpp).

const void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// "Method descriptor" of `Foundation.NSObject.__allocating_init() -> Foundation.NSObject`, and NSObject's description.
extern const char initializer __asm__("$s10Foundation8NSObjectCACycfCTq");
extern const char description __asm__("$s10Foundation8NSObjectCMn");

void *rubato_create_object(const void *type) {
  // A class is the `self` of its initializers.
  typedef __attribute__((swiftcall)) void *create(const void *__attribute__((swift_context)) type);
  create *const found = (create *)swift_lookUpClassMethod(type, &initializer, &description);
  return found(type);
}

#endif
