/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables that one operator updates, each in a spelling of its own. */
#define VARIABLES(name, type, start)                                           \
  type name##0 = start, name##1 = start, name##2 = start, name##3 = start,     \
       name##4 = start

#define UPDATES(name, op, e, condition)                                        \
  name##0 op## = (e);                                                          \
  name##1 = name##1 op(e);                                                     \
  name##2 = (e)op name##2;                                                     \
  if (condition)                                                               \
    name##3 op## = (e);                                                        \
  (condition) ? (void)(name##4 = name##4 op(e)) : (void)0

#define SHOW_UPDATES(name)                                                     \
  printf("%s: %a %a %a %a %a\n", #name, (double)name##0, (double)name##1,      \
         (double)name##2, (double)name##3, (double)name##4)
