/** Words of the language that have a class of their own, by class. */
export const DART_WORDS = {
  k: `
    as assert await break case catch continue default do else finally for if in is new rethrow
    return super switch this throw try while with yield
  `,
  kc: `
    false null true
  `,
  kd: `
    abstract async const covariant dynamic extends external factory final get implements
    late native on operator required set static sync typedef var
  `,
  kt: `
    Comparable Dynamic Function List Map Never Null Object Pattern Set String Symbol Type Uri bool
    double enum int num void
  `,
}
