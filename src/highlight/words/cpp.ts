/** Words of the language that have a class of their own, by class. */
export const CPP_WORDS = {
  k: `
    _Alignas _Alignof _Atomic _Generic _Imaginary _Noreturn _Static_assert _Thread_local
    alignas alignof asm auto break case catch char8_t class co_await co_return co_yield concept
    const const_cast consteval constexpr constinit continue decltype default delete do
    dynamic_cast else enum explicit export extern final for friend goto if mutable namespace new
    noexcept operator override private protected public register reinterpret_cast requires
    restrict restricted return size_of sizeof static static_assert static_cast struct switch
    template this thread_local throw throws try typedef typeid typename union using virtual
    volatile while
  `,
  kr: `
    __asm __cdecl __declspec __fastcall __inline __int16 __int32 __int8 __stdcall __typename
    __based __except __finally __leave __restrict __try __event __interface __multiple_inheritance __single_inheritance __super __uuidof __virtual_inheritance
    _inline inline naked thread
  `,
  kt: `
    DIR FILE _Bool _Complex bool char char16_t char32_t clock_t div_t double float fpos_t int
    int16_t int32_t int64_t int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t
    int_least16_t int_least32_t int_least64_t int_least8_t intmax_t intptr_t jmp_buf ldiv_t long
    mbstate_t off_t ptrdiff_t short sig_atomic_t signed size_t ssize_t time_t uint16_t uint32_t
    uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t uint_least16_t
    uint_least32_t uint_least64_t uint_least8_t uintmax_t uintptr_t unsigned va_list void wchar_t
    wctrans_t wctype_t wint_t
  `,
  nb: `
    NULL false nullptr true
  `,
}
