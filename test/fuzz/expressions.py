# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions without undefined behaviour, and the statements of a loop's body.

Every expression has the type uint64_t, so that arithmetic wraps. Signed and
floating-point arithmetic is done inside, on operands masked to few bits: it is
exact, whatever order or instructions it is done in."""

INTEGERS = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t",
            "int64_t", "uint64_t"]
FLOATS = ["float", "double"]


def from_element(kind, text):
    """The uint64_t of an element. Floating-point ones hold small integers."""
    return f"(uint64_t)(int64_t){text}" if kind in FLOATS else f"(uint64_t){text}"


def to_element(kind, text):
    """What an element of this type is assigned."""
    if kind in FLOATS:
        return f"({kind})(int32_t)(({text}) & 1023)"
    return f"({kind})({text})"


class Expressions:
    """Draws expressions over a list of leaves, which grows with the variables
    that a body declares."""

    def __init__(self, random, leaves, functions=()):
        self.random = random
        self.leaves = list(leaves)
        self.functions = list(functions)
        self.divides = True
        self.deepest = 2

    def leaf(self):
        if self.leaves and self.random.random() < 0.75:
            return self.random.choice(self.leaves)
        return f"{self.random.choice([0, 1, 2, 3, 5, 7, 13, 100, 255, 4096, 65537])}ull"

    def number(self, depth=0):
        if depth > self.deepest or self.random.random() < 0.2:
            return self.leaf()
        a, b = self.number(depth + 1), self.number(depth + 1)
        divisions = [
            lambda: f"({a} {self.random.choice('/%')} ({b} | 1))",
            lambda: f"(uint64_t)((int32_t)({a} & 65535) / -((int32_t)({b} & 15) + 1))",
        ]
        forms = [
            *(divisions if self.divides else []),
            lambda: f"({a} {self.random.choice('+-*^&|')} {b})",
            lambda: f"({a} {self.random.choice('+-*^&|')} {b})",
            lambda: f"({a} {self.random.choice(['<<', '>>'])} ({b} & 31))",
            lambda: f"(uint64_t)({self.random.choice(INTEGERS)})({a})",
            lambda: f"({self.truth(depth + 1)} ? {a} : {b})",
            lambda: f"(uint64_t)~({a})",
            lambda: f"(uint64_t)((int32_t)({a} & 4095) * ((int32_t)({b} & 1023) - 512))",
            lambda: f"(uint64_t)(int64_t)(({self.random.choice(FLOATS)})(int32_t)({a} & 1023)"
                    f" * 0.5 - (int32_t)({b} & 255))",
            lambda: f"(uint64_t)({self.truth(depth + 1)})",
        ]
        if self.functions:
            name, arity = self.random.choice(self.functions)
            operands = [a, b, self.leaf()][:arity]
            forms.append(lambda: f"{name}({', '.join(operands)})")
        return self.random.choice(forms)()

    def truth(self, depth=1):
        a, b = self.number(depth + 1), self.number(depth + 1)
        return self.random.choice([
            f"{a} {self.random.choice(['<', '>', '<=', '>=', '==', '!='])} {b}",
            f"({a} & {self.random.choice([1, 3, 4])}) == 0",
            f"(int16_t)({a}) < (int16_t)({b})",
            f"({a} & 1) && ({b} & 2)",
            f"({a} & 1) || ({b} & 4)",
        ])


class Body:
    """The statements of an iteration. `stores` are functions from an expression
    to a statement, each of which an iteration does as often as it likes."""

    def __init__(self, random, expressions, stores, cxx):
        self.random = random
        self.of = expressions
        self.stores = stores
        self.cxx = cxx
        self.names = 0
        self.variables = []  # those that may be assigned

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def lines(self, count, depth=0):
        """Statements of a block; what it declares is forgotten behind it."""
        leaves, variables = len(self.of.leaves), len(self.variables)
        out = [line for _ in range(count) for line in self.statement(depth)]
        del self.of.leaves[leaves:], self.variables[variables:]
        return out

    def block(self, depth):
        return [f"  {line}" for line in self.lines(self.random.randrange(1, 3), depth + 1)]

    def statement(self, depth):
        kinds = [self.declaration, self.declaration, self.assignment, self.store, self.store]
        if depth < 2:
            kinds += [self.condition, self.switch, self.counted, self.loop_while,
                      self.private_array, self.stack, self.record]
            if self.cxx:
                kinds += [self.function_object, self.reference, self.fixed_array, self.binding]
        return self.random.choice(kinds)(depth)

    def declaration(self, depth):
        kind = self.random.choice(INTEGERS + FLOATS)
        name = self.fresh("v")
        line = f"{kind} {name} = {to_element(kind, self.of.number())};"
        self.of.leaves.append(from_element(kind, name))
        self.variables.append((kind, name))
        return [line]

    def assignment(self, depth):
        if not self.variables:
            return self.declaration(depth)
        kind, name = self.random.choice(self.variables)
        if kind in INTEGERS[1::2] and self.random.random() < 0.5:
            return [f"{name} {self.random.choice(['+=', '^=', '*=', '-='])}"
                    f" ({kind})({self.of.number()});"
                    if kind != "uint16_t" else f"{name} ^= ({kind})({self.of.number()});"]
        return [f"{name} = {to_element(kind, self.of.number())};"]

    def store(self, depth):
        if not self.stores:
            return self.assignment(depth)
        return [self.random.choice(self.stores)(self.of.number())]

    def condition(self, depth):
        out = [f"if ({self.of.truth()}) {{", *self.block(depth)]
        if self.random.random() < 0.5:
            out += ["} else {", *self.block(depth)]
        return out + ["}"]

    def switch(self, depth):
        out = [f"switch ({self.of.number()} & 3) {{"]
        for case in ("case 0:", "case 2:", "default:"):
            out += [case + " {", *self.block(depth)]
            out += ["  break;", "}"] if self.random.random() < 0.7 else ["}"]
        return out + ["}"]

    def counted(self, depth):
        name = self.fresh("k")
        trips = self.random.choice(["3", "5", f"(int)({self.of.number()} & 7)"])
        self.of.leaves.append(f"(uint64_t){name}")
        body = self.block(depth)
        self.of.leaves.pop()
        if self.random.random() < 0.3:
            body.insert(0, f"  if ({self.of.truth()}) {self.random.choice(['break', 'continue'])};")
        return [f"for (int {name} = 0; {name} < {trips}; ++{name}) {{", *body, "}"]

    def loop_while(self, depth):
        name = self.fresh("w")
        body = self.block(depth)
        if self.random.random() < 0.5:
            return ["{", f"  int {name} = (int)({self.of.number()} & 7);",
                    f"  while ({name}-- > 0) {{", *body, "  }", "}"]
        return ["{", f"  int {name} = 0;", "  do {", *body,
                f"  }} while (++{name} < 4 && ({self.of.truth()}));", "}"]

    def private_array(self, depth):
        kind = self.random.choice(INTEGERS)
        name, index = self.fresh("t"), self.fresh("k")
        out = [f"{kind} {name}[8];",
               f"for (int {index} = 0; {index} < 8; ++{index})",
               f"  {name}[{index}] = ({kind})({self.of.number()} + (uint64_t){index});"]
        for _ in range(self.random.randrange(1, 3)):
            out.append(f"{name}[{self.of.number()} & 7] = ({kind})({self.of.number()});")
        self.of.leaves.append(f"(uint64_t){name}[{self.of.number()} & 7]")
        return out

    def stack(self, depth):
        name, top, index = self.fresh("s"), self.fresh("n"), self.fresh("k")
        out = [f"uint32_t {name}[6];", f"int {top} = 0;",
               f"for (int {index} = 0; {index} < 6; ++{index}) {{",
               f"  if (({self.of.number()} >> {index}) & 1)",
               f"    {name}[{top}++] = (uint32_t)({self.of.number()});",
               f"  else if ({top} > 0)",
               f"    --{top};",
               "}",
               f"const uint64_t {name}_top = {top} > 0 ? {name}[{top} - 1] : 9;"]
        self.of.leaves.append(f"{name}_top")
        return out

    def record(self, depth):
        name = self.fresh("r")
        out = [f"struct Pair {name} = {{(int32_t)({self.of.number()}), {self.of.number()}}};"]
        if self.random.random() < 0.5:
            out.append(f"{name}.first = (int32_t)({self.of.number()} ^ {name}.second);")
        if self.random.random() < 0.5:
            other = self.fresh("r")
            out += [f"struct Pair {other} = {name};", f"{other}.second += {self.of.leaf()};"]
            self.of.leaves.append(f"{other}.second")
        self.of.leaves += [f"(uint64_t){name}.first", f"{name}.second"]
        return out

    def function_object(self, depth):
        name = self.fresh("f")
        capture = self.random.choice(["&", "="])
        out = [f"auto {name} = [{capture}](uint64_t x) {{ return x ^ ({self.of.number()}); }};"]
        self.of.leaves.append(f"{name}({self.of.leaf()})")
        return out

    def reference(self, depth):
        if not self.variables:
            return self.declaration(depth)
        kind, name = self.random.choice(self.variables)
        ref = self.fresh("q")
        return [f"{kind} &{ref} = {name};", f"{ref} = {to_element(kind, self.of.number())};"]

    def fixed_array(self, depth):
        name = self.fresh("fixed")
        out = [f"std::array<uint16_t, 4> {name} = {{(uint16_t)({self.of.number()}), 2, 3,"
               f" (uint16_t)({self.of.leaf()})}};",
               f"{name}[{self.of.number()} & 3] = (uint16_t)({self.of.number()});"]
        self.of.leaves.append(f"(uint64_t){name}[{self.of.leaf()} & 3]")
        return out

    def binding(self, depth):
        first, second = self.fresh("b"), self.fresh("b")
        out = [f"auto [{first}, {second}] = Pair{{(int32_t)({self.of.number()}),"
               f" {self.of.number()}}};", f"{second} ^= (uint64_t){first};"]
        self.of.leaves.append(second)
        return out
