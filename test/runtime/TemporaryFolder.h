// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TemporaryFolder.h - a private folder for the length of a test -----===//
#ifndef TWOFOLD_TEST_RUNTIME_TEMPORARYFOLDER_H
#define TWOFOLD_TEST_RUNTIME_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace twofold {

/// Created with mode 0700, removed with everything in it.
class TemporaryFolder {
  std::string Folder;

public:
  TemporaryFolder() {
    Folder = (std::filesystem::temp_directory_path() / "twofold-XXXXXX");
    if (!mkdtemp(Folder.data()))
      std::abort();
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code Ignored;
    std::filesystem::remove_all(Folder, Ignored);
  }

  const std::string &path() const { return Folder; }
  std::string operator/(const std::string &Name) const {
    return Folder + "/" + Name;
  }

  /// The names in the folder that end so.
  std::vector<std::string> list(const std::string &Suffix) const {
    std::vector<std::string> Names;
    for (const auto &Each : std::filesystem::directory_iterator(Folder))
      if (Each.path().filename().string().ends_with(Suffix))
        Names.push_back(Each.path().filename().string());
    return Names;
  }
};

inline void writeWhole(const std::string &Path, const std::string &Text) {
  std::ofstream(Path, std::ios::binary) << Text;
}

inline std::string readWhole(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(File), {});
}

} // namespace twofold

#endif
