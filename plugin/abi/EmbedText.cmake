# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DINPUT=abi.h -DNAME=AbiText -DOUTPUT=AbiText.h -P EmbedText.cmake
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}.new"
     "inline constexpr char ${NAME}[] = R\"abi(${text})abi\";\n")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(REMOVE "${OUTPUT}.new")
