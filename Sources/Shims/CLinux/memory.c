#define _GNU_SOURCE
#include "memory.h"

#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The pages of a read-only segment are pages of its file. After MADV_DONTNEED, the next access reads them from the page
// cache again (madvise(2)). The kernel refuses the advice for memory without a file, such as the vDSO.
static int release(struct dl_phdr_info *object, size_t size, void *page_size) {
  (void)size;
  const uintptr_t page = *(const uintptr_t *)page_size;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
    const uintptr_t begin = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
    madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void rubato_release_memory(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  malloc_trim(0);
  dl_iterate_phdr(release, &page);
}
