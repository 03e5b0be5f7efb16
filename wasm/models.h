// The list of models, one line each: what bindings, types, and corner tests cover.
#pragma once
#include "models/async_pipeline.h"
#include "models/block_formats.h"
#include "models/exp_bottleneck.h"
#include "models/generations.h"
#include "models/littles_law.h"
#include "models/ping_pong.h"

namespace companion {

// Calls v.model<Params, Result, &run>(id) for every model, in the order of the lectures.
template <class V>
constexpr void models(V& v) {
  v.template model<generations::Params, generations::Result, &generations::run>("generations");
  v.template model<blockFormats::Params, blockFormats::Result, &blockFormats::run>("block-formats");
  v.template model<expBottleneck::Params, expBottleneck::Result, &expBottleneck::run>("exp-bottleneck");
  v.template model<littlesLaw::Params, littlesLaw::Result, &littlesLaw::run>("littles-law");
  v.template model<asyncPipeline::Params, asyncPipeline::Result, &asyncPipeline::run>("async-pipeline");
  v.template model<pingPong::Params, pingPong::Result, &pingPong::run>("ping-pong");
}

}  // namespace companion
