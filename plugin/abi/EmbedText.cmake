# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DINPUT=abi.h -DNAME=AbiText -DOUTPUT=AbiText.h -P EmbedText.cmake
# Without the lines that include other headers of the ABI, which the plugin shows
# in front.
file(READ "${INPUT}" text)
string(REGEX REPLACE "#include \"twofold/[a-z]+\\.h\"\n" "" text "${text}")
file(WRITE "${OUTPUT}.new"
     "inline constexpr char ${NAME}[] = R\"abi(${text})abi\";\n")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(REMOVE "${OUTPUT}.new")
