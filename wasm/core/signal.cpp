// Draws of the signals and closed forms of their partial moments.
#include "core/signal.h"

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.h"

namespace companion {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Multiplies some entries by the factor; the choice is drawn after the values, in chunks of the same stream.
void scatterOutliers(const Signal& signal, Generator& generator, std::span<double> values) {
  std::vector<double> chance(values.size());
  generator.fillRandom(chance);
  for (size_t i = 0; i < values.size(); ++i)
    if (chance[i] < signal.outlierFraction) values[i] *= signal.outlierFactor;
}

// Regularized incomplete beta function by its continued fraction (Lentz), for x below the mean where it converges fast.
double incompleteBetaFraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
  double fraction = d;
  for (int m = 1; m <= 300; ++m) {
    for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                              -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
      d = 1 + term * d;
      d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
      c = 1 + term / c;
      if (std::fabs(c) < kTiny) c = kTiny;
      fraction *= d * c;
    }
    if (std::fabs(d * c - 1) < 1e-15) break;
  }
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x)) / a;
  return front * fraction;
}

// P(|T| <= limit) for Student-t.
double studentProbability(double df, double limit) {
  if (limit <= 0) return 0;
  const double squared = limit * limit, x = df / (df + squared);
  const double a = df / 2, b = 0.5;
  return x < (a + 1) / (a + b + 2) ? 1 - incompleteBetaFraction(a, b, x)
                                   : incompleteBetaFraction(b, a, squared / (df + squared));
}

double studentDensityAtZero(double df) {
  return std::exp(std::lgamma((df + 1) / 2) - std::lgamma(df / 2)) / std::sqrt(df * kPi);
}

PartialMoments studentMoments(double df, double limit) {
  const double c = studentDensityAtZero(df), probability = studentProbability(df, limit);
  const double first = 2 * c * df / (df - 1) * -std::expm1(-(df - 1) / 2 * std::log1p(limit * limit / df));
  // x² f = df ((1 + x²/df) - 1) f, and the first part is a Student-t density of two degrees of freedom less.
  const double less = df - 2, ratio = std::sqrt(df / less);
  const double second =
      df * (c / studentDensityAtZero(less) * ratio * studentProbability(less, limit / ratio) - probability);
  return {probability, first, second};
}

PartialMoments normalMoments(double limit) {
  const double density = std::sqrt(2 / kPi) * std::exp(-limit * limit / 2);
  const double probability = std::erf(limit / std::sqrt(2.0));
  return {probability, std::sqrt(2 / kPi) - density, probability - limit * density};
}

}  // namespace

void drawSignal(const Signal& signal, uint64_t seed, std::span<double> out) {
  Generator generator(seed);
  switch (signal.law) {
    case SignalLaw::studentT:
      generator.fillStandardT(signal.df, out);
      break;
    case SignalLaw::laplace:
      generator.fillLaplace(out);
      break;
    case SignalLaw::uniform:
      generator.fillRandom(out);
      for (double& x : out) x = -1 + 2 * x;
      break;
    case SignalLaw::normal:
    case SignalLaw::outliers:
      generator.fillStandardNormal(out);
      if (signal.law == SignalLaw::outliers) scatterOutliers(signal, generator, out);
      break;
  }
  for (double& x : out) x *= signal.scale;
}

PartialMoments partialMoments(const Signal& signal, double limit) {
  switch (signal.law) {
    case SignalLaw::studentT:
      return studentMoments(signal.df, limit);
    case SignalLaw::normal:
      return normalMoments(limit);
    case SignalLaw::laplace: {
      const double density = std::exp(-limit);
      return {-std::expm1(-limit), 1 - (limit + 1) * density, 2 - (limit * limit + 2 * limit + 2) * density};
    }
    case SignalLaw::uniform: {
      const double x = std::fmin(limit, 1);
      return {x, x * x / 2, x * x * x / 3};
    }
    case SignalLaw::outliers: {
      const double p = signal.outlierFraction, k = signal.outlierFactor;
      const PartialMoments rest = normalMoments(limit), out = normalMoments(limit / k);
      return {(1 - p) * rest.probability + p * out.probability, (1 - p) * rest.first + p * k * out.first,
              (1 - p) * rest.second + p * k * k * out.second};
    }
  }
  return {};
}

double secondMoment(const Signal& signal) {
  switch (signal.law) {
    case SignalLaw::studentT:
      return signal.df > 2 ? signal.df / (signal.df - 2) : std::numeric_limits<double>::infinity();
    case SignalLaw::normal:
      return 1;
    case SignalLaw::laplace:
      return 2;
    case SignalLaw::uniform:
      return 1.0 / 3;
    case SignalLaw::outliers:
      return 1 - signal.outlierFraction + signal.outlierFraction * signal.outlierFactor * signal.outlierFactor;
  }
  return 0;
}

}  // namespace companion
