/** Words of the language that have a class of their own, by class. */
export const D_WORDS = {
  k: `
    __gshared __parameters __traits __vector abstract alias align asm assert auto body break case cast
    catch class const continue debug default delegate delete deprecated do else enum export extern
    final finally for foreach foreach_reverse function goto if immutable import in inout interface
    invariant is lazy mixin module new nothrow out override package pragma private protected public
    pure ref return scope shared static struct super switch synchronized template this throw try
    typedef typeid typeof union unittest version volatile while with
  `,
  kt: `
    bool byte cdouble cent cfloat char creal dchar double float idouble ifloat int ireal long real
    short ubyte ucent uint ulong ushort void wchar
  `,
  kc: 'false null true',
  kp: `
    __DATE__ __EOF__ __FILE_FULL_PATH__ __FILE__ __FUNCTION__ __LINE__ __MODULE__ __PRETTY_FUNCTION__
    __TIMESTAMP__ __TIME__ __VENDOR__ __VERSION__
  `,
  kr: 'macro',
  nb: 'dstring ptrdiff_t size_t string wstring',
}
