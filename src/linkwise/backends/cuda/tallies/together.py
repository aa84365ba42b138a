"""What the threads of a block do together, as CUDA C: sums, the least of their numbers, sorting.

Sorting is by Batcher's bitonic network. Its comparisons all point the same way, so it takes any count of keys: those
that are missing would be at the end, and stay there.                                                     [batcher1968]
"""

TOGETHER = """\
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
"""
