#define _GNU_SOURCE
#include "stack.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// The largest distance of the first frame from the stack pointer, and of a frame from the next, in bytes.
enum { nearest_frame = 4096, longest_frame = 1 << 20 };

// A function of Swift's runtime; NULL in programs without it.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags)
    __attribute__((weak));

// Reads two words of this process without a fault: the other thread is running, and its memory can be unmapped.
static bool peek(uintptr_t address, uintptr_t words[2]) {
  struct iovec own = {words, 2 * sizeof *words}, other = {(void *)address, 2 * sizeof *words};
  return process_vm_readv(getpid(), &own, 1, &other, 1, 0) == (ssize_t)(2 * sizeof *words);
}

static bool is_code(uintptr_t address) {
  Dl_info info;
  return dladdr((void *)address, &info) != 0;
}

// Reads the frame at an address. Returns whether it is one: it contains the frame pointer of the caller and an address
// in the caller's code.
static bool read_frame(uintptr_t at, uintptr_t frame[2]) {
  return peek(at, frame) && frame[0] > at && frame[0] - at < longest_frame && frame[0] % 16 == 0 && is_code(frame[1]);
}

// Returns the address of the first word above the stack pointer at which two successive frames begin; 0 if none is
// found.
static uintptr_t first_frame(uintptr_t stack) {
  for (uintptr_t at = stack & ~(uintptr_t)7; at < stack + nearest_frame; at += sizeof at) {
    uintptr_t frame[2], next[2];
    if (read_frame(at, frame) && read_frame(frame[0], next)) return at;
  }
  return 0;
}

// Reads the last two words of /proc/PID/task/TID/syscall (proc_pid_syscall(5)). The file contains "running" if the
// thread does not wait.
static bool read_place(pid_t thread, uintptr_t *stack, uintptr_t *code) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return false;
  text[length] = 0;
  char *last = strrchr(text, ' ');
  if (!last) return false;
  *last = 0;
  char *before = strrchr(text, ' ');
  if (!before) return false;
  *stack = strtoull(before + 1, NULL, 16);
  *code = strtoull(last + 1, NULL, 16);
  return *stack && *code;
}

pid_t rubato_thread(void) { return gettid(); }

int32_t rubato_thread_stack(pid_t thread, uintptr_t *addresses, int32_t limit) {
  uintptr_t stack, code;
  if (limit < 1 || !read_place(thread, &stack, &code)) return 0;
  int32_t count = 0;
  addresses[count++] = code;
  uintptr_t frame[2];
  for (uintptr_t at = first_frame(stack); at && count < limit && read_frame(at, frame); at = frame[0]) {
    // The call instruction is before the return address.
    addresses[count++] = frame[1] - 1;
  }
  return count;
}

// Returns the name of the function in a symbol table whose range contains an address of the file.
static const char *covering(const ElfW(Sym) * symbols, size_t count, const char *names, size_t size, uintptr_t address) {
  for (size_t index = 0; index < count; index++) {
    const ElfW(Sym) *symbol = &symbols[index];
    if ((symbol->st_info & 0xf) != STT_FUNC || symbol->st_name >= size) continue;
    if (address >= symbol->st_value && address - symbol->st_value < symbol->st_size) return names + symbol->st_name;
  }
  return NULL;
}

static char *named_in(const uint8_t *file, size_t size, uintptr_t address) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return NULL;
  if (header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff > size ||
      (size - header->e_shoff) / sizeof(ElfW(Shdr)) < header->e_shnum)
    return NULL;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (size_t index = 0; index < header->e_shnum; index++) {
    const ElfW(Shdr) *table = &sections[index];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[table->sh_link];
    if (table->sh_offset > size || size - table->sh_offset < table->sh_size || names->sh_offset > size ||
        size - names->sh_offset < names->sh_size || !names->sh_size || file[names->sh_offset + names->sh_size - 1])
      return NULL;
    const char *name = covering(
        (const void *)(file + table->sh_offset), table->sh_size / sizeof(ElfW(Sym)),
        (const char *)file + names->sh_offset, names->sh_size, address);
    return name ? strdup(name) : NULL;
  }
  return NULL;
}

// Also finds functions that are no dynamic symbols, such as most functions of an executable.
static char *named(const char *path, uintptr_t address) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  struct stat status;
  char *name = NULL;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    void *mapped = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped != MAP_FAILED) {
      name = named_in(mapped, status.st_size, address);
      munmap(mapped, status.st_size);
    }
  }
  close(file);
  return name;
}

char *rubato_function(uintptr_t address) {
  Dl_info info;
  const ElfW(Sym) *symbol = NULL;
  struct link_map *map = NULL;
  char *text = NULL;
  if (!dladdr1((void *)address, &info, (void **)&map, RTLD_DL_LINKMAP)) return strdup("unknown");
  dladdr1((void *)address, &info, (void **)&symbol, RTLD_DL_SYMENT);
  bool is_covered = symbol && info.dli_sname && address - (uintptr_t)info.dli_saddr < symbol->st_size;
  bool is_program = map && map->l_name[0] == 0;
  char *name = is_covered ? strdup(info.dli_sname)
                          : named(is_program ? "/proc/self/exe" : info.dli_fname, address - (map ? map->l_addr : 0));
  if (!name) {
    const char *slash = strrchr(info.dli_fname, '/');
    uintptr_t offset = address - (uintptr_t)info.dli_fbase;
    return asprintf(&text, "%s(+0x%zx)", slash ? slash + 1 : info.dli_fname, (size_t)offset) < 0 ? NULL : text;
  }
  text = swift_demangle ? swift_demangle(name, strlen(name), NULL, NULL, 0) : NULL;
  if (!text) return name;
  free(name);
  return text;
}
