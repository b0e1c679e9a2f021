/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Perceptron.c - training of two dense layers ------------------------===*\
|*
|* perceptron [WIDTH] [STEPS]: batches of 64; weights[to][from]. The host looks
|* at the loss after every tenth step. Launches are short at a width of 128, and
|* long at 4096.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

enum { Batch = 64, Batches = 16, Block = 32 };

struct network {
  int width;
  float *inputs, *targets;               /* Batches of Batch rows */
  float *first, *second;                 /* weights */
  float *hidden, *output, *blame, *deep; /* Batch rows */
};

#ifndef __CUDACC__
/* to = from * weights, and no less than 0 where `positive` */
static void forward(int w, const float *from, const float *weights, float *to,
                    int positive) {
  PARALLEL_NEST(2, firstprivate(w, from, weights, to, positive))
  for (int j = 0; j < w; ++j)
    for (int b = 0; b < Batch; ++b) {
      const float *x = from + (long)b * w, *y = weights + (long)j * w;
      float sum = 0;
      SIMD(reduction(+ : sum))
      for (int k = 0; k < w; ++k)
        sum += x[k] * y[k];
      to[(long)b * w + j] = positive && sum < 0 ? 0 : sum;
    }
}

static double compare(int w, const float *output, const float *target,
                      float *blame) {
  double loss = 0;
  PARALLEL_SIMD(reduction(+ : loss) firstprivate(output, target, blame))
  for (int i = 0; i < Batch * w; ++i) {
    blame[i] = output[i] - target[i];
    loss += blame[i] * blame[i];
  }
  return loss;
}

/* What the hidden layer is to blame for. */
static void backward(int w, const float *blame, const float *weights,
                     const float *hidden, float *deep) {
  PARALLEL_NEST(2, firstprivate(w, blame, weights, hidden, deep))
  for (int from = 0; from < w; from += Block)
    for (int b = 0; b < Batch; ++b) {
      float sums[Block] = {0};
      for (int j = 0; j < w; ++j) {
        float factor = blame[(long)b * w + j];
        const float *row = weights + (long)j * w + from;
        SIMD()
        for (int k = 0; k < Block; ++k)
          sums[k] += factor * row[k];
      }
      for (int k = 0; k < Block; ++k) {
        long at = (long)b * w + from + k;
        deep[at] = hidden[at] > 0 ? sums[k] : 0;
      }
    }
}

static void learn(int w, float rate, const float *blame, const float *from,
                  float *weights) {
  PARALLEL(firstprivate(w, rate, blame, from, weights))
  for (int j = 0; j < w; ++j)
    for (int b = 0; b < Batch; ++b) {
      float factor = rate * blame[(long)b * w + j];
      SIMD()
      for (int k = 0; k < w; ++k)
        weights[(long)j * w + k] -= factor * from[(long)b * w + k];
    }
}

static double train(struct network n, int steps) {
  int w = n.width;
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    long at = (long)(t % Batches) * Batch * w;
    const float *input = n.inputs + at, *target = n.targets + at;
    forward(w, input, n.first, n.hidden, 1);
    forward(w, n.hidden, n.second, n.output, 0);
    double loss = compare(w, n.output, target, n.blame);
    if (t % 10 == 9)
      seen += loss;
    backward(w, n.blame, n.second, n.hidden, n.deep);
    float rate = 0.02f / (float)w;
    learn(w, rate, n.blame, n.hidden, n.second);
    learn(w, rate, n.deep, input, n.first);
    step();
  }
  return seen;
}
#else
enum { Tile = 16 };

/* c[i][j] = sum over k of a(i, k) * b(k, j) in tiles of 16 x 16, where strides
 * say how a and b lie; then c = what is there + factor * sum, or the sum cut
 * off below 0, or the sum where `mask` is positive. */
