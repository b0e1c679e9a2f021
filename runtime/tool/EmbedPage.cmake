# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DINPUT=page.html -DNAME=Page -DOUTPUT=Page.h -P EmbedPage.cmake
# In pieces: compilers need not take literals of more than 64 KiB.
file(READ "${INPUT}" text)
string(REPLACE "\n</style>" ")page\" R\"page(\n</style>" text "${text}")
file(WRITE "${OUTPUT}.new"
     "inline constexpr char ${NAME}[] = R\"page(${text})page\";\n")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(REMOVE "${OUTPUT}.new")
