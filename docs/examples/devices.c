/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- devices.c - the OpenCL devices that Twofold sees ------------------===*/
#include <stdio.h>
#include <twofold/twofold.h>

int main(void) {
  for (int d = 0; d < twofold_device_count(); ++d)
    printf("%s\n", twofold_device_name(d));
  return 0;
}
