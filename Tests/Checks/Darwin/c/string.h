char *strstr(const char *, const char *);
