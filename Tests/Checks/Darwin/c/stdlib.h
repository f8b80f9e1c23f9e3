typedef unsigned long size_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
void *malloc(size_t);
void free(void *);
