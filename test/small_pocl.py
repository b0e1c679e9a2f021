# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""small_pocl.py FOLDER: PoCL with the built-in functions that kernels of scalars call, and
the one that tiles call with vectors.

PoCL reads all of its built-in functions in each process and parses their
declarations for each kernel, which is most of what a small program on it takes.
This lays out in FOLDER a PoCL that has neither those on vectors and images nor those
that nothing asks for, and is the installed one otherwise, and prints the folder of its
.icd file. A kernel that needs more does not build. Prints nothing where that cannot be
done.
"""
import ctypes
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

VECTOR_TYPE = re.compile(
    r"\b(u?char|u?short|u?int|u?long|float|double|half)(2|3|4|8|16)\b"
    r"|\bimage\w*_t\b|\bsampler_t\b")
VECTOR_FUNCTION = re.compile(
    r"Dv\d+_|v(load|store)a?(_half)?(2|3|4|8|16)|Sleef_\w+[df](2|4|8|16)_"
    r"|async_work|image|pixel")
# The plugin prints casts, `as_` and the atomic functions of OpenCL 1.2.
UNASKED = re.compile(
    r"\b(_Z\d+)?(_cl_)?(convert_|sub_group|work_group_|intel_|amd_|async_|prefetch|bitfield_|"
    r"half_|ndrange_|atomic_(init|load|store|exchange|compare|flag|fetch|work)|"
    r"get_kernel_|enqueue_|wait_group)")
# Tiles multiply and add vectors; each length is made of shorter ones.
FUSED = re.compile(r"\bfma\(|^_Z\d+(_cl_)?fmaDv")
# What kernels and PoCL itself name; other functions are there for these.
NAMED = re.compile(r"_cl_|pocl|printf|barrier|^(_Z\d+)?get_")


def devices():
    """The CPU devices; loads all drivers into this process."""
    cl, n = ctypes.CDLL("libOpenCL.so.1"), ctypes.c_uint()
    ids, device = (ctypes.c_void_p * 16)(), ctypes.c_void_p()
    assert cl.clGetPlatformIDs(16, ids, ctypes.byref(n)) == 0
    for platform in ids[:n.value]:
        if cl.clGetDeviceIDs(ctypes.c_void_p(platform), ctypes.c_ulong(2), 1,
                             ctypes.byref(device), None) == 0:
            yield cl, device


def loaded(name):
    """The file of a library in this process."""
    with open("/proc/self/maps") as maps:
        return re.search(rf"/\S*/{name}\.so\S*", maps.read())[0]


def write_declarations(source, target):
    """opencl-c.h without declarations that name a vector, an image or what nothing asks for."""
    kept, declaration = [], ""
    with open(source) as lines:
        for line in lines:
            if not declaration and (not re.match(r"[a-z_]", line) or
                                    line.startswith(("typedef", "enum"))):
                kept.append(line)
                continue
            declaration += line
            if line.rstrip().endswith(";"):
                if (FUSED.search(declaration) or
                        not (VECTOR_TYPE.search(declaration) or UNASKED.search(declaration))):
                    kept.append(declaration)
                declaration = ""
    with open(target, "w") as header:
        header.writelines(kept)


def write_functions(llvm_file, source, target):
    """The bitcode with what kernels of scalars may call, and what that calls."""
    llvm, pointer = ctypes.CDLL(llvm_file), ctypes.c_void_p
    for name in ("LLVMGetFirstFunction", "LLVMGetNextFunction", "LLVMGetFirstUse",
                 "LLVMDeleteFunction"):
        function = getattr(llvm, name)
        function.restype, function.argtypes = pointer, [pointer]
    llvm.LLVMGetValueName2.restype = ctypes.c_char_p
    llvm.LLVMGetValueName2.argtypes = [pointer, pointer]
    text, module, size = pointer(), pointer(), ctypes.c_size_t()
    assert llvm.LLVMCreateMemoryBufferWithContentsOfFile(
        source.encode(), ctypes.byref(text), ctypes.byref(pointer())) == 0
    assert llvm.LLVMParseBitcode2(text, ctypes.byref(module)) == 0
    unwanted, function = [], llvm.LLVMGetFirstFunction(module)
    while function:
        name = llvm.LLVMGetValueName2(function, ctypes.byref(size)).decode()
        if not FUSED.search(name) and (not NAMED.search(name) or VECTOR_FUNCTION.search(name) or
                                       UNASKED.search(name)):
            unwanted.append(function)
        function = llvm.LLVMGetNextFunction(function)
    before = None
    while before != len(unwanted):
        before, used = len(unwanted), []
        for function in unwanted:
            if llvm.LLVMGetFirstUse(function):
                used.append(function)
            else:
                llvm.LLVMDeleteFunction(function)
        unwanted = used
    assert llvm.LLVMWriteBitcodeToFile(module, target.encode()) == 0


def lay_out(folder, final, pocl, llvm):
    """A PoCL finds its files from where its library lies."""
    library = os.path.dirname(pocl)
    share = os.path.join(library, "../../share/pocl")
    for part in ("lib/any", "share/pocl/include", "vendors"):
        os.makedirs(os.path.join(folder, part))
    os.symlink(pocl, os.path.join(folder, "lib/any/libpocl.so"))
    os.symlink(os.path.join(library, "pocl"), os.path.join(folder, "lib/any/pocl"))
    for file in glob.glob(share + "/include/*") + glob.glob(share + "/*.bc"):
        os.symlink(os.path.realpath(file), os.path.join(
            folder, "share/pocl", os.path.relpath(file, share)))
    # The file for this processor, as a guess: the others stay whole.
    with open("/proc/cpuinfo") as cpu:
        flags = cpu.read()
    variant = "avx512" if "avx512f" in flags else "avx2"
    for name, write in (("include/opencl-c.h", write_declarations),
                        (f"kernel-*-{variant}.bc",
                         lambda *files: write_functions(llvm, *files))):
        for file in glob.glob(os.path.join(folder, "share/pocl", name)):
            source = os.path.realpath(file)
            os.unlink(file)
            write(source, file)
    with open(os.path.join(folder, "vendors/pocl.icd"), "w") as icd:
        icd.write(os.path.join(final, "lib/any/libpocl.so") + "\n")


def build():
    """Status 0 if a kernel with a function of each kind can be built."""
    source = (b"kernel void k(global float *f, global int *i, local int *l) {"
              b"f[get_global_id(0)] = pow(f[0], sin(f[1])); l[0] = 0;"
              b"barrier(CLK_LOCAL_MEM_FENCE); atomic_add(l, as_int(f[2]));"
              b"i[0] = max(*l, popcount(i[1])); }")
    for cl, device in devices():
        for name in ("clCreateContext", "clCreateProgramWithSource"):
            getattr(cl, name).restype = ctypes.c_void_p
        context = ctypes.c_void_p(
            cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None))
        program = ctypes.c_void_p(cl.clCreateProgramWithSource(
            context, 1, ctypes.byref(ctypes.c_char_p(source)), None, None))
        return cl.clBuildProgram(program, 0, None, None, None, None)
    return 1


def main(place):
    assert list(devices())
    pocl, llvm = loaded("libpocl"), loaded(r"libLLVM[-\d]*")
    state = [(file, os.stat(file).st_mtime_ns) for file in (pocl, llvm, __file__)]
    folder = os.path.join(
        os.path.abspath(place), hashlib.sha1(repr(state).encode()).hexdigest()[:12])
    vendors = os.path.join(folder, "vendors")
    if not os.path.exists(folder):
        os.makedirs(place, exist_ok=True)
        part = tempfile.mkdtemp(dir=place)
        lay_out(part, folder, pocl, llvm)
        try:
            os.rename(part, folder)
        except OSError: # another run has been here
            shutil.rmtree(part)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "OCL_ICD_VENDORS": vendors, "POCL_CACHE_DIR": cache}
        subprocess.run([sys.executable, __file__, "--build"], check=True,
                       env=environment, capture_output=True)
    print(vendors)


sys.exit(build() if sys.argv[1] == "--build" else main(sys.argv[1]))
