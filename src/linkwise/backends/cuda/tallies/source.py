"""The kernel that tallies columns: a block of threads for each, and one more for the rollouts that failed.

A number's key is the bits of its absolute value with its sign: keys are in the order of the numbers. They are sorted
(Batcher's bitonic network, whose comparisons all point the same way, so that it takes any number of keys), which puts
equal bins side by side, and sums in an order that depends on the numbers alone.                          [batcher1968]
"""

from ..rollouts.functions import LANES
from ..source import PRECISIONS

THREADS = 1024
"""Threads of a block: a power of two."""

HEAD, WIDTH = 10, 1024
"""Whole numbers found of a column before its bins; and the bins that follow, (bin, count): further ones stay in the
scratch."""

FIELDS = ("count", "missing", "mean", "squares", "low", "low_at", "high", "high_at", "level", "filled")
"""What they are; those that are not whole by their bits."""

ASKED = 4
"""Numbers that say what is asked of a column: the column, its divisor's bits, where its edges begin, and how many there
are."""

_TEXT = """\
enum {{ THREADS = {threads}, HEAD = {head}, WIDTH = {width}, ASKED = {asked} }};
#define NOTHING 0x7fffffffffffffffll

/* A column: where that of the first tile begins, how far the next tile is, and what its numbers are divided by. */
struct Column {{
    const {real} *first;
    long long tile;
    double divisor;
    __device__ double at(long long i) const
    {{
        return (double)({real})((double)first[i / {lanes} * tile + i % {lanes}] / divisor);
    }}
}};

static __device__ long long key_of(double x)
{{
    const long long size = __double_as_longlong(x) & NOTHING;
    return x < 0.0 ? -size : size;
}}

static __device__ double number_of(long long key)
{{
    return key < 0 ? -__longlong_as_double(-key) : __longlong_as_double(key);
}}

static __device__ long long shifted(long long key, int by)
{{
    return key < 0 ? -(-key >> by) : key >> by;
}}

/* The sum of a number of each thread. */
static __device__ long long summed(long long mine)
{{
    extern __shared__ long long shared_long[];
    shared_long[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = THREADS / 2; half; half /= 2) {{
        if (threadIdx.x < half)
            shared_long[threadIdx.x] += shared_long[threadIdx.x + half];
        __syncthreads();
    }}
    const long long all = shared_long[0];
    __syncthreads();
    return all;
}}

/* The least of a number of each thread. */
static __device__ long long least(long long mine)
{{
    extern __shared__ long long shared_long[];
    shared_long[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = THREADS / 2; half; half /= 2) {{
        if (threadIdx.x < half && shared_long[threadIdx.x + half] < shared_long[threadIdx.x])
            shared_long[threadIdx.x] = shared_long[threadIdx.x + half];
        __syncthreads();
    }}
    const long long all = shared_long[0];
    __syncthreads();
    return all;
}}

/* The sum of the numbers of the threads before this one. */
static __device__ long long before(long long mine)
{{
    extern __shared__ long long shared_long[];
    long long sum = mine;
    shared_long[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned by = 1; by < THREADS; by *= 2) {{
        const long long more = threadIdx.x >= by ? shared_long[threadIdx.x - by] : 0;
        __syncthreads();
        sum += more;
        shared_long[threadIdx.x] = sum;
        __syncthreads();
    }}
    return sum - mine;
}}

static __device__ void sort(long long *keys, long long count)
{{
    int last = 0;
    while (2ll << last < count)
        ++last;
    const long long pairs = count > 1 ? 1ll << last : 0;
    for (int size = 0; size <= last; ++size)
        for (int step = size; step >= 0; --step) {{
            for (long long pair = threadIdx.x; pair < pairs; pair += THREADS) {{
                const long long start = pair >> step << (step + 1), at = pair & ((1ll << step) - 1);
                const long long i = start + at, j = step == size ? start + (2ll << step) - 1 - at : i + (1ll << step);
                if (j < count) {{
                    const long long x = keys[i], y = keys[j];
                    if (x > y) {{
                        keys[i] = y;
                        keys[j] = x;
                    }}
                }}
            }}
            __syncthreads();
        }}
}}

/* The sum of numbers, which are lost: halves are added until one is left. */
static __device__ double total(double *x, long long count)
{{
    __syncthreads();
    while (count > 1) {{
        const long long kept = (count + 1) / 2;
        for (long long i = threadIdx.x; kept + i < count; i += THREADS)
            x[i] += x[kept + i];
        __syncthreads();
        count = kept;
    }}
    const double sum = x[0];
    __syncthreads();
    return sum;
}}

/* The first rollout whose number has a key. */
static __device__ long long first_with(long long key, Column x, const long long *ended, long long count)
{{
    long long found = NOTHING;
    for (long long i = threadIdx.x; i < count && found == NOTHING; i += THREADS)
        if (ended[i] < 0 && key_of(x.at(i)) == key)
            found = i;
    return least(found);
}}

/* How often a bin differs from the one before it. */
static __device__ long long changes(const long long *keys, long long count, int by)
{{
    long long found = 0;
    for (long long i = 1 + threadIdx.x; i < count; i += THREADS)
        found += shifted(keys[i], by) != shifted(keys[i - 1], by);
    return summed(found);
}}

/* The bin between edges: it holds its lower edge, the last one its upper edge too. */
static __device__ long long bin_of(double x, const double *edges, long long count)
{{
    long long low = 0, high = count;
    while (low < high) {{
        const long long middle = (low + high) / 2;
        if (edges[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }}
    return low - (x == edges[count - 1]);
}}

/* Sorted keys become bins, each once, and `counts` how many keys are in them; how many bins there are. */
static __device__ long long counted(long long *keys, long long *counts, long long count, int by, long long *rows)
{{
    const long long each = (count + THREADS - 1) / THREADS, own = threadIdx.x * each;
    const long long end = own + each < count ? own + each : count;
    long long mine = 0;
    for (long long i = own; i < end; ++i)
        mine += !i || shifted(keys[i], by) != shifted(keys[i - 1], by);
    const long long filled = summed(mine);
    long long place = before(mine);
    for (long long i = own; i < end; ++i)
        if (!i || shifted(keys[i], by) != shifted(keys[i - 1], by))
            counts[place++] = i;
    __syncthreads();
    for (long long from = 0; from < filled; from += THREADS) {{
        const long long k = from + threadIdx.x;
        long long bin = 0, many = 0;
        if (k < filled) {{
            bin = shifted(keys[counts[k]], by);
            many = (k + 1 < filled ? counts[k + 1] : count) - counts[k];
        }}
        __syncthreads();
        if (k < filled) {{
            keys[k] = bin;
            counts[k] = many;
            if (k < WIDTH) {{
                rows[2 * k] = bin;
                rows[2 * k + 1] = many;
            }}
        }}
        __syncthreads();
    }}
    return filled;
}}

/* How many rollouts ended on time, and for the other reasons; how many of the first that failed follow; and these. */
static __device__ void failed(const long long *ended, long long count, long long *found, int most)
{{
    long long ends[3] = {{0, 0, 0}};
    for (long long i = threadIdx.x; i < count; i += THREADS)
        ++ends[ended[i] < 0 ? 0 : 1 + (ended[i] & 1)];
    for (int why = 0; why < 3; ++why) {{
        const long long all = summed(ends[why]);
        if (!threadIdx.x)
            found[why] = all;
    }}
    long long last = -1;
    int told = 0;
    for (; told < most; ++told) {{
        long long next = NOTHING;
        for (long long i = threadIdx.x; i < count && next == NOTHING; i += THREADS)
            if (i > last && ended[i] >= 0)
                next = i;
        last = least(next);
        if (last == NOTHING)
            break;
        if (!threadIdx.x) {{
            found[4 + 2 * told] = last;
            found[5 + 2 * told] = ended[last];
        }}
    }}
    if (!threadIdx.x)
        found[3] = told;
}}

extern "C" __global__ void __launch_bounds__({threads})
run(const {real} *blocks, const {real} *records, const long long *ended, const long long *asked, long long *scratch,
    long long *every_found, long long columns, long long recorded, long long count, long long numbers, int most,
    int highest, int failures)
{{
    long long *found = every_found + blockIdx.x * (HEAD + 2 * WIDTH);
    if (blockIdx.x == numbers) {{
        failed(ended, count, found, failures);
        return;
    }}
    const long long *of = asked + blockIdx.x * ASKED, which = of[0];
    const bool within = which < columns;
    const Column x = {{
        within ? blocks + which * {lanes} : records + (which - columns) * {lanes},
        (within ? columns : recorded) * {lanes},
        __longlong_as_double(of[1]),
    }};
    long long *keys = scratch + blockIdx.x * 2 * count, *counts = keys + count, present = 0, missing = 0;
    double *sums = (double *)counts;
    for (long long i = threadIdx.x; i < count; i += THREADS) {{
        const double value = x.at(i);
        const bool good = ended[i] < 0, finite = value - value == 0.0;
        keys[i] = good && finite ? key_of(value) : NOTHING;
        present += good && finite;
        missing += good && !finite;
    }}
    present = summed(present);
    missing = summed(missing);
    if (!threadIdx.x) {{
        found[0] = present;
        found[1] = missing;
        found[9] = 0;
    }}
    if (!present)
        return;
    sort(keys, count);

    for (long long i = threadIdx.x; i < present; i += THREADS)
        sums[i] = number_of(keys[i]);
    const double mean = total(sums, present) / (double)present;
    for (long long i = threadIdx.x; i < present; i += THREADS) {{
        const double apart = number_of(keys[i]) - mean;
        sums[i] = apart * apart;
    }}
    const double squares = total(sums, present);
    const long long low = first_with(keys[0], x, ended, count), high = first_with(keys[present - 1], x, ended, count);

    const long long edges = of[3];
    int by = 0;
    if (edges) {{
        for (long long i = threadIdx.x; i < present; i += THREADS)
            keys[i] = bin_of(number_of(keys[i]), (const double *)(asked + of[2]), edges);
        __syncthreads();
    }} else {{
        int up_to = highest;
        while (by < up_to) {{
            const int middle = (by + up_to) / 2;
            if (changes(keys, present, middle) < most)
                up_to = middle;
            else
                by = middle + 1;
        }}
    }}
    const long long filled = counted(keys, counts, present, by, found + HEAD);
    if (!threadIdx.x) {{
        found[2] = __double_as_longlong(mean);
        found[3] = __double_as_longlong(squares);
        found[4] = __double_as_longlong(x.at(low));
        found[5] = low;
        found[6] = __double_as_longlong(x.at(high));
        found[7] = high;
        found[8] = edges ? -1 : by;
        found[9] = filled;
    }}
}}
"""


def unit(dtype: str) -> str:
    """What is compiled to be run: the kernel `run`.

    >>> unit("float32").count("const float *"), unit("float64").count("__global__")
    (3, 1)
    """
    real = PRECISIONS[dtype].type
    return _TEXT.format(real=real, lanes=LANES, threads=THREADS, head=HEAD, width=WIDTH, asked=ASKED)
