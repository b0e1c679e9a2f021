/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- nbody.c - gravity between all pairs of bodies ---------------------===*\
|*
|*   nbody [OUTPUT_FOLDER]
|*
|* Two discs of bodies that fall towards each other. The step is exact (the same
|* bits everywhere); the energy is a reduction, whose order is free.
\*===----------------------------------------------------------------------===*/
#include "measure.h"

#include <math.h>

enum { Bodies = 2048, Steps = 4 };

struct body {
  float x, y, z, mass;
};

struct velocity {
  float x, y, z, unused;
};

static const float Softening = 1e-3f;

/* velocity[i] += dt * acceleration of body i. */
static void kick(struct velocity *restrict velocity,
                 const struct body *restrict body, int n, float dt) {
#pragma omp parallel for firstprivate(velocity, body)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < n; ++j) {
      float dx = body[j].x - body[i].x;
      float dy = body[j].y - body[i].y;
      float dz = body[j].z - body[i].z;
      float squared = dx * dx + dy * dy + dz * dz + Softening;
      float inverse = 1.0f / sqrtf(squared);
      float pull = body[j].mass * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    velocity[i].x += dt * ax;
    velocity[i].y += dt * ay;
    velocity[i].z += dt * az;
  }
}

static void drift(struct body *restrict body,
                  const struct velocity *restrict velocity, int n, float dt) {
#pragma omp parallel for simd firstprivate(velocity, body)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    body[i].x += dt * velocity[i].x;
    body[i].y += dt * velocity[i].y;
    body[i].z += dt * velocity[i].z;
  }
}

static double kinetic_energy(const struct body *body,
                             const struct velocity *velocity, int n) {
  double energy = 0.0;
#pragma omp parallel for reduction(+ : energy)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double x = velocity[i].x, y = velocity[i].y, z = velocity[i].z;
    energy += 0.5 * body[i].mass * (x * x + y * y + z * z);
  }
  return energy;
}

static float uniform(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 16777216.0f;
}

static void place(struct body *body, struct velocity *velocity, int n) {
  unsigned state = 1;
  for (int i = 0; i < n; ++i) {
    float side = i % 2 ? 1.0f : -1.0f;
    float radius = 0.05f + 0.6f * sqrtf(uniform(&state));
    float angle = 6.2831853f * uniform(&state);
    float speed = sqrtf(0.5f * radius);
    body[i].x = side + radius * cosf(angle);
    body[i].y = 0.3f * side + radius * sinf(angle);
    body[i].z = 0.05f * (uniform(&state) - 0.5f);
    body[i].mass = 1.0f / (float)n;
    velocity[i].x = -speed * sinf(angle) - 0.2f * side;
    velocity[i].y = speed * cosf(angle);
    velocity[i].z = 0.0f;
    velocity[i].unused = 0.0f;
  }
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  struct body *body = (struct body *)allocate(sizeof *body * Bodies);
  struct velocity *velocity =
      (struct velocity *)allocate(sizeof *velocity * Bodies);
  place(body, velocity, Bodies);

  double times[Repetitions], energy = 0.0;
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    for (int step = 0; step < Steps; ++step) {
      kick(velocity, body, Bodies, 0.005f);
      drift(body, velocity, Bodies, 0.005f);
      energy = kinetic_energy(body, velocity, Bodies);
    }
    times[r] = seconds_now() - start;
  }

  dump(folder, "nbody.bin", body, sizeof *body * Bodies);
  report("nbody", times, energy);
  free(body);
  free(velocity);
  return 0;
}
