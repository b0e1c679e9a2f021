/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- picture.h - 8-bit RGB pictures in PNG files -----------------------===*\
|*
|* Rows from top to bottom, three bytes a pixel (red, green, blue), no padding.
\*===----------------------------------------------------------------------===*/
#ifndef EXAMPLES_PICTURE_H
#define EXAMPLES_PICTURE_H

#ifdef __cplusplus
extern "C" {
#endif

struct picture {
  int width;
  int height;
  unsigned char *rgb; /* owned: picture_free */
};

/* Both end the program with a message when the file cannot be read or
 * written. */
struct picture picture_read(const char *path);
void picture_write(const char *folder, const char *name,
                   const struct picture *picture);

/* A black picture. */
struct picture picture_create(int width, int height);
void picture_free(struct picture *picture);

#ifdef __cplusplus
}
#endif
#endif
