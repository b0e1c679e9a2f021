/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- picture.c - PNG in and out through libpng --------------------------===*/
#include "picture.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *path, const char *why) {
  fprintf(stderr, "%s: %s\n", path, why);
  exit(1);
}

struct picture picture_create(int width, int height) {
  struct picture picture = {width, height, NULL};
  picture.rgb = (unsigned char *)calloc((size_t)width * (size_t)height, 3);
  if (!picture.rgb)
    fail("picture", "out of memory");
  return picture;
}

void picture_free(struct picture *picture) {
  free(picture->rgb);
  picture->rgb = NULL;
}

struct picture picture_read(const char *path) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path))
    fail(path, image.message);
  image.format = PNG_FORMAT_RGB;
  struct picture picture = picture_create((int)image.width, (int)image.height);
  if (!png_image_finish_read(&image, NULL, picture.rgb, 0, NULL))
    fail(path, image.message);
  return picture;
}

void picture_write(const char *folder, const char *name,
                   const struct picture *picture) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = (png_uint_32)picture->width;
  image.height = (png_uint_32)picture->height;
  image.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_file(&image, path, 0, picture->rgb, 0, NULL))
    fail(path, image.message);
}
