// dlopen(3)
typedef struct {
  const char *dli_fname;
  void *dli_fbase;
  const char *dli_sname;
  void *dli_saddr;
} Dl_info;
#define RTLD_NEXT ((void *)-1)
#define RTLD_DEFAULT ((void *)-2)
void *dlsym(void *, const char *);
int dladdr(const void *, Dl_info *);