__global__ void product(int width, int depth, const float *a, int ai, int ak,
                        const float *b, int bk, int bj, float *c, float factor,
                        int positive, const float *mask) {
  __shared__ float left[Tile][Tile + 1], right[Tile][Tile + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.y * Tile + ty, j = blockIdx.x * Tile + tx;
  int i0 = blockIdx.y * Tile, j0 = blockIdx.x * Tile;
  float sum = 0;
  for (int k = 0; k < depth; k += Tile) {
    /* Neighbouring threads read neighbouring elements of either operand. */
    if (ak == 1)
      left[ty][tx] = a[(long)i * ai + k + tx];
    else
      left[tx][ty] = a[(long)(k + ty) * ak + i0 + tx];
    if (bj == 1)
      right[ty][tx] = b[(long)(k + ty) * bk + j];
    else
      right[tx][ty] = b[(long)(j0 + ty) * bj + k + tx];
    __syncthreads();
    for (int m = 0; m < Tile; ++m)
      sum += left[ty][m] * right[m][tx];
    __syncthreads();
  }
  long at = (long)i * width + j;
  if (factor != 0)
    c[at] += factor * sum;
  else if (mask)
    c[at] = mask[at] > 0 ? sum : 0;
  else
    c[at] = positive && sum < 0 ? 0 : sum;
}

__global__ void compare(int count, const float *output, const float *target,
                        float *blame, double *loss) {
  long i = ITEM;
  float difference = i < count ? output[i] - target[i] : 0;
  if (i < count)
    blame[i] = difference;
  addAll(difference * difference, loss);
}

static double train(struct network n, int steps) {
  int w = n.width;
  long all = (long)w * w, batch = (long)Batch * w;
  float *inputs = uploaded(n.inputs, Batches * batch);
  float *targets = uploaded(n.targets, Batches * batch);
  float *first = uploaded(n.first, all), *second = uploaded(n.second, all);
  float *hidden = deviceArray<float>(batch),
        *output = deviceArray<float>(batch);
  float *blame = deviceArray<float>(batch), *deep = deviceArray<float>(batch);
  double *sum = deviceArray<double>(1), seen = 0;
  dim3 group(Tile, Tile), rows(w / Tile, Batch / Tile),
      square(w / Tile, w / Tile);
  for (int t = 0; t < steps; ++t) {
    const float *input = inputs + (t % Batches) * batch;
    const float *target = targets + (t % Batches) * batch;
    float rate = -0.02f / (float)w;
    product<<<rows, group>>>(w, w, input, w, 1, first, 1, w, hidden, 0, 1,
                             nullptr);
    product<<<rows, group>>>(w, w, hidden, w, 1, second, 1, w, output, 0, 0,
                             nullptr);
    CUDA(cudaMemsetAsync(sum, 0, sizeof *sum));
    LAUNCH(compare, batch, (int)batch, output, target, blame, sum);
    product<<<rows, group>>>(w, w, blame, w, 1, second, w, 1, deep, 0, 0,
                             hidden);
    product<<<square, group>>>(w, Batch, blame, 1, w, hidden, w, 1, second,
                               rate, 0, nullptr);
    product<<<square, group>>>(w, Batch, deep, 1, w, input, w, 1, first, rate,
                               0, nullptr);
    program_gpu += 5;
    if (t % 10 == 9) {
      double loss;
      download(&loss, sum, 1);
      seen += loss;
    }
    step();
  }
  download(n.first, first, all);
  download(n.second, second, all);
  return seen;
}
#endif

static float *randomArray(long count, unsigned seed, float scale) {
  float *array = ARRAY(float, count);
  for (long i = 0; i < count; ++i)
    array[i] = scale * (randomFloat(&seed) - 0.5f);
  return array;
}

int main(int count, char **values) {
  int w = (int)argument(count, values, 1, 1024);
  int steps = (int)argument(count, values, 2, 200);
  long batch = (long)Batch * w, all = (long)w * w;
  float scale = 3.5f / sqrtf((float)w);
  struct network n = {w,
                      randomArray(Batches * batch, 1, 2),
                      randomArray(Batches * batch, 2, 2),
                      randomArray(all, 3, scale),
                      randomArray(all, 4, scale),
                      randomArray(batch, 5, 0),
                      randomArray(batch, 6, 0),
                      randomArray(batch, 7, 0),
                      randomArray(batch, 8, 0)};
  begin();
  double check = train(n, steps) / (double)batch;
  for (long i = 0; i < all; ++i)
    check += (n.first[i] + n.second[i]) * 1e-3;
  finish(check);
  return 0;
}
