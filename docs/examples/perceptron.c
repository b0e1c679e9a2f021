/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- perceptron.c - a small network learns two spirals -----------------===*\
|*
|*   perceptron [OUTPUT_FOLDER]
|*
|* Two inputs, a layer of units that bend, one output; gradient descent on all
|* samples at once. Sums run in the order of samples or units, so that all
|* variants learn the same bits. Writes perceptron.png: what the network says
|* of each point, and the samples.
\*===----------------------------------------------------------------------===*/
#include "measure.h"
#include "picture.h"

#include <math.h>

enum { Samples = 512, Units = 64, Inputs = 6, Rounds = 60, Side = 256 };

struct network {
  float in[Units * Inputs]; /* weights of a unit side by side */
  float out[Units];
};

/* Bends as tanh does, by arithmetic alone. */
static float bend(float x) { return x / (1.0f + (x < 0.0f ? -x : x)); }
static float slope(float y) {
  float flat = 1.0f - (y < 0.0f ? -y : y);
  return flat * flat;
}

/* hidden: of each sample its units. missed: how far the answers are off. */
static void forward(float *restrict hidden, float *restrict answer,
                    const float *restrict sample, const float *restrict in,
                    const float *restrict out, int samples) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int s = 0; s < samples; ++s) {
    float sum = 0.0f;
    for (int u = 0; u < Units; ++u) {
      float unit = 0.0f;
      for (int i = 0; i < Inputs; ++i)
        unit += in[u * Inputs + i] * sample[s * Inputs + i];
      hidden[s * Units + u] = bend(unit);
      sum += out[u] * hidden[s * Units + u];
    }
    answer[s] = bend(sum);
  }
}

/* A step against the gradient, each weight by itself. */
static void learn(float *restrict in, float *restrict out,
                  const float *restrict hidden, const float *restrict answer,
                  const float *restrict sample, const float *restrict label,
                  int samples, float rate) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int u = 0; u < Units; ++u) {
    float down = 0.0f, back[Inputs] = {0};
    for (int s = 0; s < samples; ++s) {
      float miss = (answer[s] - label[s]) * slope(answer[s]);
      float here = hidden[s * Units + u];
      down += miss * here;
      for (int i = 0; i < Inputs; ++i)
        back[i] += miss * out[u] * slope(here) * sample[s * Inputs + i];
    }
    out[u] -= rate * down;
    for (int i = 0; i < Inputs; ++i)
      in[u * Inputs + i] -= rate * back[i];
  }
}

/* What a unit sees of a point: its place, its square, and a constant. */
static void place(float *sample, float x, float y) {
  const float seen[Inputs] = {1.0f, x, y, x * y, x * x - y * y, x * x + y * y};
  for (int i = 0; i < Inputs; ++i)
    sample[i] = seen[i];
}

static float uniform(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 16777216.0f;
}

static void spirals(float *sample, float *label) {
  for (int s = 0; s < Samples; ++s) {
    float turn = 4.5f * (float)(s / 2) / (Samples / 2);
    float angle = turn + (s % 2 ? 3.1415927f : 0.0f);
    float radius = 0.4f + 0.35f * turn;
    place(sample + s * Inputs, radius * cosf(angle), radius * sinf(angle));
    label[s] = s % 2 ? 0.8f : -0.8f;
  }
}

static void paint(struct picture *picture, const float *answer,
                  const float *sample) {
  for (int p = 0; p < Side * Side; ++p) {
    float a = 0.5f + 0.5f * answer[p];
    picture->rgb[3 * p] = (unsigned char)(70 + 150 * a);
    picture->rgb[3 * p + 1] = (unsigned char)(110 + 60 * a);
    picture->rgb[3 * p + 2] = (unsigned char)(200 - 140 * a);
  }
  for (int s = 0; s < Samples; ++s) {
    int x = (int)((sample[s * Inputs + 1] + 2.2f) / 4.4f * Side);
    int y = (int)((sample[s * Inputs + 2] + 2.2f) / 4.4f * Side);
    for (int c = 0; c < 3; ++c)
      picture->rgb[3 * (y * Side + x) + c] = s % 2 ? 255 : 0;
  }
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  int points = Side * Side;
  float *sample = (float *)allocate(sizeof(float) * Samples * Inputs);
  float *label = (float *)allocate(sizeof(float) * Samples);
  float *grid = (float *)allocate(sizeof(float) * points * Inputs);
  float *hidden = (float *)allocate(sizeof(float) * points * Units);
  float *answer = (float *)allocate(sizeof(float) * points);
  struct network net;
  spirals(sample, label);
  for (int p = 0; p < points; ++p)
    place(grid + p * Inputs, 4.4f * (float)(p % Side) / Side - 2.2f,
          4.4f * (float)(p / Side) / Side - 2.2f);
  unsigned state = 7;
  for (int w = 0; w < Units * Inputs; ++w)
    net.in[w] = 3.0f * (uniform(&state) - 0.5f);
  for (int u = 0; u < Units; ++u)
    net.out[u] = 0.5f * (uniform(&state) - 0.5f);

  double times[Repetitions];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    for (int round = 0; round < Rounds; ++round) {
      forward(hidden, answer, sample, net.in, net.out, Samples);
      learn(net.in, net.out, hidden, answer, sample, label, Samples, 0.01f);
    }
    forward(hidden, answer, grid, net.in, net.out, points);
    times[r] = seconds_now() - start;
  }

  struct picture picture = picture_create(Side, Side);
  paint(&picture, answer, sample);
  picture_write(folder, "perceptron.png", &picture);
  dump(folder, "perceptron.bin", &net, sizeof net);
  forward(hidden, answer, sample, net.in, net.out, Samples);
  int right = 0;
  for (int s = 0; s < Samples; ++s)
    right += (answer[s] > 0.0f) == (label[s] > 0.0f);
  report("perceptron", times, right);
  picture_free(&picture);
  free(sample);
  free(label);
  free(grid);
  free(hidden);
  free(answer);
  return 0;
}
