/*
** floating.h: the arithmetic that the core needs, whatever flags it is compiled with: doubles as in IEEE 754, each
** operation rounded once. Routes then are the same to the last bit on every machine.
**
** Besides + - * / only these functions of math.h are called: fabs, floor, ceil, fmod, fmin and fmax (not on zeros of
** unlike sign), whose results are exact and hence the same everywhere. The square root is as_sqrt().
*/
#ifndef AS_FLOATING_H
#define AS_FLOATING_H

#include <float.h>
#include <math.h>

/* Fast modes drop NaN and infinity, which the core uses, and reorder sums. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(_M_FP_FAST)
#error "astar cannot be compiled with -ffast-math, -Ofast, -funsafe-math-optimizations or /fp:fast"
#endif
#if defined(__FINITE_MATH_ONLY__)
#if __FINITE_MATH_ONLY__ > 0
#error "astar cannot be compiled with -ffinite-math-only"
#endif
#endif

/*
** gcc for 32-bit x86 computes in registers of 80 bits by default, and rounds to double only what it stores. The pragma
** corrects this, but leaves FLT_EVAL_METHOD as it was. Values 1 and 16 of that concern only types shorter than double.
*/
#if defined(__i386__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SSE2_MATH__)
#pragma GCC target("sse2,fpmath=sse")
#elif defined(FLT_EVAL_METHOD)
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16
#error "astar needs arithmetic in double precision; on 32-bit x86 compile with -msse2 -mfpmath=sse, or /arch:SSE2"
#endif
#endif

/*
** No fused multiply-add: contracted expressions round once where others round twice. Clang's -ffp-contract=fast
** overrides this, and no macro shows it.
*/
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC optimize("fp-contract=off")
/* Even so, the vectorizer of gcc 12 emits vfmaddsub for products that are alternately added and subtracted. */
#if defined(__x86_64__) || defined(__i386__) || defined(__ARM_FEATURE_COMPLEX)
#pragma GCC optimize("no-tree-loop-vectorize", "no-tree-slp-vectorize")
#endif
#endif

/*
** The square root, rounded correctly. The C library of MinGW computes it with 80 bits and then rounds again, so with
** SSE2 an intrinsic is used; elsewhere compilers use an instruction, or the C library rounds correctly.
*/
#if (defined(__SSE2__) && defined(__GNUC__)) || defined(_M_X64)
#include <emmintrin.h>
static inline double as_sqrt(double square)
{
  const __m128d argument = _mm_set_sd(square);
  return _mm_cvtsd_f64(_mm_sqrt_sd(argument, argument));
}
#else
static inline double as_sqrt(double square)
{
  return sqrt(square);
}
#endif

#endif
