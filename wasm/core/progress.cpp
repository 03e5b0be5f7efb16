// Keeps the one listener to progress.
#include "core/progress.h"

namespace companion {
namespace {
ProgressListener hearing = nullptr;
}

void listenToProgress(ProgressListener listener) { hearing = listener; }

void tellProgress(double share) {
  if (hearing) hearing(share);
}

}  // namespace companion
