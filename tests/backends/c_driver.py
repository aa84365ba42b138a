"""Generated C of many robots in one program that any machine can run: it reads states and writes the torques' bits.

The program runs every self-test, every state alone, and batches of several sizes, in doubles and in floats, on arrays
that end where malloc ends them. It fails if a batch differs from its states alone by a bit. Numbers come and go as
hexadecimal digits of their bits, so that neither printf nor the order of bytes has a say.
"""

import subprocess

import numpy as np

from linkwise.backends.c.source import source
from linkwise.calls.question_program import QuestionProgram
from linkwise.program import fused

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
"""What generated code passes without a warning."""

SIZES = (0, 1, 2, 15, 16, 17)
"""Of batches, besides that of all states: none, one, and around the width of a tile."""

HEAD = """\
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""

HALF = """\
typedef void one{f}(const {real} *, const {real} *, const {real} *, {real} *);
typedef void many{f}(size_t, const {real} *, const {real} *, const {real} *, {real} *);

static int differ{f}(const {real} *a, const {real} *b, size_t size)
{{
    for (size_t i = 0; i < size; ++i)
        if (memcmp(a + i, b + i, sizeof *a) != 0 && (a[i] == a[i] || b[i] == b[i]))
            return 1;
    return 0;
}}

static {real} *copy{f}(const double *from, size_t size)
{{
    {real} *to = malloc(size * sizeof *to + (size == 0));
    for (size_t i = 0; i < size; ++i)
        to[i] = ({real})from[i];
    return to;
}}

static int run{f}(size_t n, one{f} *single, many{f} *batch, size_t count, double *const given[3])
{{
    const size_t sizes[] = {{ {sizes}, count }};
    {real} *alone = copy{f}(given[0], n * count);
    for (size_t row = 0; row < count; ++row) {{
        {real} *x[3], *y = copy{f}(given[0], n);
        for (size_t k = 0; k < 3; ++k)
            x[k] = copy{f}(given[k] + row * n, n);
        single(x[0], x[1], x[2], y);
        memcpy(alone + row * n, y, n * sizeof *y);
        free(x[0]), free(x[1]), free(x[2]), free(y);
    }}
    for (size_t i = 0; i < n * count; ++i) {{
        uint{bits}_t bits;
        memcpy(&bits, alone + i, sizeof bits);
        printf("%" PRIx{bits} "\\n", bits);
    }}
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {{
        {real} *x[3], *y = copy{f}(given[0], n * sizes[s]);
        for (size_t k = 0; k < 3; ++k)
            x[k] = copy{f}(given[k], n * sizes[s]);
        batch(sizes[s], x[0], x[1], x[2], y);
        if (differ{f}(y, alone, n * sizes[s]))
            return 1;
        free(x[0]), free(x[1]), free(x[2]), free(y);
    }}
    free(alone);
    return 0;
}}
"""

MAIN = """\
static const struct {{
    size_t n;
    int (*selftest)(void);
    one *f;
    many *f_batch;
    one_f *g;
    many_f *g_batch;
}} robots[] = {{
{rows}
}};

int main(void)
{{
    for (size_t r = 0; r < sizeof robots / sizeof *robots; ++r) {{
        double *given[3];
        size_t count;
        if (scanf("%zu", &count) != 1)
            return 2;
        for (size_t k = 0; k < 3; ++k) {{
            given[k] = malloc(count * robots[r].n * sizeof *given[k]);
            for (size_t i = 0; i < count * robots[r].n; ++i) {{
                uint64_t bits;
                if (scanf("%" SCNx64, &bits) != 1)
                    return 2;
                memcpy(given[k] + i, &bits, sizeof bits);
            }}
        }}
        if (robots[r].selftest() != 0)
            return 3;
        if (run(robots[r].n, robots[r].f, robots[r].f_batch, count, given))
            return 4;
        if (run_f(robots[r].n, robots[r].g, robots[r].g_batch, count, given))
            return 5;
        for (size_t k = 0; k < 3; ++k)
            free(given[k]);
    }}
    return 0;
}}
"""


class Driver:
    """One C program for many models, each with its question: inverse or forward dynamics."""

    def __init__(self, cases, folder):
        self.models, self.folder = [model for model, _ in cases], folder
        programs = [QuestionProgram(model, (question,)) for model, question in cases]
        made = [source(fused(p.program), p.signature, prefix=f"r{k}") for k, p in enumerate(programs)]
        for each in made:
            each.write(folder)
        names = [each.name for each in made]
        rows = [
            f"    {{ {model.n}, {s}_main, {s}, {s}_batch, {s}_f, {s}_batch_f }}"
            for model, s in zip(self.models, names, strict=True)
        ]
        sizes = ", ".join(map(str, SIZES))
        texts = [f'#define main {s}_main\n#include "{s}.c"\n#undef main\n' for s in names]
        texts += [HEAD, HALF.format(real="double", f="", bits=64, sizes=sizes)]
        texts += [HALF.format(real="float", f="_f", bits=32, sizes=sizes), MAIN.format(rows=",\n".join(rows))]
        (folder / "all.c").write_text("".join(texts))

    def compiled(self, name, *command):
        """The program compiled by a command; its path."""
        command = [*command, *STRICT, "-DLINKWISE_SELFTEST", "all.c", "-lm", "-o", name]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[:3000]
        return str(self.folder / name)

    def run(self, states, *command):
        """The answers to states (three arrays for each model): for each model in doubles, and in floats."""
        words = []
        for arrays in states:
            words += [str(len(arrays[0])), *(f"{bits:x}" for array in arrays for bits in array.view(np.uint64).ravel())]
        done = subprocess.run(command, input="\n".join(words), cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, (done.returncode, done.stderr[:3000])
        numbers = [int(line, 16) for line in done.stdout.splitlines() if " " not in line]
        answers, at = [], 0
        for model, arrays in zip(self.models, states, strict=True):
            shape = arrays[0].shape
            size = model.n * len(arrays[0])
            halves = numbers[at : at + size], numbers[at + size : at + 2 * size]
            both = np.array(halves[0], np.uint64).view(float), np.array(halves[1], np.uint32).view(np.float32)
            answers.append(tuple(half.reshape(shape) for half in both))
            at += 2 * size
        assert at == len(numbers)
        return answers
