// Says how far a long run has come, to whoever wants to hear it; no result depends on it.
#pragma once

namespace companion {

// Hears of `share` (0 … 1) of a run; called from within it, by the same thread.
using ProgressListener = void (*)(double share);

void listenToProgress(ProgressListener listener);

// Tells the listener, if there is one. Cheap, but meant for steps of milliseconds and more.
void tellProgress(double share);

}  // namespace companion
