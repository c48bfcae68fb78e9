/** Words of the language that have a class of their own, by class. */
export const C_WORDS = {
  k: `
    _Alignas _Alignof _Atomic _Generic _Imaginary _Noreturn _Static_assert _Thread_local auto break
    case const continue default do else enum extern for goto if register restricted
    return sizeof static struct switch typedef union virtual volatile while
  `,
  kr: `
    __asm __based __cdecl __declspec __except __fastcall __finally __inline __int16 __int32
    __int61 __int8 __leave __naked __restrict __stdcall __thread __try __typename _inline
    _naked _restrict _thread _typename inline naked restrict thread typename
  `,
  kt: `
    DIR FILE _Bool _Complex char char16_t char32_t clock_t div_t double float fpos_t int int16_t
    int32_t int64_t int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t int_least16_t
    int_least32_t int_least64_t int_least8_t intmax_t intptr_t jmp_buf ldiv_t long mbstate_t off_t
    ptrdiff_t short sig_atomic_t signed size_t ssize_t time_t uint16_t uint32_t uint64_t uint8_t
    uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t uint_least16_t uint_least32_t
    uint_least64_t uint_least8_t uintmax_t uintptr_t unsigned va_list void wchar_t wctrans_t
    wctype_t wint_t
  `,
  nb: `
    NULL false true
  `,
}
