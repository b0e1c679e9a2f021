/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- turns.c - OpenMP threads that take turns, the last one first -------===*\
|*
|* Loaded ahead of LLVM's OpenMP library, has the runtime's teams of threads run
|* one thread at a time, from the last to the first, up to each barrier. Loops
|* whose iterations depend on each other then go wrong in every run, and not
|* when two threads happen to meet.
|*
\*===----------------------------------------------------------------------===*/
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

enum { Most = 64, MostArguments = 15 };

typedef void outlined(int *, int *, ...);

typedef struct team {
  pthread_mutex_t lock;
  pthread_cond_t turn;
  int threads, whose, left; /* left: threads that have not come to their end */
  char over[Most];
  outlined *function;
  void *argument[MostArguments];
} team;

static _Thread_local team *Mine;
static _Thread_local int Number, Pushed;

/* The thread that runs after `number`: the next lower one that goes on. */
static int next_of(const team *of, int number) {
  for (int step = 1; step <= of->threads; ++step) {
    int next = (number - step + of->threads) % of->threads;
    if (!of->over[next])
      return next;
  }
  return -1;
}

static void wait_for_turn(team *of, int number) {
  while (of->whose != number)
    pthread_cond_wait(&of->turn, &of->lock);
}

static void pass_turn(team *of, int number) {
  of->whose = next_of(of, number);
  pthread_cond_broadcast(&of->turn);
}

static void call(team *of, int number) {
  void **a = of->argument;
  int zero = 0;
  of->function(&number, &zero, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
               a[8], a[9], a[10], a[11], a[12], a[13], a[14]);
}

static void work(team *of, int number) {
  team *outer = Mine;
  int before = Number;
  Mine = of;
  Number = number;
  pthread_mutex_lock(&of->lock);
  wait_for_turn(of, number);
  pthread_mutex_unlock(&of->lock);
  call(of, number);
  pthread_mutex_lock(&of->lock);
  of->over[number] = 1;
  --of->left;
  pass_turn(of, number);
  pthread_mutex_unlock(&of->lock);
  Mine = outer;
  Number = before;
}

typedef struct start {
  team *of;
  int number;
} start;

static void *begin(void *given) {
  start *of = given;
  work(of->of, of->number);
  return NULL;
}

int omp_get_thread_num(void) { return Number; }
int omp_get_num_threads(void) { return Mine ? Mine->threads : 1; }
int omp_in_parallel(void) { return Mine && Mine->threads > 1; }
int __kmpc_global_thread_num(void *where) {
  (void)where;
  return Number;
}
void __kmpc_push_num_threads(void *where, int thread, int threads) {
  (void)where, (void)thread;
  Pushed = threads;
}

void __kmpc_barrier(void *where, int thread) {
  team *of = Mine;
  (void)where, (void)thread;
  if (!of || of->threads == 1)
    return;
  pthread_mutex_lock(&of->lock);
  pass_turn(of, Number);
  wait_for_turn(of, Number);
  pthread_mutex_unlock(&of->lock);
}

void __kmpc_fork_call(void *where, int count, outlined *function, ...) {
  team of = {PTHREAD_MUTEX_INITIALIZER,
             PTHREAD_COND_INITIALIZER,
             1,
             0,
             0,
             {0},
             function,
             {0}};
  start starts[Most];
  pthread_t threads[Most];
  const char *asked = getenv("OMP_NUM_THREADS");
  va_list rest;
  (void)where;
  if (count > MostArguments)
    abort();
  va_start(rest, function);
  for (int i = 0; i < count; ++i)
    of.argument[i] = va_arg(rest, void *);
  va_end(rest);
  if (!Mine) /* no teams inside of teams */
    of.threads = Pushed > 0 ? Pushed : asked ? atoi(asked) : 3;
  Pushed = 0;
  if (of.threads < 1 || of.threads > Most)
    of.threads = Most;
  of.left = of.threads;
  of.whose = of.threads - 1;
  for (int i = 1; i < of.threads; ++i) {
    starts[i].of = &of;
    starts[i].number = i;
    if (pthread_create(&threads[i], NULL, begin, &starts[i]))
      abort();
  }
  work(&of, 0);
  for (int i = 1; i < of.threads; ++i)
    pthread_join(threads[i], NULL);
}
