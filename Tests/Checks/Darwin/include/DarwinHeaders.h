// A stand-in for the part of Darwin's C library that portable targets use. It has functions of POSIX, with the types,
// fields and constants of Darwin's manual pages (open(2), stat(2), dir(5), getpwnam(3), fopen(3), errno(2)). Functions
// that only Linux has are missing on purpose.
#ifndef RUBATO_DARWIN_HEADERS_H
#define RUBATO_DARWIN_HEADERS_H

typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef int dev_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned long long ino_t;
typedef long long off_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  unsigned int st_flags, st_gen;
  int st_lspare;
  long long st_qspare[2];
};

int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);

// Variable arguments are not imported; the functions that Swift adds are in Darwin.swift.
int rubato_open(const char *, int, int);
int rubato_openat(int, const char *, int, int);
int close(int);
int dup(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int access(const char *, int);
char *_Nullable realpath(const char *, char *_Nullable);
uid_t geteuid(void);
gid_t getegid(void);
char *_Null_unspecified strerror(int);
int *_Nonnull __error(void);
void free(void *_Nullable);

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000

#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EAGAIN 35
#define ELOOP 62

typedef struct rubato_directory {
  int descriptor;
} DIR;

struct dirent {
  ino_t d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen;
  unsigned short d_namlen;
  unsigned char d_type;
  char d_name[1024];
};

DIR *_Nullable fdopendir(int);
struct dirent *_Nullable readdir(DIR *);
int closedir(DIR *);

struct passwd {
  char *_Null_unspecified pw_name;
  char *_Null_unspecified pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  time_t pw_change;
  char *_Null_unspecified pw_class;
  char *_Null_unspecified pw_gecos;
  char *_Null_unspecified pw_dir;
  char *_Null_unspecified pw_shell;
  time_t pw_expire;
};

int getpwnam_r(
    const char *, struct passwd *, char *, size_t, struct passwd *_Nullable *_Null_unspecified);
int getpwuid_r(
    uid_t, struct passwd *, char *, size_t, struct passwd *_Nullable *_Null_unspecified);

typedef struct rubato_file {
  int descriptor;
} FILE;

FILE *_Nullable fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);

#endif
