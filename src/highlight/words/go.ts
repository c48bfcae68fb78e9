/** Words of the language that have a class of their own, by class. */
export const GO_WORDS = {
  k: `
    break case chan const continue default defer else fallthrough for func go goto if import
    interface map package range return select struct switch type var
  `,
  kt: `
    bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string
    uint uint16 uint32 uint64 uint8 uintptr
  `,
  nb: `
    append cap close complex copy delete imag len make new panic print println real recover
  `,
  no: `
    false iota nil true
  `,
}
