// The random signals that stand in for weights: how they are drawn (numpy's streams) and the law they follow.
#pragma once
#include <cstdint>
#include <span>

namespace companion {

enum class SignalLaw : uint8_t { studentT, normal, laplace, uniform, outliers };

struct Signal {
  SignalLaw law = SignalLaw::studentT;
  double df = 5;                  // studentT
  double outlierFraction = 1e-3;  // outliers: this share of a normal's draws …
  double outlierFactor = 50;      // … is multiplied by this
  double scale = 1;               // of every draw
  bool operator==(const Signal&) const = default;
};

// numpy's default_rng(seed): standard_t(df, n), standard_normal(n), laplace(size=n), uniform(-1, 1, n), or
// standard_normal(n) with those entries multiplied where random(n), drawn next, is below the fraction; all × scale.
void drawSignal(const Signal& signal, uint64_t seed, std::span<double> out);

// Moments of |x| of the unscaled law over [0, limit]: probability, mean and second moment of what lies there.
struct PartialMoments {
  double probability, first, second;
};
PartialMoments partialMoments(const Signal& signal, double limit);

// E x² of the unscaled law; infinite for Student-t with df <= 2, and then partialMoments has no second moment.
double secondMoment(const Signal& signal);

}  // namespace companion
