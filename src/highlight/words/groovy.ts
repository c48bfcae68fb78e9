/** Words of the language that have a class of their own, by class. */
export const GROOVY_WORDS = {
  k: `
    as assert break case catch continue default do else finally for goto if in instanceof new
    return switch this throw try while
  `,
  kc: `
    false null true
  `,
  kd: `
    abstract class const enum extends final implements interface native private protected public
    static strictfp super synchronized throws trait transient volatile
  `,
  kn: `
    import package
  `,
  kt: `
    boolean byte char def double float int long short void
  `,
}
