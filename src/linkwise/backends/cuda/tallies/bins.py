"""Keys of numbers, and bins of sorted keys, as CUDA C.

A key is the bits of the absolute value with the number's sign: keys are in the order of the numbers, and 0 is that of
both zeros. At a level the last bits are dropped.
"""

BINS = """\
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
"""
