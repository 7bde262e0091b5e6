// Everything that a kernel includes.
#pragma once

#include "array.h"
#include "base.h"
#include "bits.h"
#include "call.h"
#include "complex.h"
#include "element.h"
#include "floating.h"
#include "functions.h"
#include "matmul.h"
#include "number.h"
#include "order.h"
#include "quantiles.h"
#include "random.h"
#include "reduce.h"
#include "select.h"
#include "windows.h"
