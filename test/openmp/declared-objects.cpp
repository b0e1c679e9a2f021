// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of objects that the program declares is taken where an object
// that is made of nothing has only zeros.
// RUN: %clangxx -O1 -fsyntax-only %plugin -fplugin-arg-twofold-openmp -fopenmp -Wno-gnu-imaginary-constant -Rpass-missed=twofold -Rpass=twofold %s 2>&1 | %FileCheck %s --implicit-check-not=remark:

int made;

struct Numbers {
  int a = 0; double b = 0;
  Numbers &operator+=(const Numbers &o) {
    a += o.a; b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : Numbers : omp_out += omp_in)
Numbers sum(const Numbers *x, int n) {
  Numbers t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct Triple {
  int a[3]{0, 0, 0};
  double b[2] = {};
  Triple &operator+=(const Triple &o) {
    for (int k = 0; k < 3; ++k)
      a[k] += o.a[k];
    b[0] += o.b[0];
    return *this;
  }
};
#pragma omp declare reduction(+ : Triple : omp_out += omp_in)
Triple sum(const int *x, int n) {
  Triple t;
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: remark: OpenMP's 'parallel for' stays as it is: reduction variable 't' is used outside its reduction '+'
    t.a[i % 3] += x[i];
  return t;
}

struct OneNumber {
  int a = 1; double b = 0;
  OneNumber &operator+=(const OneNumber &o) {
    a += o.a; b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : OneNumber : omp_out += omp_in)
OneNumber sum(const OneNumber *x, int n) {
  OneNumber t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct MinusZero {
  int a = 0; double b = -0.0;
  MinusZero &operator+=(const MinusZero &o) {
    a += o.a; b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : MinusZero : omp_out += omp_in)
MinusZero sum(const MinusZero *x, int n) {
  MinusZero t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct Pair {
  double _Complex z = 0;
  Pair &operator+=(const Pair &o) {
    z += o.z;
    return *this;
  }
};
#pragma omp declare reduction(+ : Pair : omp_out += omp_in)
Pair sum(const Pair *x, int n) {
  Pair t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct RealPair {
  double _Complex z = 1;
  RealPair &operator+=(const RealPair &o) {
    z += o.z;
    return *this;
  }
};
#pragma omp declare reduction(+ : RealPair : omp_out += omp_in)
RealPair sum(const RealPair *x, int n) {
  RealPair t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct ImaginaryPair {
  double _Complex z = 1i;
  ImaginaryPair &operator+=(const ImaginaryPair &o) {
    z += o.z;
    return *this;
  }
};
#pragma omp declare reduction(+ : ImaginaryPair : omp_out += omp_in)
ImaginaryPair sum(const ImaginaryPair *x, int n) {
  ImaginaryPair t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct Parts {
  Numbers a; double b = 0;
  Parts &operator+=(const Parts &o) {
    a += o.a; b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : Parts : omp_out += omp_in)
Parts sum(const Parts *x, int n) {
  Parts t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct OnePart {
  OneNumber a; double b = 0;
  OnePart &operator+=(const OnePart &o) {
    a += o.a; b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : OnePart : omp_out += omp_in)
OnePart sum(const OnePart *x, int n) {
  OnePart t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

// Their constructors are no constant expressions.

struct Made {
  int a;
  double b;
  Made() : a(0), b(0) {}
  Made &operator+=(const Made &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : Made : omp_out += omp_in)
Made sum(const Made *x, int n) {
  Made t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct HalfMade {
  int a;
  double b;
  HalfMade() : a(0) {}
  HalfMade &operator+=(const HalfMade &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : HalfMade : omp_out += omp_in)
HalfMade sum(const HalfMade *x, int n) {
  HalfMade t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct MadeOne {
  int a;
  double b;
  MadeOne() : a(0), b(1) {}
  MadeOne &operator+=(const MadeOne &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : MadeOne : omp_out += omp_in)
MadeOne sum(const MadeOne *x, int n) {
  MadeOne t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct Counted {
  int a;
  double b;
  Counted() : a(0), b(0) { ++made; }
  Counted &operator+=(const Counted &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : Counted : omp_out += omp_in)
Counted sum(const Counted *x, int n) {
  Counted t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct Given {
  int a;
  double b;
  Given(int v = 0) : a(v), b(0) {}
  Given &operator+=(const Given &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : Given : omp_out += omp_in)
Given sum(const Given *x, int n) {
  Given t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct GivenOne {
  int a;
  double b;
  GivenOne(int v = 1) : a(v), b(0) {}
  GivenOne &operator+=(const GivenOne &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : GivenOne : omp_out += omp_in)
GivenOne sum(const GivenOne *x, int n) {
  GivenOne t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

// What they begin with is said.

struct Said {
  int a;
  double b;
  constexpr Said(int a = 1, double b = 0) : a(a), b(b) {}
  Said &operator+=(const Said &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
  Said &operator*=(const Said &o) {
    a *= o.a;
    b *= o.b;
    return *this;
  }
};
void begin(Said *s) { *s = Said(0); }
#pragma omp declare reduction(zero : Said : omp_out += omp_in) initializer(omp_priv = Said(0))
Said sumOfZero(const Said *x, int n) {
  Said t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(zero : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}
#pragma omp declare reduction(one : Said : omp_out += omp_in) initializer(omp_priv = Said(1))
Said sumOfOne(const Said *x, int n) {
  Said t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(one : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}
#pragma omp declare reduction(begun : Said : omp_out += omp_in) initializer(begin(&omp_priv))
Said sumOfBegun(const Said *x, int n) {
  Said t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(begun : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}
#pragma omp declare reduction(product : Said : omp_out *= omp_in) initializer(omp_priv = Said(0))
Said productOfZero(const Said *x, int n) {
  Said t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(product : t)
  for (int i = 0; i < n; ++i)
    t *= x[i];
  return t;
}

// What they are made of counts, too.
struct Base {
  int a = 0;
};
struct OneBase {
  int a = 1;
};

struct OfBase : Base {
  double b = 0;
  OfBase &operator+=(const OfBase &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : OfBase : omp_out += omp_in)
OfBase sum(const OfBase *x, int n) {
  OfBase t;
  // CHECK: :[[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

struct OfOneBase : OneBase {
  double b = 0;
  OfOneBase &operator+=(const OfOneBase &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
#pragma omp declare reduction(+ : OfOneBase : omp_out += omp_in)
OfOneBase sum(const OfOneBase *x, int n) {
  OfOneBase t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}

// What is combined with a variable of the program's.

int scale = 2;
struct Scaled {
  int a = 0;
  Scaled &operator+=(const Scaled &o) {
    a += o.a * scale;
    return *this;
  }
};
#pragma omp declare reduction(+ : Scaled : omp_out += omp_in)
Scaled sum(const Scaled *x, int n) {
  Scaled t;
  // CHECK: :[[@LINE+2]]:3: remark: OpenMP's 'parallel for' stays as it is: global variable 'scale' does not reach the function that uses it
#pragma omp parallel for reduction(+ : t)
  for (int i = 0; i < n; ++i)
    t += x[i];
  return t;
}
