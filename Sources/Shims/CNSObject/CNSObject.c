#include "CNSObject.h"

#if __linux__

// NSObject's `init()` is not `required`, so Swift cannot create an object of a class that is known only as a value,
// such as the class of a delegate. The runtime of Objective-C could. However, every class has this initializer in its
// table of methods, in the entry that NSObject defines. Swift's runtime finds it there, as it finds the methods of
// classes of a library that can change (swift/docs/LibraryEvolution.rst, "Classes";
// stdlib/public/runtime/Metadata.cpp).

const void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// The method descriptor of `Foundation.NSObject.__allocating_init() -> Foundation.NSObject`, and the type descriptor of
// NSObject.
extern const char initializer __asm__("$s10Foundation8NSObjectCACycfCTq");
extern const char description __asm__("$s10Foundation8NSObjectCMn");

void *rubato_create_object(const void *type) {
  // The class is the `self` argument of its allocating initializer.
  typedef __attribute__((swiftcall)) void *create(const void *__attribute__((swift_context)) type);
  create *const found = (create *)swift_lookUpClassMethod(type, &initializer, &description);
  return found(type);
}

#endif
