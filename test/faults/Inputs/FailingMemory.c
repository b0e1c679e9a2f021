// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loaded before the C++ library: the FAULT_NUMBER-th object that the runtime
// makes, with FAULT_REST all after it, too, finds no memory. FAULT_FIGURES gets
// how many there were.
#define _GNU_SOURCE
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t begin_of_runtime, end_of_runtime;
static atomic_long calls;
static long number;
static int rest;

static int find(struct dl_phdr_info *info, size_t size, void *unused) {
  if (!strstr(info->dlpi_name, "/libtwofold.so"))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_LOAD &&
        info->dlpi_phdr[i].p_flags & PF_X) {
      begin_of_runtime = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      end_of_runtime = begin_of_runtime + info->dlpi_phdr[i].p_memsz;
    }
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT_NUMBER");
  number = text ? atol(text) : 0;
  rest = getenv("FAULT_REST") != NULL;
  dl_iterate_phdr(find, NULL);
}

__attribute__((destructor)) static void end(void) {
  const char *path = begin_of_runtime ? getenv("FAULT_FIGURES") : NULL;
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file)
    return;
  fprintf(file, "%ld\n", (long)calls);
  fclose(file);
}

/* operator new(std::size_t, const std::nothrow_t &) */
void *_ZnwmRKSt9nothrow_t(size_t size, const void *unused) {
  const size_t caller = (size_t)__builtin_return_address(0);
  if (begin_of_runtime <= caller && caller < end_of_runtime) {
    const long mine = atomic_fetch_add(&calls, 1) + 1;
    if (number && (mine == number || (rest && mine > number)))
      return NULL;
  }
  return malloc(size);
}
