"""Words that generated C must not use as names: those of languages, libraries, file systems, and our own."""


def words(text: str) -> frozenset[str]:
    """The words of a text.

    >>> sorted(words("auto break"))
    ['auto', 'break']
    """
    return frozenset(text.split())


KEYWORDS = words("""
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
""")
"""C99's, and two that compilers add."""

CPP_KEYWORDS = words("""
    alignas alignof and and_eq bitand bitor bool catch char8_t char16_t char32_t class compl concept consteval constexpr
    constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export false friend mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires
    static_assert static_cast template this thread_local throw true try typeid typename using virtual wchar_t xor xor_eq
""")
"""C++'s: it reads the header too."""

_MATH = words("""
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax
    fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint
    nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma trunc
    j0 j1 jn y0 y1 yn gamma drem exp10 pow10 scalb significand sincos finite
""")

LIBRARY = words("""
    abs abort alloca atexit atof atoi atol bcmp bcopy bsearch bzero calloc clock ctime difftime div div_t dprintf
    errno exit ffs fclose fopen fprintf fputc fputs fread free fscanf fwrite getc getchar getenv gets index isalnum
    isalpha isblank iscntrl isdigit isfinite isgraph isgreater isinf isless islower isnan isnormal isprint ispunct
    isspace isupper isxdigit labs llabs ldiv lldiv main malloc memchr memcmp memcpy memmove memset perror printf
    ptrdiff_t putc putchar puts qsort rand realloc remove rename rewind rindex scanf signbit signgam size_t snprintf
    sprintf srand sscanf stderr stdin stdout stpcpy strcat strchr strcmp strcpy strdup strlen strncat strncmp strncpy
    strtod strtol strtoul system time tmpfile tmpnam toascii tolower toupper ungetc vprintf
    linux unix i386 arm mips sparc sun vax EOF NULL NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL FILE BUFSIZ RAND_MAX
    float_t double_t FP_NAN FP_INFINITE FP_ZERO FP_NORMAL FP_SUBNORMAL FP_FAST_FMA FP_FAST_FMAF
    M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 MAXFLOAT HUGE
    DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS SEEK_CUR SEEK_END SEEK_SET FOPEN_MAX FILENAME_MAX TMP_MAX L_tmpnam
""") | frozenset(name + tail for name in _MATH for tail in ("", "f", "l"))
"""Names of the C library, some of which compilers know by themselves."""

FILES = frozenset(["con", "prn", "aux", "nul", *(f"com{k}" for k in range(1, 10)), *(f"lpt{k}" for k in range(1, 10))])
"""File names that some systems reserve."""

LOCAL = words("n j work stride lane row rows first worst")
"""The local variables of generated functions."""

RESERVED = KEYWORDS | CPP_KEYWORDS | LIBRARY | FILES | LOCAL
"""Everything that a name in generated C must not be."""
