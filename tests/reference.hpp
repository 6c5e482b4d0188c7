// The oracle: attention in plain loops and double precision, written from the formulas of the papers. It includes
// nothing of src/ and is in no hurry.
#pragma once

#include "reference/attention.hpp"
#include "reference/normalize.hpp"
#include "reference/numbers.hpp"
#include "reference/positions.hpp"
#include "reference/scene.hpp"
