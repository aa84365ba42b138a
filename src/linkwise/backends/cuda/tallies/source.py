"""The kernel that tallies columns: a block of threads for each, and one more for the rollouts that failed.

Keys of numbers are sorted, which puts equal bins side by side, and makes sums in an order that depends on the numbers
alone.
"""

from ..rollouts.functions import LANES
from ..source import PRECISIONS
from .bins import BINS
from .together import TOGETHER

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

_COLUMN = """\
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
"""

_KERNEL = """\
/* The first rollout whose number has a key. */
static __device__ long long first_with(long long key, Column x, const long long *ended, long long count)
{{
    long long found = NOTHING;
    for (long long i = threadIdx.x; i < count && found == NOTHING; i += THREADS)
        if (ended[i] < 0 && key_of(x.at(i)) == key)
            found = i;
    return least(found);
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
    parts = (_COLUMN, TOGETHER, BINS, _KERNEL)
    return "\n".join(parts).format(real=real, lanes=LANES, threads=THREADS, head=HEAD, width=WIDTH, asked=ASKED)
