// What CUDA C has and C++ lacks, for kernels that this machine's processor runs thread after thread.
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ucontext.h>
#define __global__
#define __device__
#define __constant__
#define __noinline__
#define __forceinline__ inline
#define __shared__
#define __launch_bounds__(...)
#define __ldg(place) (*(place))
#define __stcs(place, value) (*(place) = (value))
template <typename To, typename From> static To bits_as(From x) { To y; std::memcpy(&y, &x, sizeof y); return y; }
static unsigned __float_as_uint(float x) { return bits_as<unsigned>(x); }
static float __uint_as_float(unsigned x) { return bits_as<float>(x); }
static long long __double_as_longlong(double x) { return bits_as<long long>(x); }
static double __longlong_as_double(long long x) { return bits_as<double>(x); }
static double linkwise_reciprocal(double x) { return 1.0 / x; }
static float linkwise_reciprocalf(float x) { return 1.0f / x; }
struct float2 { float x, y; };
struct float4 { float x, y, z, w; };
struct double2 { double x, y; };
static float2 make_float2(float x, float y) { return {x, y}; }
static float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static double2 make_double2(double x, double y) { return {x, y}; }
struct Place { unsigned x, y, z; };
Place blockIdx, threadIdx, blockDim = {0, 1, 1};

/* The threads of a block take turns: one goes on when it is done or waits for the others. */
enum { MOST = 256, STACK = 1 << 18 };
static ucontext_t scheduler, context[MOST];
static bool done[MOST];
static char stack[MOST][STACK];
std::function<void()> work;
void enter() { work(); done[threadIdx.x] = true; }
void __syncthreads() { swapcontext(&context[threadIdx.x], &scheduler); }
void block(unsigned threads)
{
    if (threads > MOST)
        std::abort();
    for (unsigned t = 0; t < threads; ++t) {
        getcontext(&context[t]);
        context[t].uc_stack.ss_sp = stack[t];
        context[t].uc_stack.ss_size = STACK;
        context[t].uc_link = &scheduler;
        done[t] = false;
        makecontext(&context[t], enter, 0);
    }
    for (bool more = true; more;) {
        more = false;
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x)
            if (!done[threadIdx.x]) {
                swapcontext(&scheduler, &context[threadIdx.x]);
                more |= !done[threadIdx.x];
            }
    }
}
