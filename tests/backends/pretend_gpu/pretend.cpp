// The calls of CUDA's driver and of NVRTC that linkwise makes, by this machine's processor: kernels are compiled by g++
// and run thread after thread. What is called "machine code" is the path of a library. Compiled into libcuda.so.1 and
// libnvrtc.so.13, which are the same file.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>

static const char *CALL = R"(
#include <utility>
template <class... T, size_t... k> static void call(void (*f)(T...), void **with, std::index_sequence<k...>)
{ f(*(T *)with[k]...); }
template <class... T> static void call(void (*f)(T...), void **with) { call(f, with, std::index_sequence_for<T...>()); }
static void all(void (*start)(void **), unsigned grid_x, unsigned grid_y, unsigned threads, void **with)
{
    work = [=] { start(with); };
    for (blockIdx.y = 0; blockIdx.y < grid_y; ++blockIdx.y)
        for (blockIdx.x = 0; blockIdx.x < grid_x; ++blockIdx.x)
            block(threads);
}
)";

typedef void (*Run)(unsigned, unsigned, unsigned, void **);
static thread_local void *current;
static int the_context;

struct Program {
    std::string text, log, path;
};

extern "C" {
const char *nvrtcGetErrorString(int) { return "pretended error"; }
int nvrtcVersion(int *major, int *minor) { return *major = 13, *minor = 0, 0; }
int nvrtcCreateProgram(Program **made, const char *text, const char *, int, const char **, const char **)
{
    *made = new Program;
    (*made)->text = text;
    return 0;
}
int nvrtcDestroyProgram(Program **made) { return delete *made, 0; }
int nvrtcCompileProgram(Program *p, int, const char **)
{
    const char *within = getenv("TMPDIR");
    std::string folder = std::string(within ? within : "/tmp") + "/pretend_gpu_XXXXXX";
    if (!mkdtemp(&folder[0]))
        return 1;
    const std::string base = folder + "/kernel";
    std::string text = p->text;
    for (size_t at; (at = text.find("extern __shared__")) != std::string::npos;) {
        text.replace(at, 6, "static");
        text.replace(text.find("[]", at), 2, "[1 << 15]");
    }
    std::ofstream code(base + ".cpp");
    code << "#include \"" FOLDER "/device.h\"\n" << text << CALL;
    for (const std::string name : {"run", "run_one"})
        if (text.find("\n" + name + "(") != std::string::npos)
            code << "extern \"C\" void " << name << "_all(unsigned x, unsigned y, unsigned threads, void **with)\n"
                 << "{ all([](void **w) { call(" << name << ", w); }, x, y, threads, with); }\n";
    code.close();
    const std::string command = "g++ -O0 -ffp-contract=off -shared -fPIC " + base + ".cpp -o " + base + ".so 2> " + base + ".log";
    const int failed = system(command.c_str());
    std::stringstream log;
    log << std::ifstream(base + ".log").rdbuf();
    p->log = log.str();
    p->path = "\x7f" "ELF" + base + ".so";
    return failed ? 6 : 0;
}
int nvrtcGetProgramLogSize(Program *p, size_t *size) { return *size = p->log.size() + 1, 0; }
int nvrtcGetProgramLog(Program *p, char *log) { return strcpy(log, p->log.c_str()), 0; }
int nvrtcGetCUBINSize(Program *p, size_t *size) { return *size = p->path.size() + 1, 0; }
int nvrtcGetCUBIN(Program *p, char *code) { return strcpy(code, p->path.c_str()), 0; }

int cuGetErrorString(int, const char **text) { return *text = "pretended error", 0; }
int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuDeviceGetAttribute(int *value, int number, int)
{
    return *value = number == 75 ? 9 : number == 76 ? 0 : number == 97 ? 232448 : 0, 0;
}
int cuDeviceGetName(char *name, int size, int) { return snprintf(name, size, "pretended GPU"), 0; }
int cuDevicePrimaryCtxRetain(void **context, int) { return *context = &the_context, 0; }
int cuCtxGetCurrent(void **context) { return *context = current, 0; }
int cuCtxSetCurrent(void *context) { return current = context, 0; }
int cuPointerGetAttribute(void *value, int number, uint64_t) { return *(int *)value = 0, number == 9 ? 0 : 1; }

// Everything below needs a context, as it does on a GPU.
int cuMemGetInfo_v2(size_t *free, size_t *total) { return *free = *total = 1 << 22, current ? 0 : 201; }
int cuMemAlloc_v2(uint64_t *place, size_t size)
{
    return *place = (uint64_t)malloc(size), memset((void *)*place, 255, size), current ? 0 : 201;
}
int cuMemFree_v2(uint64_t place) { return free((void *)place), current ? 0 : 201; }
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *)
{
    return memcpy((void *)to, from, size), current ? 0 : 201;
}
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *)
{
    return memcpy(to, (void *)from, size), current ? 0 : 201;
}
int cuStreamSynchronize(void *) { return current ? 0 : 201; }
int cuLibraryLoadData(void **library, const char *code, void *, void *, unsigned, void *, void *, unsigned)
{
    *library = dlopen(code + 4, RTLD_NOW | RTLD_LOCAL);
    return *library ? 0 : 200;
}
int cuLibraryUnload(void *library) { return dlclose(library); }
int cuLibraryGetKernel(void **kernel, void *library, const char *name)
{
    return *kernel = dlsym(library, (std::string(name) + "_all").c_str()), *kernel ? 0 : 500;
}
int cuKernelGetAttribute(int *value, int number, void *, int)
{
    return *value = number == 4 ? 40 : 0, 0;
}
int cuKernelSetAttribute(int number, int size, void *, int) { return number == 8 && size <= 232448 ? 0 : 1; }
int cuLaunchKernel(Run kernel, unsigned x, unsigned y, unsigned, unsigned threads, unsigned, unsigned, unsigned shared,
                   void *, void **with, void **)
{
    if (!current || !x || !y || shared > 232448)
        return 1;
    static std::mutex turns;  // a kernel runs alone
    const std::lock_guard<std::mutex> turn(turns);
    kernel(x, y, threads, with);
    return 0;
}
int cuEventCreate(double **event, unsigned) { return *event = new double(0.0), current ? 0 : 201; }
int cuEventDestroy_v2(double *event) { return delete event, 0; }
int cuEventRecord(double *event, void *)
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return *event = std::chrono::duration<double, std::milli>(now).count(), current ? 0 : 201;
}
int cuEventSynchronize(double *) { return current ? 0 : 201; }
int cuEventElapsedTime(float *took, double *from, double *to) { return *took = (float)(*to - *from), 0; }
}
