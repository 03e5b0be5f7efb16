// Runs a test with the C library's plain kernels: the golden streams are those of glibc without fused multiply-add.
#pragma once
#include <gtest/gtest.h>

#if defined(__GLIBC__) && defined(__x86_64__)
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <string>
#endif

// True if the kernels are plain here. If not, and they can be had, the running test is run again under them in a
// process of its own, whose failure is a failure here: the C library picks its kernels when a program starts.
inline bool hasPlainCMaths() {
#if defined(__GLIBC__) && defined(__x86_64__)
  const std::string plain = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2";
  const char* tunables = std::getenv("GLIBC_TUNABLES");
  if (tunables && tunables == plain) return true;
  char path[PATH_MAX] = {};
  EXPECT_GT(readlink("/proc/self/exe", path, sizeof path - 1), 0);
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string filter = std::string(test->test_suite_name()) + "." + test->name();
  EXPECT_EQ(std::system(("GLIBC_TUNABLES=" + plain + " '" + path + "' --gtest_filter=" + filter).c_str()), 0);
#else
  [] { GTEST_SKIP() << "the kernels of this C library cannot be chosen"; }();
#endif
  return false;
}
