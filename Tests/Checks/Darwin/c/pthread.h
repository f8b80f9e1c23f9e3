// pthread(3)
typedef struct rubato_thread *pthread_t;
typedef struct {
  long content[8];
} pthread_attr_t;
typedef struct {
  long content[2];
} pthread_once_t;
#define PTHREAD_ONCE_INIT {{0x30B1BCBA, 0}}
int pthread_once(pthread_once_t *, void (*)(void));
