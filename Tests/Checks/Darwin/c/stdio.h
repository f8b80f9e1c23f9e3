// stdio(3)
typedef struct rubato_file {
  int descriptor;
} FILE;
